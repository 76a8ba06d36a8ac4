import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { assumptions } from '../../src/assumptions/profile.ts'
import { program, sourcesUnder } from './sources.ts'
import { allStatements, wrongCitations } from './statements.ts'

const ids = new Set<string>(assumptions.map(({ id }) => id))
// Clauses have addresses of the same form.
const addresses = new Set<string>(clauses.map(({ id }) => id))
const SECTIONS = [...new Set([...ids].map((id) => id.split('/')[0]))].join('|')

// Between backticks or quotes; a path such as `./errors.ts` is none.
const CITED = new RegExp(`[\`'"](?:--set )?((?:${SECTIONS})/[a-z]+(?:-[a-z]+)*)(?=[\`'"=])`, 'g')

const everything = sourcesUnder('src', 'test', 'contracts')

it('every statement that a source cites exists', () => {
  // The tests of the command line ask for one that does not, on purpose.
  const wrong = everything
    .filter(({ path }) => !path.startsWith('test/kit/'))
    .flatMap(({ path, text }) => wrongCitations(text).map((citation) => `${path}: ${citation}`))
  expect(wrong).toEqual([])
})

it('every assumption that a source cites exists', () => {
  const wrong = everything
    .filter(({ path }) => !path.endsWith('.test.ts') || path.startsWith('test/census/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(CITED)].flatMap(([, id = '']) => (ids.has(id) || addresses.has(id) ? [] : [`${path}: ${id}`])),
    )
  expect(wrong).toEqual([])
})

it('the program cites assumptions at all, so that the pattern of a citation is known to work', () => {
  const cited = program().flatMap(({ text }) => [...text.matchAll(CITED)].map(([, id]) => id))
  expect(new Set(cited).size).toBeGreaterThan(100)
})

it('every statement is touched by the program: cited in a docstring, an operation, a fault or an assumption', () => {
  const text = program()
    .map((source) => withRanges(source.text))
    .join('\n')
  expect(allStatements().filter((id) => !text.includes(id))).toEqual([])
})

/** `PUB-03 .. PUB-05` names PUB-04 too. */
const withRanges = (text: string): string =>
  text.replace(/\b([A-Z]{3})-(\d\d) \.\. \1-(\d\d)\b/g, (_, chapter: string, from: string, to: string) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (__, i) => `${chapter}-${String(Number(from) + i).padStart(2, '0')}`,
    ).join(' '),
  )

const statements = new URL('../../../shared/spec/statements.md', import.meta.url)

it.skipIf(!existsSync(statements))('the counted statements are those of the numbered list', () => {
  const rows = [...readFileSync(statements, 'utf8').matchAll(/^\| ([A-Z]{3}-\d\d) \|/gm)].map(([, id]) => id)
  expect(rows.sort()).toEqual(allStatements().sort())
})
