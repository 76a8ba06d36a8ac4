import { expect, it } from 'vitest'
import { TRANSITIONS } from '../../src/model/domain/publications/lifecycle.ts'

/** Rows of the description's table of states that start from a publication. */
const ROWS = [
  ['active', 'suspend', 'suspended'],
  ['suspended', 'reactivate', 'active'],
  ['active', 'archive', 'archived'],
  ['suspended', 'archive', 'archived'],
]

it('the transitions of a publication are those of the description, and archived has none (PUB-29, PUB-30, PUB-31, PUB-37)', () => {
  const steps = Object.entries(TRANSITIONS).flatMap(([from, ways]) =>
    Object.entries(ways).map(([step, to]) => [from, step, to]),
  )
  expect(steps.sort()).toEqual([...ROWS].sort())
  expect(TRANSITIONS.archived).toEqual({})
})
