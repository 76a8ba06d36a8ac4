import { expect, it } from 'vitest'
import { optionWords } from '../../../src/api/assumptions/options.ts'
import { assumptions } from '../../../src/api/assumptions/profile.ts'
import { deliveryFailuresOn } from './delivery-failures.ts'

/** The clauses on deliveries fail on no legal option alone. */

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
  expect(await deliveryFailuresOn({ profile: { [id]: option } })).toEqual([])
})
