import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { RULES } from '../../contracts/rules/rule-table.ts'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import { program, sourcesUnder } from './sources.ts'
import { allStatements, wrongCitations } from './statements.ts'

const ids = new Set<string>(assumptions.map(({ id }) => id))
// Ids of clauses and of rules have the same form.
const clauseIds = new Set<string>([
  ...clauses.flatMap(({ id, rule = id }) => [id, rule]),
  ...Object.keys(RULES),
])
const SECTIONS = [...new Set([...ids].map((id) => id.split('/')[0]))].join('|')

// Between backticks or quotes, so that paths such as `./errors.ts` do not match.
const CITED = new RegExp(`[\`'"](?:--set )?((?:${SECTIONS})/[a-z]+(?:-[a-z]+)*)(?=[\`'"=])`, 'g')

const everything = sourcesUnder('src', 'test', 'contracts')

it('every statement that a source cites exists', () => {
  // The tests of the kit cite one that does not exist, on purpose.
  const wrong = everything
    .filter(({ path }) => !path.startsWith('test/kit/'))
    .flatMap(({ path, text }) => wrongCitations(text).map((citation) => `${path}: ${citation}`))
  expect(wrong).toEqual([])
})

it('every assumption that a source cites exists', () => {
  const wrong = everything
    .filter(({ path }) => !path.endsWith('.test.ts') || path.startsWith('test/coverage/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(CITED)].flatMap(([, id = '']) =>
        ids.has(id) || clauseIds.has(id) ? [] : [`${path}: ${id}`],
      ),
    )
  expect(wrong).toEqual([])
})

it('the pattern of a citation matches the program', () => {
  const cited = program().flatMap(({ text }) => [...text.matchAll(CITED)].map(([, id]) => id))
  expect(new Set(cited).size).toBeGreaterThan(100)
})

it('the program cites every statement: in a docstring, an operation, an issue or an assumption', () => {
  const text = program()
    .map((source) => source.text)
    .join('\n')
  expect(allStatements().filter((id) => !text.includes(id))).toEqual([])
})
