import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { explain } from '../../src/search/explain.ts'
import { readHar } from '../../src/search/history/har.ts'
import { bundledCommand } from '../e2e/command-line/command-line.ts'
import { AGENCY, startServer } from './test-server.ts'

/** Untrusted recordings: a sentence, or a result, in time that follows their length. */

const command = await bundledCommand()
afterAll(command.remove)

const fileWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

interface EntryOptions {
  readonly url?: string
  readonly method?: string
  readonly time?: number
  readonly body?: unknown
  readonly startedDateTime?: string
}

const PUBLICATION = `http://service.example/v3/publicaciones/${AGENCY}/gol-1`

const entry = ({ url = PUBLICATION, method = 'GET', body = {}, ...times }: EntryOptions) => ({
  startedDateTime: '2026-03-01T12:00:00Z',
  time: 1,
  ...times,
  request: { method, url },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { text: JSON.stringify(body) },
  },
})

const har = (entries: readonly object[]): string => JSON.stringify({ log: { entries } })

const CONTROLS = '\u001b]0;title\u0007\u001b[31m\u009b\u202e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

const HOSTILE_ENTRIES: readonly (readonly [string, readonly object[]])[] = [
  ['URLs that are none', ['', 'x', '/v3', 'http://[', 'http://h:99999/v3'].map((url) => entry({ url }))],
  ['schemes', ['javascript:1', 'data:,x', 'file:///etc/passwd'].map((url) => entry({ url }))],
  ['control characters', [entry({ url: PUBLICATION + CONTROLS, method: CONTROLS, body: { a: CONTROLS } })]],
  [
    'names of every object',
    [entry({ method: '__proto__' }), entry({ body: JSON.parse('{"__proto__":{"ExternalId":1}}') })],
  ],
  [
    'dates that no calendar has',
    ['2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', 'x'].map(
      (startedDateTime) => entry({ startedDateTime }),
    ),
  ],
]

it.each(HOSTILE_ENTRIES)(
  'a recording with %s is explained, and compared by drift',
  { timeout: 60_000 },
  async (_, entries) => {
    const { url } = await startServer()
    const file = fileWith('traffic.har', har(entries))
    const since = fileWith('profile.yaml', '{}')
    const words = ['drift', url, '--agency', AGENCY, '--since', since, '--only', 'CAT-01', '--journal', file]
    const ran = await Promise.all([command.run(['explain', file]), command.run(words)])
    for (const { code, stdout, stderr } of ran) {
      expect([0, 1, 4]).toContain(code)
      expect(stdout + stderr).not.toMatch(CONTROL)
      expect(stderr).not.toMatch(/^\s+at /m)
      expect(stdout).toMatch(/\.\n/)
    }
  },
)

it('a recording that memory cannot hold is refused with a sentence', { timeout: 60_000 }, async () => {
  const file = fileWith('traffic.har', `{"log":{"entries":[${'[],'.repeat(4_000_000)}[]]}}`)
  const { code, stderr } = await command.run(['explain', file], { NODE_OPTIONS: '--max-old-space-size=128' })
  expect(code).toBe(2)
  expect(stderr).toMatch(/not enough memory/)
})

it('a report shows a thousand findings of a recording, and counts the others', {
  timeout: 60_000,
}, async () => {
  const entries = Array.from({ length: 1_200 }, () => entry({}))
  const { breaches } = explain(readHar(har(entries)))
  const { code, stdout } = await command.run(['explain', fileWith('traffic.har', har(entries))])
  expect([code, stdout.match(/^VIOLATION/gm)?.length]).toEqual([1, 1_000])
  expect(stdout).toContain(`Left: ${breaches.length - 1_000} further findings`)
})

const RECORDINGS: Readonly<Record<string, (at: number) => object>> = {
  'that overlap all others': () => entry({ time: 1e12 }),
  'that overlap, with writes': (at) => entry({ time: 1e12, method: at % 2 ? 'GET' : 'PATCH' }),
  'of ever further pages': (at) =>
    entry({
      url: `http://service.example/v3/consultas/${AGENCY}?pagina=${at + 1}&operador=x`,
      body: {
        _links: { next: { href: `http://service.example/v3/consultas/${AGENCY}?pagina=${at + 2}` } },
        _entries: [{ href: `/v3/consultas/${at}` }],
      },
    }),
  'of ever further lists of brands': (at) =>
    entry({
      url: `http://service.example/v3/marcas${at}`,
      body: { _links: {}, _entries: [{ Nombre: `b${at}`, Codenames: [] }] },
    }),
}

it.each(Object.entries(RECORDINGS))(
  'exchanges %s are judged in linear time',
  { timeout: 120_000, retry: 2 },
  (_, make) => {
    const fastestMs = (count: number) => {
      const recording = readHar(har(Array.from({ length: count }, (__, at) => make(at))))
      const times = Array.from({ length: 2 }, () => {
        const startMs = performance.now()
        explain(recording)
        return performance.now() - startMs
      })
      return Math.min(...times)
    }
    fastestMs(400)
    // Fewer fit into the space of new objects, and cost next to no collection.
    expect(fastestMs(12_800)).toBeLessThan(12 * fastestMs(1_600))
  },
)

const LONG = 'x'.repeat(1_800_000)

it.each([
  ['an option', `publications/suspend-twice: ${LONG}\n`, /expected one of 409, 200.*1800\d+ characters/],
  ['a key', JSON.stringify({ [LONG]: 1 }), /no such assumption/],
  [
    '4,000 keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, 1]))),
    /k0/,
  ],
])('the sentence about a profile with %s that never ends is short', async (_, text, sentence) => {
  const { code, stderr } = await command.run(['serve', '--port', '0', '--profile', fileWith('p.yaml', text)])
  expect(code).toBe(2)
  expect(stderr).toMatch(sentence)
  expect(stderr.length).toBeLessThan(10_000)
})
