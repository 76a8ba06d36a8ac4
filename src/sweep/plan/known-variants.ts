import { assumptions, defaultProfile, withOptions } from '../../assumptions/profile.ts'
import { operations } from '../../resources/index.ts'
import { exchangeFaults } from '../faults/fault-kinds.ts'
import { worldFaults } from '../faults/world-faults.ts'
import { pairIds } from './pairs.ts'

const switchable: readonly string[] = assumptions.filter(({ switchable: is }) => is).map(({ id }) => id)
const operationIds = new Set<string>(operations.all.map(({ id }) => id))

/** Returns whether an id names an option, a fault or a pair that a sweep of this release can try. */
export const isKnownVariant = (id: string): boolean => pairIds(id)?.every(isKnownSingle) ?? isKnownSingle(id)

const isKnownSingle = (id: string): boolean => {
  const [, assumption, option] = /^([^=@]+)=(.+)$/s.exec(id) ?? []
  if (assumption !== undefined) return switchable.includes(assumption) && isOption(assumption, option)
  const [, fault, operation] = /^([^=@]+)@(.+)#\d+$/.exec(id) ?? []
  if (fault !== undefined) return Object.hasOwn(exchangeFaults, fault) && operationIds.has(operation ?? '')
  return Object.hasOwn(worldFaults, id)
}

/** Returns whether a name for `--only` selects variants: one, all of an assumption, or all of a fault. */
export const isVariantName = (name: string): boolean =>
  isKnownVariant(name) || switchable.includes(name) || Object.hasOwn(exchangeFaults, name)

/** All names that `--only` accepts, except those of single options and exchanges. */
export const variantNames: readonly string[] = [
  ...Object.keys(exchangeFaults),
  ...Object.keys(worldFaults),
  ...switchable,
]

const isOption = (assumption: string, option: string | undefined): boolean => {
  try {
    withOptions(defaultProfile, { [assumption]: option }, 'given')
    return true
  } catch {
    return false
  }
}
