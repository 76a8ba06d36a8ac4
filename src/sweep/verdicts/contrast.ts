import {
  type ClientCall,
  callKey,
  idInBody,
  idInPath,
  isCreate,
  isRead,
  operationsIn,
  ownPath,
} from '../faults/client-call.ts'
import { jsonMembers, membersIn } from '../faults/json-walk.ts'
import { CHANGED_OWN } from '../faults/own-changes.ts'
import { FORMER_PRICE } from '../faults/price-faults.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { isCrash, isParseError } from './crash.ts'
import { fromOutdatedPrice } from './habits.ts'
import { failingTests, failsDifferently } from './judge.ts'
import { leavesChange } from './noticed-changes.ts'
import { namesFailure } from './refusals.ts'
import { unseenCurrency } from './unseen-currency.ts'
import { unusualLines } from './unusual-lines.ts'

/** A run that a client survives, at least in part, and a run to compare it with. */
export interface ContrastedRuns {
  readonly undisturbed: Undisturbed
  readonly survived: ClientRun
  readonly other: ClientRun
  /** The member that is changed in the other run. */
  readonly changes?: string | undefined
}

/**
 * Returns what a client does in the other run, but not in the run that it has to survive; undefined if
 * nothing distinguishes them.
 */
export const contrastFinding = (
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
    const amount = usual && higher && higherAfterList && fromOutdatedPrice({ usual, higher, higherAfterList })
    return (
      amount && `it writes a price computed from a list, although it has read a newer one since: ${amount}`
    )
  }
  const taken = TAKEN[fault]
  if (taken !== undefined)
    return continuesAsAfterSuccess({ undisturbed, survived, other }) ? taken : undefined
  const failures = newFailures({ undisturbed, survived, other })
  // A client that does not write because there is no place is right.
  if (fault === 'empty-level' && operationsIn(other.calls) !== operationsIn(survived.calls)) return undefined
  // A client that counts places is right to wonder when it gets one where none is shown.
  if (fault === 'empty-level' && takesEmptyPlace(other.calls)) return undefined
  if (fault !== 'currency-unseen') return failures.length > 0 ? `it ${weakness}` : undefined
  return unseenCurrency({
    usual: undisturbed.run,
    otherCurrency: survived,
    otherAmounts: other,
    failures,
  })
}

/** Returns whether the service gives a place at a level that it shows as empty. */
const takesEmptyPlace = (calls: readonly ClientCall[]): boolean => {
  const levels = calls.flatMap(({ operation, response }) =>
    operation === 'agencies.products'
      ? Object.entries(membersIn(response?.body ?? '')).filter(
          ([, level]) => jsonMembers(level)['Pack'] === 0,
        )
      : [],
  )
  return calls.some((call) => {
    const { Exposicion } = isRead(call) ? {} : membersIn(call.response?.body ?? '')
    return levels.some(([name]) => name === Exposicion)
  })
}

/** Findings about a client that is silent about a create refused with 409, by fault. */
const TAKEN: Readonly<Record<string, string>> = {
  'full-unnoticed':
    'it treats every 409 of a create as "already exists": it is silent about a full package, but not about 403',
  'id-taken':
    'it treats a publication of another client as its own: after 409 it reads nothing and is silent, but not after 403',
}

/** Matches words of a client that has understood a refusal. */
const UNDERSTOOD = /\b(?:full|package|exposi|paquete|cupo|lugar|taken|conflict|duplica|refus|reject)/i
const FRAMES = /^.*(?:node:|file:\/\/|\bat ).*$/gm

/** Returns whether a client reports one refusal of a create, but silently ignores the other. */
const continuesAsAfterSuccess = ({ undisturbed, survived, other }: ContrastedRuns): boolean => {
  const usual = undisturbed.run.output
  const [silent, said] = [survived, other].map((run) => unusualLines(run.output, usual))
  const at = survived.calls.findIndex((call) => isCreate(call) && call.response?.status === 409)
  const refused = survived.calls[at]
  return (
    failsDifferently(survived, undisturbed) &&
    failsDifferently(other, undisturbed) &&
    said !== undefined &&
    // A client that crashes on the other refusal does not crash on this one.
    (namesFailure(said) || isCrash(other.output, usual) || isParseError(other.output, usual)) &&
    silent !== undefined &&
    !namesFailure(silent) &&
    !UNDERSTOOD.test(silent.replaceAll(FRAMES, '')) &&
    refused !== undefined &&
    !looksAt(refused, survived.calls.slice(at + 1), undisturbed.run.calls)
  )
}

/**
 * Returns whether a client reads, after a refused create and before its next write, what the list or that id
 * has, or reads that id later although it does not undisturbed.
 */
const looksAt = (
  refused: ClientCall,
  later: readonly ClientCall[],
  usual: readonly ClientCall[],
): boolean => {
  const end = later.findIndex((call) => call.operation === undefined || !isRead(call))
  const isUsual = (call: ClientCall) => usual.some((other) => callKey(other) === callKey(call))
  return (
    later
      .slice(0, end < 0 ? later.length : end)
      .some((call) => isRead(call) && ownPath(call).startsWith(ownPath(refused))) ||
    later.some((call) => isRead(call) && idInPath(call) === idInBody(refused) && !isUsual(call))
  )
}

/** Returns the output about tests that fail only in the other run, one text each or one for all. */
const newFailures = ({ undisturbed, survived, other }: ContrastedRuns): readonly string[] => {
  if (!failsDifferently(other, undisturbed)) return []
  const printed = unusualLines(other.output, undisturbed.run.output)
  if (undisturbed.passing) {
    const former = new Set(failingTests(survived, undisturbed))
    return failingTests(other, undisturbed).some((name) => !former.has(name)) ? [printed] : []
  }
  const [former, all] = [survived, other].map(({ output }) => failedTests(output))
  if (!former || !all || all.size === 0) return failsDifferently(survived, undisturbed) ? [] : [printed]
  return [...all].flatMap(([name, text]) => (former.has(name) ? [] : [text]))
}
