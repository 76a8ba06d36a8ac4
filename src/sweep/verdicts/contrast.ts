import { isCreate, isRead, ownPath } from '../faults/client-call.ts'
import { CHANGED_OWN } from '../faults/own-changes.ts'
import { FORMER_PRICE } from '../faults/price-faults.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { leavesChange } from './between-readings.ts'
import { isCrash, isUnread } from './crash.ts'
import { fromFormerPrice } from './habits.ts'
import { failingTests, failsOtherwise } from './judge.ts'
import { namesFailure } from './refusals.ts'
import { unseenCurrency } from './unseen-currency.ts'
import { unusualLines } from './unusual-lines.ts'

/** A run that a client survives in part or whole, and one to compare it with. */
export interface ContrastedRuns {
  readonly undisturbed: Undisturbed
  readonly survived: ClientRun
  readonly other: ClientRun
  /** The member that is changed in that one. */
  readonly changes?: string | undefined
}

/**
 * Returns what a client does that fails in one run, or shows in its requests, and not in the run that it has
 * to survive; undefined where nothing distinguishes them.
 */
export const toldByContrast = (
  { fault, weakness }: { readonly fault: string; readonly weakness: string },
  { undisturbed, survived, other, changes }: ContrastedRuns,
): string | undefined => {
  if (fault === CHANGED_OWN)
    return changes !== undefined &&
      leavesChange({ usual: undisturbed.run.calls, seen: survived.calls, other: other.calls }, changes)
      ? `it does not notice that another client has changed ${changes}, which it writes`
      : undefined
  if (fault === FORMER_PRICE) {
    const [usual, higher, higherAfterList] = [undisturbed.run, survived, other].map(({ calls }) => calls)
    const amount = usual && higher && higherAfterList && fromFormerPrice({ usual, higher, higherAfterList })
    return (
      amount && `it writes a price computed from a list, although it has read a newer one since: ${amount}`
    )
  }
  const taken = TAKEN[fault]
  if (taken !== undefined) return isPassedOver({ undisturbed, survived, other }) ? taken : undefined
  const failures = furtherFailures({ undisturbed, survived, other })
  if (fault !== 'currency-unseen') return failures.length > 0 ? `it ${weakness}` : undefined
  return unseenCurrency({
    usual: undisturbed.run,
    otherCurrency: survived,
    otherAmounts: other,
    failures,
  })
}

/** What a client does that says nothing of a create that is refused with 409. */
const TAKEN: Readonly<Record<string, string>> = {
  'full-unnoticed':
    'it treats every 409 of a create as "already exists": it is silent about a full package, but not about 403',
  'id-taken':
    'it takes a publication of another client for its own: after 409 it reads nothing and is silent, but not after 403',
}

/** What a client may call a refusal that it has understood. */
const UNDERSTOOD = /\b(?:full|package|exposi|paquete|cupo|lugar|taken|conflict|duplica|refus|reject)/i
const FRAMES = /^.*(?:node:|file:\/\/|\bat ).*$/gm

/** True where a client names one refusal of a create, and goes on after another without a look or a word. */
const isPassedOver = ({ undisturbed, survived, other }: ContrastedRuns): boolean => {
  const usual = undisturbed.run.output
  const [silent, said] = [survived, other].map((run) => unusualLines(run.output, usual))
  const at = survived.calls.findIndex((call) => isCreate(call) && call.response?.status === 409)
  const refused = survived.calls[at]
  return (
    failsOtherwise(survived, undisturbed) &&
    failsOtherwise(other, undisturbed) &&
    said !== undefined &&
    // One that breaks off over the other refusal does not break off over this one.
    (namesFailure(said) || isCrash(other.output, usual) || isUnread(other.output, usual)) &&
    silent !== undefined &&
    !namesFailure(silent) &&
    !UNDERSTOOD.test(silent.replaceAll(FRAMES, '')) &&
    refused !== undefined &&
    !survived.calls.slice(at).some((call) => isRead(call) && ownPath(call).startsWith(ownPath(refused)))
  )
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
