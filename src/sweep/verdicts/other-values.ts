import { firstOf } from '../../text/first-of.ts'
import type { ClientCall } from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'
import { noticedChanges, unusualSteps } from './noticed-changes.ts'
import { changedValues } from './round-trip.ts'

/** Returns what the client does wrong with values that a fault changes. */
export const otherValues = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  if (variant.kind === 'option') return undefined
  const { fault } = variant
  if (fault === 'ids-in-other-case') {
    const others = unusualSteps(calls, undisturbed)
    return others.length > 0 ? `it compares ids case-sensitively: it ${named(others)}` : undefined
  }
  if (fault === 'changed-between') {
    const { seen, missed } = noticedChanges(calls, undisturbed)
    return seen.length > 0 && missed.length > 0
      ? `it edits publications with a changed ${named(seen)}, but not those with a changed ${named(missed)}, which it writes too`
      : undefined
  }
  const changed = variant.changesContent ? changedValues(calls, undisturbed) : []
  return changed.length > 0 ? `it writes back changed values: ${named(changed)}` : undefined
}

const MAX_NAMED = 5

/** Lists the first of several names. */
const named = (all: readonly string[]): string => firstOf(all, MAX_NAMED).join(', ')
