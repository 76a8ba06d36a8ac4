import { expect, it } from 'vitest'
import { check, type ReportedClause } from '../../src/cli/entries/kit-entry.ts'
import { startPrismMock } from './prism-mock.ts'
import { AGENCY } from './targets.ts'

/**
 * An independent service: Prism, from the committed document alone. It keeps the shapes and stores nothing.
 * Every failure of a clause must have one of these reasons.
 */

interface Reason {
  readonly why: string
  explains(accused: ReportedClause, expected: string, got: string): boolean
}

const SECTIONS_OF_QUERIES = ['inquiries', 'operators', 'relations']

const REASONS: readonly Reason[] = [
  {
    why: 'it cannot write an object as text/json, and answers 500',
    explains: ({ id }, _, got) => /^common\/.*-in-full$/.test(id) && got === '500',
  },
  {
    why: 'it does not look at If-None-Match',
    explains: (_, expected, got) => expected === 'status 304' && got === '200',
  },
  {
    why: 'it has an example for every address, so nothing is missing',
    explains: ({ id }, expected, got) =>
      id === 'webhooks/every-configured-topic-is-listed' ||
      (/unknown|unavailable|unconfigured|nothing|belongs-to-its-agency/.test(id) &&
        /\b404\b/.test(expected) &&
        got === '200'),
  },
  {
    why: 'its example is the same for every query and every id',
    explains: ({ section, leaves }, expected) =>
      SECTIONS_OF_QUERIES.includes(section) && leaves === 'nothing' && !expected.startsWith('status'),
  },
  {
    why: 'it answers every search for a model with the same example',
    explains: ({ id }, expected) =>
      (id === 'catalogue/listed-models-are-found-within-their-brand' && expected.startsWith('Nombre ')) ||
      id === 'catalogue/a-model-is-found-by-part-of-its-name',
  },
  {
    why: 'it knows only the rules that a schema can express',
    explains: (_, expected, got) => /^status .*\b(400|409)\b/.test(expected) && /^20[01]$/.test(got),
  },
  {
    why: 'it reports a broken body in its own problem',
    explains: ({ id }) => id === 'errors/entry-level-problems',
  },
  {
    why: 'it keeps nothing of what is sent, and shows its example instead',
    explains: ({ leaves }, _, got) => leaves !== 'nothing' && got !== '500',
  },
]

const reasonsFor = (accused: ReportedClause): Reason[] => {
  const { expected = '', got = '' } = accused.violation ?? {}
  return REASONS.filter(({ explains }) => explains(accused, expected, got))
}

it('a stateless mock fails for its real faults, and for no other', async () => {
  const mock = await startPrismMock()
  const report = await check({
    url: mock.url,
    agency: AGENCY,
    concurrency: 8,
    patienceMs: 500,
  }).finally(mock.close)
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed')
  const unexplained = failed.filter((entry) => reasonsFor(entry).length === 0)
  expect(unexplained.map(({ id, violation }) => [id, violation?.expected, violation?.got])).toEqual([])
  const used = new Set(failed.flatMap(reasonsFor))
  expect(REASONS.filter((reason) => !used.has(reason)).map(({ why }) => why)).toEqual([])
  expect(
    report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id, reason }) => [id, reason]),
  ).toEqual([])
  expect(report).toMatchObject({ exitCode: 1, stopped: null, interrupted: false })
  // Shapes, members and bounds hold, so most clauses pass.
  expect(report.summary.passed + report.summary.observed).toBeGreaterThan(failed.length)
  await expect(fetch(mock.url)).rejects.toThrow()
}, 120_000)
