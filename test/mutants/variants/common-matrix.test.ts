import { expect, it } from 'vitest'
import { clauses } from '../../../contracts/index.ts'
import type { Assumption } from '../../../src/api/assumptions/assumption.ts'
import { optionWords } from '../../../src/api/assumptions/options.ts'
import { assumptions } from '../../../src/api/assumptions/profile.ts'
import type { Clause } from '../../../src/kit/runner/clause.ts'
import type { ClauseResult } from '../../../src/kit/runner/clause-run.ts'
import { runClausesAgainst } from '../support/wrong-server.ts'

/** The clauses on the protocol fail under no option alone, and learn those that show. */

const sectionClauses = clauses.filter(({ id }) => /^(common|entry-point|catalogue|errors)\//.test(id))

/** Assumptions whose options need a setting of the caller: vendor word, credentials, patience. */
const CALLER_SETTINGS = /^(common\/vendor|auth\/scheme|limits\/rate)$/

/**
 * Assumptions of these sections may show in any response; others concern the clauses that cite their
 * statements, and those that write.
 */
const ANYWHERE = /^(common|catalogue|errors|versioning)\//

const touchedBy = ({ id, statements }: Assumption): readonly Clause[] =>
  sectionClauses.filter(
    (clause) =>
      ANYWHERE.test(id) ||
      clause.needs.length > 0 ||
      clause.statements.some((one) => statements.includes(one)),
  )

/** Assumptions that these clauses learn. */
const LEARNABLE = [
  'common/href-form',
  'common/accept-unsupported',
  'common/content-type-unsupported',
  'common/answer-content-type',
  'common/etag-elsewhere',
  'common/cache-headers',
  'common/types',
  'common/null-members',
  'common/unknown-members',
  'common/write-to-unknown',
  'catalogue/detail-media-type',
  'catalogue/no-match',
  'errors/not-found',
  'errors/member-casing',
  'errors/keys',
  'errors/how-many',
  'errors/precondition-type',
  'versioning/deprecation',
]

const textOf = (entry: Assumption, word: string): string => {
  const example = entry.options[word]?.value?.example
  return example === undefined ? word : `${word}:${Array.isArray(example) ? example.join(',') : example}`
}

const failuresIn = (results: readonly ClauseResult[]) =>
  results
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    .map(({ clause, violation, reason }) => [clause.id, violation?.expected ?? reason, violation?.got])

const learnedIn = (results: readonly ClauseResult[], id: string): readonly string[] => [
  ...new Set(
    results.flatMap(({ learned }) => learned.filter((one) => one.id === id).map(({ option }) => option)),
  ),
]

const variants = assumptions
  .filter(({ id, switchable }) => switchable && !CALLER_SETTINGS.test(id))
  .flatMap((entry: Assumption) =>
    optionWords(entry)
      .slice(1)
      .map((word) => [entry.id, textOf(entry, word), touchedBy(entry)] as const),
  )

it.each(variants)(
  'no clause fails under %s=%s, and it is learned where it shows',
  async (id, option, touched) => {
    const results = await runClausesAgainst(touched, { profile: { [id]: option } })
    expect(failuresIn(results)).toEqual([])
    if (LEARNABLE.includes(id)) expect(learnedIn(results, id)).toEqual([option])
  },
)

it('the defaults are learned too', async () => {
  const results = await runClausesAgainst(sectionClauses, {})
  const defaults = assumptions
    .filter(({ id }) => LEARNABLE.includes(id))
    .map((entry: Assumption) => [entry.id, [optionWords(entry)[0]]])
  expect(LEARNABLE.map((id) => [id, learnedIn(results, id)]).sort()).toEqual(defaults.sort())
})
