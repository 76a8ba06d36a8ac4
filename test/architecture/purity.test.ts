import { expect, it } from 'vitest'
import { isTest, pathsUnder, program, type Source, sourcesUnder } from '../coverage/sources.ts'
import { everything } from './import-graph.ts'

interface Banned {
  readonly word: RegExp
  readonly instead: string
}

/** What a pure function of a world may not use, and what it uses instead. */
const IMPURE: readonly Banned[] = [
  { word: /\bDate\.now\b/, instead: "the world's time (timeOf, nowMs)" },
  { word: /\bnew Date\(\s*\)/, instead: "the world's time (timeOf, nowMs)" },
  { word: /\bperformance\.now\b/, instead: "the world's time (timeOf, nowMs)" },
  { word: /\bMath\.random\b/, instead: 'chance(seed)' },
  { word: /\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/, instead: 'chance(seed), or a number of the world' },
  { word: /\bprocess\.env\b/, instead: 'an argument from the command line' },
  { word: /\bfetch\(/, instead: 'an answer that says what is needed (needsPhotos)' },
  {
    word: /\bsetTimeout\b|\bsetInterval\b|\basync\b|\bawait\b/,
    instead: 'a synchronous function; waiting belongs to the rim',
  },
  { word: /\bconsole\./, instead: 'the decision in the answer, or the journal' },
]

const PURE = /^src\/(wire|assumptions|domain|http|resources)\//

const found = (sources: readonly Source[], banned: readonly Banned[]): string[] =>
  sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      banned
        .filter(({ word }) => word.test(line))
        .map(({ word, instead }) => `${path}:${i + 1} has ${word}; use ${instead}`),
    ),
  )

/** Comments and texts, from left to right, so that a quote inside of one opens nothing. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** The source without its prose, line by line as it was. */
const code = (source: Source): Source => {
  const text = source.text.replace(PROSE, (prose) => prose.replace(/[^\n]/g, '_'))
  return { ...source, text, lines: text.split('\n') }
}

/** These lines hold the words that they forbid. */
const OWN = /^test\/tidy\//

it('pure rooms know no clock, chance, environment, network or waiting', () => {
  expect(
    found(
      program()
        .filter(({ path }) => PURE.test(path))
        .map(code),
      IMPURE,
    ),
  ).toEqual([])
})

const UNTYPED: readonly Banned[] = [
  { word: /:\s*any\b|<any\b|\bany\[\]|\bas any\b/, instead: 'unknown, or a schema that tells what it is' },
  { word: /\benum\s+\w+\s*\{|^\s*namespace\s/, instead: 'a table of words' },
]

it('no type is given up', () => {
  // The one place where tests look into whatever was answered.
  const sources = everything().filter(({ path }) => !OWN.test(path) && path !== 'test/support/miniature.ts')
  expect(found(sources.map(code), UNTYPED)).toEqual([])
})

const instead = 'the type that is meant'

it('the compiler is silenced nowhere, and contradicted only where a test expects its error', () => {
  const sources = everything().filter(({ path }) => !OWN.test(path))
  expect(found(sources, [{ word: /@ts-(ignore|nocheck)/, instead }])).toEqual([])
  expect(
    found(
      sources.filter((source) => !isTest(source)),
      [{ word: /@ts-expect-error/, instead }],
    ),
  ).toEqual([])
})

it('no test is switched off', () => {
  const off: Banned = {
    word: /\b(it|test|describe)\.(skip|only|todo|fails)\b|\b(xit|xdescribe|fit|fdescribe)\(/,
    instead: 'a test that runs, or none',
  }
  expect(
    found(
      everything()
        .filter((source) => isTest(source) && !OWN.test(source.path))
        .map(code),
      [off],
    ),
  ).toEqual([])
})

it('no path of one machine stands in a source', () => {
  const local: Banned = {
    word: /['"`\s(](?:\/(?:home|Users|root|work|mnt|tmp)\/|[A-Z]:\\)/,
    instead: 'a path from import.meta.url, or os.tmpdir()',
  }
  expect(
    found(
      everything().filter(({ path }) => !OWN.test(path)),
      [local],
    ),
  ).toEqual([])
})

it('every cast stands beside a comment that says why it holds', () => {
  const bare = sourcesUnder('src')
    .filter((source) => !isTest(source))
    .flatMap((source) => {
      const bareLines = code(source).lines
      return source.lines.flatMap((line, i) => {
        const cast = /\sas\s+(?!const\b)[\w{([]/.test(bareLines[i] ?? '') && !isRenaming(source, i)
        const told =
          line.includes('//') || isComment(source.lines[i - 1]) || (source.lines[i - 1] ?? '').includes(' // ')
        return cast && !told ? [`${source.path}:${i + 1} ${line.trim()}`] : []
      })
    })
  expect(bare).toEqual([])
})

const isComment = (line: string | undefined): boolean => /^\s*(\/\/|\*|\/\*)/.test(line ?? '')

/** `import { a as b }`, `import * as z`, `[A in B as C]`: other names, no casts. Lists may run over lines. */
const isRenaming = ({ lines }: Source, at: number): boolean => {
  const line = lines[at] ?? ''
  if (/^\s*(import|export)\b/.test(line)) return !/=/.test(line)
  if (/\[\w+ in .* as /.test(line)) return true
  const opening = lines
    .slice(0, at + 1)
    .findLast((candidate) => /^(import|export)\b.*\{$/.test(candidate) || /^[^\s}]/.test(candidate))
  return /^(import|export)( type)? \{$/.test(opening ?? '')
}

it('no folder and no file has a name that says nothing', () => {
  const empty = /(^|\/)(utils?|helpers?|types|misc|shared|managers?)(\.test)?(\.ts)?(\/|$)|^src\/(.*\/)?common-/
  const paths = ['src', 'test', 'fixtures', 'scenarios', 'contracts'].flatMap(pathsUnder)
  expect(paths.filter((path) => empty.test(path))).toEqual([])
})

it('files are named in kebab case', () => {
  const names = ['src', 'test', 'fixtures'].flatMap(pathsUnder).map((path) => path.slice(path.lastIndexOf('/') + 1))
  expect(names.filter((name) => name.endsWith('.ts') && !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(name))).toEqual(
    [],
  )
})

const MOST_LINES = 450

it(`no file of the program is longer than ${MOST_LINES} lines, unless it is a table`, () => {
  const long = program().filter(({ path, lines }) => lines.length > MOST_LINES && !path.startsWith('src/assumptions/'))
  expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
})
