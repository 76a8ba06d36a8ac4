import { assumptions, defaultProfile, withOptions } from '../../api/assumptions/profile.ts'
import { CIRCUMSTANCES } from './circumstances.ts'
import { FAULTS } from './faults.ts'

const switchable: readonly string[] = assumptions.filter(({ switchable: is }) => is).map(({ id }) => id)

/** All names that `--only` accepts, except those of single options and exchanges. */
export const variantNames: readonly string[] = [
  ...FAULTS.map(({ name }) => name),
  ...Object.keys(CIRCUMSTANCES),
  ...switchable,
]

/** Returns whether a name for `--only` selects variants: one, all of an assumption, or all of a fault. */
export const isVariantName = (name: string): boolean => {
  if (variantNames.includes(name)) return true
  const [, fault] = /^([^=@]+)@.+#\d+$/.exec(name) ?? []
  if (fault !== undefined) return FAULTS.some(({ name: known }) => known === fault)
  const [, assumption = '', option] = /^([^=@]+)=(.+)$/s.exec(name) ?? []
  return switchable.includes(assumption) && isOption(assumption, option)
}

/** Returns whether `--only` with these names selects a variant. */
export const isSelected = (id: string, only: readonly string[] | undefined): boolean =>
  only === undefined ||
  only.some((start) => id === start || (id.startsWith(start) && /^[=@]/.test(id.slice(start.length))))

const isOption = (assumption: string, option: string | undefined): boolean => {
  try {
    withOptions(defaultProfile, { [assumption]: option }, 'given')
    return true
  } catch {
    return false
  }
}
