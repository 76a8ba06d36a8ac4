import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { optionWords } from '../../src/assumptions/options.ts'
import { assumptions } from '../../src/assumptions/profile.ts'
import { runClausesAgainst, type WrongServer } from './wrong-server.ts'

/** The clauses on deliveries fail on no legal option alone. */

const sectionClauses = clauses.filter(({ id }) => id.startsWith('deliveries'))

const failuresOn = async (wrong: Partial<WrongServer>): Promise<string[]> =>
  (await runClausesAgainst(sectionClauses, wrong))
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    .map(
      ({ clause, violation, reason }) => `${clause.id}: ${violation?.expected ?? reason}, ${violation?.got}`,
    )

const ELSEWHERE = [
  ['common/href-form', 'absolute'],
  ['common/null-members', '400'],
  ['common/unknown-members', '400'],
  ['publications/precondition-required', '428'],
] as const

const options = [
  ...assumptions
    .filter(({ id, switchable }) => switchable && id.startsWith('events/') && id !== 'events/topics')
    .flatMap((entry) => optionWords(entry).map((word) => [entry.id, word] as const)),
  ['events/topics', 'list:nueva-consulta'] as const,
  ['events/topics', 'list:nueva-consulta,publicacion-estado'] as const,
  ...ELSEWHERE,
]

it.concurrent.each(options)('no clause on deliveries fails under %s=%s', async (id, option) => {
  expect(await failuresOn({ profile: { [id]: option } })).toEqual([])
})
