import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { instantMs } from '../../src/lib/calendar/instant.ts'
import { durationMs } from '../../src/lib/calendar/iso-duration.ts'
import { secretRemover } from '../../src/lib/redaction/known-secrets.ts'
import { redactBody } from '../../src/lib/redaction/redact-body.ts'
import { redactHeaderValue } from '../../src/lib/redaction/redact-headers.ts'
import { outputRedactor } from '../../src/lib/redaction/redact-output.ts'
import { redactUrls } from '../../src/lib/redaction/redact-urls.ts'
import { firstSecretName, isSecretName, mayHoldSecret } from '../../src/lib/redaction/secret-names.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { closestWords } from '../../src/lib/text/did-you-mean.ts'
import { normalizeText } from '../../src/lib/text/fuzzy-text.ts'
import { isNestedTooDeep } from '../../src/lib/text/json-nesting.ts'
import { parseJson } from '../../src/lib/text/parse-json.ts'
import { textMatcher } from '../../src/lib/text/text-search.ts'
import { matchesWildcard } from '../../src/lib/text/wildcard.ts'
import { parsePhotoPath, photoSize } from '../../src/model/domain/publications/photo-url.ts'
import { operations } from '../../src/model/resources/index.ts'
import { pathMatch } from '../../src/sandbox/journal/path-match.ts'
import { firstMismatch } from '../../src/sandbox/journal/subset-match.ts'

/** Every scanner of foreign text takes time in proportion to its length. A new scanner is one row. */

const SCANNERS: Readonly<Record<string, (text: string) => unknown>> = {
  'redaction: redactBody': (text) => redactBody(text),
  'redaction: redactBody of a string': (text) => redactBody(JSON.stringify({ a: text, Secret: text })),
  'redaction: redactBody of a name': (text) => redactBody(JSON.stringify({ [text]: 1, token: 2 })),
  'redaction: redactBody of what was cut': (text) => redactBody(`{"token":1,"a":"${text}`, 64 * 1024),
  'redaction: redactUrls': redactUrls,
  'redaction: outputRedactor': outputRedactor(['secret-of-app-0123']),
  'redaction: mayHoldSecret': mayHoldSecret,
  'redaction: firstSecretName': firstSecretName,
  'redaction: isSecretName': isSecretName,
  'redaction: redactHeaderValue': (text) => redactHeaderValue('authorization', text),
  'redaction: secretRemover': secretRemover(['secret-of-app-0123', 'aaaaaaaaaaaaaaaaab']),
  'redaction: secretRemover of long secrets': secretRemover(['a'.repeat(10_000), `${'@'.repeat(9_000)}b`]),
  'journal: pathMatch, path': (text) => pathMatch('/v3/publicaciones/*/x')({ path: text, query: '' }),
  'journal: pathMatch, pattern': (text) => pathMatch(text)({ path: '/v3/publicaciones/a/b', query: 'q=1' }),
  'journal: pathMatch, query': (text) => pathMatch('/v3?q=*a*b*')({ path: '/v3', query: text }),
  'text: parseJson': parseJson,
  'journal: firstMismatch': (text) => firstMismatch([...text], [...text, 1]),
  'resources: operations.match': (text) => operations.match(`/v3/${text}`),
  'text: closestWords': (text) => closestWords(text, ['publicaciones', 'consultas']),
  'text: normalizeText': normalizeText,
  'text: isNestedTooDeep': isNestedTooDeep,
  'text: textMatcher': (text) => textMatcher(text)(text),
  'text: matchesWildcard, text': (text) => matchesWildcard('*a*b*a*c', text),
  'text: matchesWildcard, pattern': (text) => matchesWildcard(text, text.replaceAll('*', 'x')),
  'photos: parsePhotoPath': parsePhotoPath,
  'photos: photoSize': photoSize,
  'calendar: instantMs': instantMs,
  'calendar: durationMs': durationMs,
}

/** Texts that grow: the unit is repeated, then comes the end that spoils the match. */
const HOSTILE: readonly (readonly [unit: string, end: string])[] = [
  ['@', ''],
  ['a@b.example ', ''],
  ['q=@', ''],
  ['//', '@'],
  ['://a', ''],
  ['://a:b', '@'],
  ['?a', '='],
  ['&key=', ''],
  ['%25', ''],
  ['%3Ftoken%3D', ''],
  ['a', '!'],
  ['A1', ' '],
  ['1', 'x'],
  ['0.', ''],
  [' ', 'x'],
  ['\t\n', 'x'],
  ['*', 'b'],
  ['a*', ''],
  ['/', ''],
  ['/..', ''],
  ['-a', '-'],
  ['\\', '"'],
  ['\\u0053', ''],
  ['"', ''],
  ['{"a":', ''],
  ['[', ']'],
  ['pin', ''],
  ['key', ''],
  ['cookie ', ''],
  ['á', ''],
  ['\ud800', ''],
  ['\0', ''],
  [',', ''],
  ['=', ''],
  ["'", ''],
]

const SHORT = 4_000
const GROWTH = 8
/** Faster runs are measured too roughly to be compared. */
const FLOOR_MS = 5
const MAX_RATIO = 12

/** Returns processor time: on a busy machine a run waits for others. */
const onceMs = (run: () => unknown): number => {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const fastestMs = (run: () => unknown): number => Math.min(onceMs(run), onceMs(run), onceMs(run))

/** Returns how much longer the long text takes; 1 where both are too fast to be compared. */
const growth = (run: (text: string) => unknown, [unit, end]: readonly [string, string]): number => {
  const text = (length: number) => unit.repeat(Math.ceil(length / unit.length)) + end
  const [short, long] = [text(SHORT), text(SHORT * GROWTH)]
  if (onceMs(() => run(long)) < FLOOR_MS * MAX_RATIO) return 1
  return (
    fastestMs(() => run(long)) /
    Math.max(
      FLOOR_MS,
      fastestMs(() => run(short)),
    )
  )
}

it.each(Object.entries(SCANNERS))('%s takes linear time', { timeout: 60_000 }, (_, run) => {
  const slow = HOSTILE.flatMap((hostile) => {
    const times = growth(run, hostile)
    return times > MAX_RATIO ? [[hostile, times]] : []
  })
  expect(slow).toEqual([])
})

it('known texts cost little for their number', () => {
  const removers = [500, 4_000].map((count) =>
    secretRemover(Array.from({ length: count }, (_, i) => `${'a'.repeat(200)}${i}`)),
  )
  const text = `${'a'.repeat(199)}b`.repeat(200)
  const [few = 0, many = 0] = removers.map((remove) => fastestMs(() => remove(text)))
  expect(many / Math.max(FLOOR_MS, few)).toBeLessThan(3)
})

/**
 * Every RegExp literal of the sources, and where it stands. Only literals without `//` are comments' risk.
 */
const literals = (): { readonly at: string; readonly pattern: RegExp }[] => {
  const root = join(packageRoot(), 'src')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => {
          if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
          const found = line.matchAll(
            /(?<=[=(,:?[!&|]\s*|return |^\s*)\/(?![*/ ])((?:[^\\/[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([dgimsuvy]*)(?![\w/])/g,
          )
          return [...found].flatMap(([, source = '', flags = '']) =>
            compiled(source, flags, `${file}:${i + 1}`),
          )
        }),
    )
}

const compiled = (source: string, flags: string, at: string) => {
  try {
    // A sticky pattern is tried at one place only.
    const tried = flags.includes('y') ? `^(?:${source})` : source
    return [{ at, pattern: new RegExp(tried, flags.replace(/[gy]/g, '')) }]
  } catch {
    return []
  }
}

/** Letters that a pattern mentions, and ends that spoil it: what makes it backtrack consists of them. */
const attacksOn = ({ source }: RegExp): (readonly [string, string])[] => {
  const plain = source.replace(/\\[a-zA-Z]/g, '').replace(/[^\p{L}\p{N}@:/.%&=#;"' -]/gu, '')
  const letters = [...new Set(plain)].slice(0, 8)
  const pairs = letters.slice(0, 3).flatMap((a) => letters.slice(0, 3).map((b) => a + b))
  return [...letters, ...pairs, ' ', 'a', '1', '<', '"', 'a1', '\n'].flatMap((unit) => [
    [unit, '\u0001'] as const,
    [unit, ''] as const,
  ])
}

/** Quantifiers without an end: only they can take more than linear time. */
const isUnbounded = ({ source }: RegExp): boolean => /[^\\][*+]|\{\d+,\}/.test(source)

/** Patterns that would be slow on long texts, and why they never see one. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  '\\s*[\\r\\n]+\\s*': 'cli/terminal-text: lines of the own terminal',
  '\\/+$': 'kit/check: URLs of the own command line',
  '\\B(?=(\\d{3})+$)': 'digits of one number',
  '\\.+$': 'outbound/target-url: the host name of a URL, whose length is bounded when it is configured',
  '[<[]([^>\\]]+)[>\\]]': 'cli/completion: declarations of the own commands',
  '^(.*?)(?:\\/w\\/([^/]+))?(?:\\/v3|\\/_playa)?\\/*$': 'cli/remote: a URL of the own command line',
  '\\d+$': 'domain/catalogue: names of the shipped catalogue',
  '[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63})+':
    'kit/reports/invented-values: it is tried at one place only, and each name has 63 letters at most',
  '\\s*\\n\\s*': 'kit/reports: sentences of the own report',
}

const PATTERN_LENGTH = 12_000
/** A quadratic pattern takes three times as long on a fast machine, a linear one a hundredth. */
const PATTERN_MS = 30

it('no pattern of the sources backtracks over more than it reads', { timeout: 120_000 }, () => {
  const patterns = literals()
  expect(patterns.length).toBeGreaterThan(150)
  const slow = patterns
    .filter(({ pattern }) => isUnbounded(pattern) && !Object.hasOwn(SHORT_TEXTS, pattern.source))
    .flatMap(({ at, pattern }) => {
      const hit = attacksOn(pattern).find(([unit, end]) => {
        const text = unit.repeat(Math.ceil(PATTERN_LENGTH / unit.length)) + end
        const run = () => pattern.test(text)
        return onceMs(run) > PATTERN_MS && fastestMs(run) > PATTERN_MS
      })
      return hit ? [[at, String(pattern), hit]] : []
    })
  expect(slow).toEqual([])
})
