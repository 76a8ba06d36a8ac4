import { firstOf } from '../../text/first-of.ts'
import type { ClientCall } from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'
import { noticedChanges, takenForOthers } from './between-readings.ts'
import { changedOnTheWay } from './round-trip.ts'

/** Returns what the client does with values that are others than undisturbed, and that it was shown. */
export const otherValues = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  if (variant.kind === 'option') return undefined
  const { fault } = variant
  if (fault === 'ids-in-other-case') {
    const others = takenForOthers(calls, undisturbed)
    return others.length > 0 ? `it compares ids case-sensitively: it ${named(others)}` : undefined
  }
  if (fault === 'changed-between') {
    const { seen, missed } = noticedChanges(calls, undisturbed)
    return seen.length > 0 && missed.length > 0
      ? `it edits what shows another ${named(seen)}, and leaves what shows another ${named(missed)}, which it writes too`
      : undefined
  }
  const changed = variant.changesContent ? changedOnTheWay(calls, undisturbed) : []
  return changed.length > 0 ? `it writes back changed values: ${named(changed)}` : undefined
}

const MOST_NAMED = 5

/** Names the first of several things. */
const named = (all: readonly string[]): string => firstOf(all, MOST_NAMED).join(', ')
