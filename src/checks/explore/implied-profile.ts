import type { ObservedOption } from '../../../contracts/rules/judgement.ts'
import { type AssumptionId, writtenOption } from '../../api/assumptions/profile.ts'

/** An option that responses imply. */
export interface ImpliedOption {
  readonly id: AssumptionId
  readonly option: string
  /** Number of the exchange that shows it first. */
  readonly exchange: number
}

/** Returns the options on which all responses agree, as in a profile. */
export const impliedProfile = (observed: readonly ObservedOption[]): readonly ImpliedOption[] => {
  const byId = new Map<AssumptionId, ObservedOption[]>()
  for (const one of observed) {
    const known = byId.get(one.id)
    if (known) known.push(one)
    else byId.set(one.id, [one])
  }
  return [...byId].flatMap(([id, all]) => {
    const [first] = all
    const isOne = new Set(all.map(({ option }) => option)).size === 1
    return first && isOne && writtenOption(id, first.option) !== undefined
      ? [{ id, option: first.option, exchange: first.exchange.number }]
      : []
  })
}
