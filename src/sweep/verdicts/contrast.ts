import { CHANGED_OWN } from '../faults/own-changes.ts'
import { FORMER_PRICE } from '../faults/price-faults.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { leavesChange } from './between-readings.ts'
import { fromFormerPrice } from './habits.ts'
import { failingTests, failsOtherwise } from './judge.ts'
import { unseenCurrency } from './unseen-currency.ts'
import { unusualLines } from './unusual-lines.ts'

/** A run that a client survives in part or whole, and one beside which it tells something. */
export interface ContrastedRuns {
  readonly undisturbed: Undisturbed
  readonly survived: ClientRun
  readonly other: ClientRun
  /** The member that is changed in that one. */
  readonly changes?: string | undefined
}

/**
 * Returns what a client does that fails in one run, or shows in its requests, and not in the run that it has
 * to survive; undefined where nothing tells them apart.
 */
export const toldByContrast = (
  { fault, weakness }: { readonly fault: string; readonly weakness: string },
  { undisturbed, survived, other, changes }: ContrastedRuns,
): string | undefined => {
  if (fault === CHANGED_OWN)
    return changes !== undefined &&
      leavesChange({ usual: undisturbed.run.calls, seen: survived.calls, other: other.calls }, changes)
      ? `it does not notice that somebody else has changed ${changes}, which it writes`
      : undefined
  if (fault === FORMER_PRICE) {
    const [usual, higher, higherAfterList] = [undisturbed.run, survived, other].map(({ calls }) => calls)
    const amount = usual && higher && higherAfterList && fromFormerPrice({ usual, higher, higherAfterList })
    return (
      amount && `it writes a price computed from a list, although it has read a newer one since: ${amount}`
    )
  }
  const failures = furtherFailures({ undisturbed, survived, other })
  if (fault !== 'currency-unseen') return failures.length > 0 ? `it ${weakness}` : undefined
  return unseenCurrency({
    usual: undisturbed.run,
    otherCurrency: survived,
    otherAmounts: other,
    failures,
  })
}

/** Returns what is printed of the tests that fail in one run only: of each, or of all as one text. */
const furtherFailures = ({ undisturbed, survived, other }: ContrastedRuns): readonly string[] => {
  if (!failsOtherwise(other, undisturbed)) return []
  const printed = unusualLines(other.output, undisturbed.run.output)
  if (undisturbed.passing) {
    const former = new Set(failingTests(survived, undisturbed))
    return failingTests(other, undisturbed).some((name) => !former.has(name)) ? [printed] : []
  }
  const [former, all] = [survived, other].map(({ output }) => failedTests(output))
  if (!former || !all || all.size === 0) return failsOtherwise(survived, undisturbed) ? [] : [printed]
  return [...all].flatMap(([name, text]) => (former.has(name) ? [] : [text]))
}
