import { expect, it } from 'vitest'
import { optionRows } from '../support/option-packs.ts'
import { accusations, learnAlone, mislearned } from './learning.ts'
import { INDISTINGUISHABLE, UNOBSERVABLE } from './unobservable.ts'

/** Every option that a client can observe is learned alone: `learned-options.test.ts` combines them. */

for (const row of optionRows.filter(({ id }) => !(id in UNOBSERVABLE))) {
  const { id, option } = row
  const seenAs = INDISTINGUISHABLE[id]?.[option] ?? option
  it(`${id}=${option} is learned back${seenAs === option ? '' : ` as ${seenAs}`}`, async () => {
    const report = await learnAlone(row)
    expect(accusations(report)).toEqual([])
    expect(mislearned(report, [row])).toEqual([])
  })
}
