import { type ClientCall, callLine, isExempt } from '../faults/client-call.ts'
import { READ_AGAIN } from '../faults/delivery-faults.ts'
import { PASSING } from '../faults/fault-kinds.ts'
import { LEFT_OUT, OTHER_PRICES } from '../faults/price-faults.ts'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import type { ReplayedVariant } from '../runs/replay.ts'
import { isIdle } from '../runs/time-limit.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { IS_EXTRA } from '../runs/world-records.ts'
import { comparedWorlds, mayAddRecords } from './compared-worlds.ts'
import { acceptedSignatures, conductUnder, unreadPage } from './conduct.ts'
import { isCrash, isCrashOfTest } from './crash.ts'
import {
  CALENDAR_FAULTS,
  expectedAsSent,
  expectedValue,
  impossibleDay,
  otherCase,
  otherInquiries,
  otherText,
  takesOthers,
} from './expectations.ts'
import { failureLines } from './failure-lines.ts'
import type { FaultCheck } from './fault-check.ts'
import type { Evidence } from './findings.ts'
import {
  activated,
  branchesMade,
  continuesAsAfterSuccess,
  gaveUp,
  keptRivalPrice,
  leftSuspended,
  lostItsTag,
  miscomputed,
  overwroteTaken,
  overwroteUnseen,
  reactivated,
  recomputed,
  repeatedTooSoon,
  writtenAgain,
  wroteAnother,
  wroteBack,
  wroteOutdated,
} from './habits.ts'
import { journalHabits } from './journal-habits.ts'
import { otherValues } from './other-values.ts'
import { withOwnLeads } from './own-leads.ts'
import { hammers, mishandledRefusal, namesFailure, refusesPermanently, retriesWhenFull } from './refusals.ts'
import { daysOfMachine, ownDays, remarkOn, sentDays } from './remarks.ts'
import { limitOfOtherCurrency, sameAmountAdded, wholeAmounts } from './round-trip.ts'
import { duplicateMail, emptySegment, missingValueSent, oddAmount, zeroWritten } from './sent-values.ts'
import { traceFrom } from './trace.ts'
import { unfulfilled } from './unfulfilled.ts'
import { unusualLines } from './unusual-lines.ts'
import { wipedMembers, wipedUnseen } from './wiped.ts'

/** The judgement of a run under a variant. */
export interface Judgement {
  /** Undefined if the client survives. */
  readonly evidence: Omit<Evidence, 'again'> | undefined
  /** False: the variant never acted. */
  readonly reached: boolean
  /** A remark on a client that survives, as a clause about the variant. */
  readonly remark?: string
  /** True: the client crashes because it needs a missing value. */
  readonly crashed?: true
  /** True: the finding is advice, although the variant counts. */
  readonly advises?: true
}

/** Returns the tests of the JUnit file that pass undisturbed and fail in a run. */
export const failingTests = (run: ClientRun, { passing }: Undisturbed): string[] =>
  passing ? [...passing].filter((name) => run.tests?.get(name) !== true) : []

/** Returns whether the command, or a test that passes undisturbed, fails. */
export const failsDifferently = (run: ClientRun, undisturbed: Undisturbed): boolean =>
  undisturbed.passing ? failingTests(run, undisturbed).length > 0 : run.exitCode !== undisturbed.run.exitCode

/** Judges a run of the client under a variant by its command and the world that it leaves. */
export const judge = (
  variant: Variant,
  ended: ClientRun,
  first: Undisturbed,
  replayed: ReplayedVariant | undefined,
): Judgement => {
  const [run, undisturbed] = [ofClient(ended), { ...first, run: ofClient(first.run) }]
  const failing = failingTests(run, undisturbed)
  const world = comparedWorlds(variant, run, undisturbed, replayed?.keepsRecords === true)
  const habit =
    journalHabits[variant.id]?.(run.calls, run.output) ??
    badHabit(variant, run.calls, undisturbed.run.calls, world) ??
    run.accusations?.[0] ??
    unseenLoss(variant, run) ??
    breaksOff(variant, run, undisturbed) ??
    (isUnnoticed(variant, reasonOf(run, undisturbed, { failing, world, habit: undefined }))
      ? 'what was refused is missing'
      : undefined)
  const isHarmless =
    variant.kind === 'fault' &&
    // A recomputed amount is based on the other client's amount, which the client may also keep.
    (variant.harms ||
      (variant.fault === 'stale-tag' &&
        (recomputed(run.calls) || keptRivalPrice(run.calls, undisturbed.run.calls, variant.exchange)))) &&
    // A test that fails and leaves a server open does not end.
    (!run.timedOut || refusesPermanently(variant) || (variant.fault !== 'no-answer' && isIdle(run))) &&
    run.excess === undefined &&
    habit === undefined &&
    // A client that uses another id instead has created no duplicate; one that stops waiting has not waited.
    (mayAddRecords(variant) || !world.some((line) => line.includes(IS_EXTRA)))
  const reason = isHarmless ? undefined : reasonOf(run, undisturbed, { failing, world, habit })
  const reached = isReached(variant, run, undisturbed)
  const advised = reached
    ? adviceOn(variant, run, undisturbed, { failing, world, isHarmless, reason })
    : undefined
  if (advised !== undefined)
    return advisedJudgement(advised, run, undisturbed, { parts: partingExchange(variant, replayed), world })
  if (reason === undefined || !reached) {
    const remark = reached
      ? remarkOn(variant, run, undisturbed, replayed)
      : ownDays(variant, run.calls, undisturbed.run.calls)
    return { evidence: undefined, reached, ...(remark !== undefined && { remark }) }
  }
  const expected =
    run.timedOut || run.excess !== undefined || habit !== undefined
      ? undefined
      : expectationOf(variant, run, undisturbed.run, { reason, world })
  if (expected !== undefined) return { evidence: undefined, reached, remark: expected }
  const parts =
    unreadPage(variant, run.calls) ??
    partingExchange(variant, replayed) ??
    firstOtherCall(run.calls, undisturbed.run.calls)
  return {
    reached,
    ...(isCrash(run.output, undisturbed.run.output) && { crashed: true }),
    evidence: {
      reason,
      conduct:
        impossibleDay(variant, run.output) ??
        conductUnder(variant, run.calls, undisturbed.run.calls, isTreatedAsDone(variant, run, undisturbed)) ??
        daysOfMachine(variant, run.calls, undisturbed.run.calls) ??
        acceptedSignatures(run.adviceLines) ??
        (habit === undefined ? null : withoutSubject(habit)),
      parts,
      next: traceFrom(run.calls, undisturbed.run.calls, parts),
      world,
      gaveUp: isWithoutRetry(variant, run.calls),
      tests: failing,
      output: run.exitCode === 0 && failing.length === 0 ? '' : shownOutput(run, undisturbed),
    },
  }
}

/** Treats requests that a test marks as its own like control calls. */
const ofClient = (run: ClientRun): ClientRun => ({
  ...run,
  calls: run.calls.map((call) => (isExempt(call.headers) ? { ...call, operation: undefined } : call)),
})

/** Returns a judgement with advice. */
export const advisedJudgement = (
  reason: string,
  run: ClientRun,
  undisturbed: Undisturbed,
  { parts: given, world }: Pick<Evidence, 'parts' | 'world'> = { parts: null, world: [] },
): Judgement & { readonly advises: true } => {
  const failing = failingTests(run, undisturbed)
  const parts = given ?? firstOtherCall(run.calls, undisturbed.run.calls)
  return {
    reached: true,
    advises: true,
    evidence: {
      reason,
      conduct: withoutSubject(reason),
      parts,
      next: traceFrom(run.calls, undisturbed.run.calls, parts),
      world,
      gaveUp: false,
      tests: failing,
      output: run.exitCode === 0 && failing.length === 0 ? '' : shownOutput(run, undisturbed),
    },
  }
}

/** Reports a crash of the client under a fault for which only crashes are judged. */
const breaksOff = (variant: Variant, { output }: ClientRun, { run }: Undisturbed): string | undefined =>
  variant.kind === 'fault' && variant.harms && variant.crashCounts && isCrash(output, run.output)
    ? `it ${variant.weakness}, and crashes`
    : undefined

const unseenLoss = ({ id }: Variant, { phases, calls }: ClientRun): string | undefined => {
  const lost = id === 'wiped-unseen' ? wipedUnseen(phases, calls) : []
  return lost.length > 0 ? `its full edit wipes what it has never read: ${lost.join(', ')}` : undefined
}

/** Returns whether a test does not notice a refused write: it passes, or continues as after success. */
const isTreatedAsDone = (variant: Variant, run: ClientRun, undisturbed: Undisturbed): boolean => {
  if (!failsDifferently(run, undisturbed)) return true
  const { calls, output } = undisturbed.run
  return (
    variant.kind === 'fault' &&
    continuesAsAfterSuccess(run.calls, calls, variant.exchange) &&
    !namesFailure(unusualLines(run.output, output))
  )
}

/** Returns why a failure is the test's, not the client's. */
const expectationOf = (
  variant: Variant,
  run: ClientRun,
  { calls: undisturbed, output: usual }: ClientRun,
  { reason, world }: { readonly reason: string; readonly world: readonly string[] },
): string | undefined => {
  const [differs] = world
  const first = { calls: undisturbed, output: usual }
  if (reason === ANOTHER_WORLD && differs !== undefined && takesOthers(variant, run.calls, undisturbed))
    return `shows that the client picks an entry by its position in a list: ${differs}`
  const isBare = variant.kind === 'fault' && variant.crashCounts
  if (isBare && isCrashOfTest(run.output, usual)) return 'shows that a test needs a value that may be missing'
  const isRival = variant.kind === 'fault' && variant.fault === 'stale-tag'
  return (
    (isRival && differs === undefined ? otherText(run, variant.exchange) : undefined) ??
    otherCase(variant, run, first) ??
    expectedAsSent(variant, run, first) ??
    expectedValue(variant, run.output, usual) ??
    otherInquiries(variant, run.calls, undisturbed, run.output)
  )
}

/** Returns the most informative lines of a run, preferably those that the undisturbed one does not print. */
const shownOutput = ({ output }: ClientRun, { run }: Undisturbed): string =>
  failureLines(unusualLines(output, run.output)) || failureLines(output)

/** Returns a sentence about the client without its subject; null if it is about something else. */
const withoutSubject = (sentence: string): string | null =>
  sentence.startsWith('it ') ? sentence.slice('it '.length) : null

interface Judged extends Omit<Symptoms, 'habit'> {
  readonly isHarmless: boolean
  readonly reason: string | undefined
}

/** Returns, by fault, what a client does wrong that only requests and output show. */
const FAULT_CHECKS: Readonly<Record<string, FaultCheck>> = { ...withOwnLeads, ...unfulfilled }

/** Returns advice about a run. */
const adviceOn = (
  variant: Variant,
  run: ClientRun,
  undisturbed: Undisturbed,
  { world, isHarmless, reason }: Judged,
): string | undefined => {
  if (isHarmless && /^(?:awkward-values|own-cents)$/.test(variant.id)) {
    const [cut] = wholeAmounts(run.calls, undisturbed.run.calls)
    return cut && `it cuts the cents off an amount that it computes: ${cut}`
  }
  if (isHarmless && OTHER_PRICES.test(variant.id)) {
    const added = sameAmountAdded(run.calls, undisturbed.run.calls)
    if (added) return `it adds an amount that is meant for another currency: ${added}`
    const price = limitOfOtherCurrency(run.calls, undisturbed.run.calls)
    return price && `it compares amounts with limits that are meant for another currency: ${price}`
  }
  if (isHarmless && variant.kind === 'fault') {
    const { fault, exchange } = variant
    if (fault === 'id-taken' && overwroteTaken(run.calls, undisturbed.run.calls, exchange))
      return 'it overwrites a publication of another client: after 409 it does not check what has that id'
    if (fault === 'id-taken')
      return failsDifferently(run, undisturbed) || world.length === 0 ? undefined : TREATED_AS_OWN
    const check = FAULT_CHECKS[fault]
    if (check) return check(run, undisturbed.run, exchange)
  }
  if (isHarmless) {
    const fails = failsDifferently(run, undisturbed)
    return mishandledRefusal(variant, run, undisturbed.run, { fails, world })
  }
  if (reason !== undefined) return undefined
  const hammering =
    variant.kind === 'fault' && PASSING.has(variant.fault)
      ? hammers(run.calls, undisturbed.run.calls, variant.exchange)
      : undefined
  if (hammering) return hammering
  const again =
    variant.kind === 'fault' && SHOWN_DIFFERENTLY.has(variant.fault)
      ? writtenAgain(run.calls, undisturbed.run.calls)
      : undefined
  if (again) return again
  const isAgain = readsIn(run.calls) > readsIn(undisturbed.run.calls)
  return run.adviceLines?.find((advice) => advice !== READ_AGAIN || isAgain)
}

/** Faults under which a publication is shown in another form than it was written. */
const SHOWN_DIFFERENTLY: ReadonlySet<string> = new Set(['other-level', 'other-names', 'photo-copies'])

const TREATED_AS_OWN =
  'it treats a publication of another client as its own: after 409 it does not check what has that id'

/** Counts reads of single inquiries and publications. */
const readsIn = (calls: readonly ClientCall[]): number =>
  calls.filter(({ operation }) => /^(?:inquiries|publications)\.read$/.test(operation ?? '')).length

/** Returns whether a command passes although the record that was refused is missing. */
const isUnnoticed = (variant: Variant, reason: string | undefined): boolean =>
  variant.kind === 'fault' && variant.fault === 'full-unnoticed' && reason === ANOTHER_WORLD

const isWithoutRetry = (variant: Variant, calls: readonly ClientCall[]): boolean =>
  variant.kind === 'option'
    ? variant.assumption === 'limits/rate' && gaveUp(calls)
    : PASSING.has(variant.fault) && gaveUp(calls, variant.exchange)

const isReached = (variant: Variant, run: ClientRun, undisturbed: Undisturbed): boolean => {
  if (variant.kind === 'option' || variant.replays || variant.fromJournal) return true
  if (variant.fault === 'midnight') return true
  if (!CALENDAR_FAULTS.has(variant.fault)) return run.reached
  const days = sentDays(run.calls)
  const usual = sentDays(undisturbed.run.calls)
  // A fixed day, or one of the client's own clock, is not in the world's year.
  return !days.some((day) => usual.includes(day))
}

interface Symptoms {
  readonly failing: readonly string[]
  readonly world: readonly string[]
  readonly habit: string | undefined
}

const MAX_WORD = 60

/** Matches faults that write addresses in another way. */
const ADDRESS_FAULTS = /^(?:mail-case|spaced-mails)$/

/** Matches faults that permanently refuse one operation. */
const REFUSED_OPERATION_FAULTS = /^(?:package-full|full-unnoticed|refused)$/

const TOO_SOON = 'it sends the request again before Retry-After has passed'

/** Matches options that change the form of tags. */
const TAG_FORM_OPTIONS = /^publications\/(?:etag-strength|ref-etag-form)=/

/** Returns wrong behaviour that shows only in requests. */
const badHabit = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  world: readonly string[],
): string | undefined => {
  if ((variant.kind === 'fault' || TAG_FORM_OPTIONS.test(variant.id)) && lostItsTag(calls, undisturbed))
    return 'it writes without the tag that it sends undisturbed'
  if (variant.id === 'agencies/notification-put=replaced' || variant.id === LEFT_OUT) {
    // The option changes only edits of settings.
    const isAffected = ({ operation = '' }: ClientCall) =>
      variant.kind === 'fault' || operation.startsWith('notifications.')
    const wiped = wipedMembers(calls.filter(isAffected))
    if (wiped.length > 0) return `its full edit wipes what it was shown: ${wiped.join(', ')}`
  }
  const twice = ADDRESS_FAULTS.test(variant.id) ? duplicateMail(calls) : undefined
  if (twice !== undefined && duplicateMail(undisturbed) === undefined)
    return `it adds an address that the list already contains: ${twice}`
  const shown = otherValues(variant, calls, undisturbed)
  if (shown !== undefined) return shown
  const nothing = missingValueSent(calls, undisturbed)
  if (nothing !== undefined) return `it sends "${nothing.slice(0, MAX_WORD)}" in place of a value`
  const empty = emptySegment(calls, undisturbed)
  if (empty !== undefined) return `it puts an empty text into a path in place of a value: ${empty}`
  if (variant.kind === 'option')
    return variant.assumption === 'limits/rate' && repeatedTooSoon(calls, undisturbed) ? TOO_SOON : undefined
  const { fault, exchange } = variant
  const zero = /^(?:no|few)-prices$/.test(fault) ? zeroWritten(calls, undisturbed) : undefined
  if (zero !== undefined) return `it writes the amount 0 although there is no price: ${zero}`
  if (fault === 'stale-tag' && overwroteUnseen(calls, exchange))
    return 'it overwrote a change of another client that it had not seen'
  if (/^(?:stale-tag|changed-before-read)$/.test(fault) && wroteBack(calls, exchange))
    return 'it undid a change of another client: it wrote back what it had read before'
  const former = fault === 'changed-twice' ? wroteOutdated(calls, exchange) : []
  if (former.length > 0)
    return `it takes the new tag after 412, and writes back what it had read before: ${former.join(', ')}`
  if (fault === 'suspended' && activated(calls, exchange))
    return 'it activated what another client had suspended'
  if (fault === 'suspended-before-read' && (activated(calls, exchange) || reactivated(calls, exchange)))
    return 'it activated what it had just read as suspended'
  const left = fault === 'second-step-refused' ? leftSuspended(calls, undisturbed, exchange) : undefined
  if (left !== undefined) return `it does not undo the first step when the second is refused: ${left}`
  if (fault === 'reactivated' && reactivated(calls, exchange))
    return 'it activated what another client had suspended, along with another change'
  if (variant.harms && branchesMade(calls) > branchesMade(undisturbed))
    return 'it creates a branch that it does not create undisturbed'
  if (fault === '504' && world.length > 0 && wroteAnother(calls, undisturbed, exchange))
    return 'it writes something else after a write that succeeded'
  if (OTHER_PRICES.test(fault)) {
    const amount = oddAmount(undisturbed) === undefined ? oddAmount(calls) : undefined
    const odd = amount === undefined ? [] : [`it writes an amount of more than two decimals: ${amount}`]
    const computed = fault === 'own-cents' ? undefined : miscomputed(calls, undisturbed)
    const all = [computed ?? [], odd].flat()
    return all.length > 0 ? all.join(', and ') : undefined
  }
  if (/^(?:429-retry-after|retry-letter-case)$/.test(fault) && repeatedTooSoon(calls, undisturbed))
    return TOO_SOON
  return REFUSED_OPERATION_FAULTS.test(fault) ? retriesWhenFull(calls, undisturbed, exchange) : undefined
}

const reasonOf = (
  run: ClientRun,
  { run: first, passing, longestMs }: Undisturbed,
  { failing, world, habit }: Symptoms,
): string | undefined => {
  if (run.excess !== undefined) return `the command is ended: ${run.excess}`
  if (run.timedOut) return `the command does not end; undisturbed it takes ${Math.ceil(longestMs / 1_000)} s`
  const too = habit === undefined ? '' : `; ${habit}`
  if (failing.length > 0) return `${failing.length} of ${passing?.size ?? 0} tests fail${too}`
  if (!passing && run.exitCode !== first.exitCode)
    return `the command fails with exit code ${run.exitCode ?? 'none'}${too}`
  if (habit !== undefined) return `the command passes, but ${habit}`
  return world.length > 0 ? ANOTHER_WORLD : undefined
}

const ANOTHER_WORLD = 'the command passes, but the world ends up different'

const partingExchange = (variant: Variant, replayed: ReplayedVariant | undefined): string | null =>
  variant.kind === 'fault' && variant.exchange !== '*' ? variant.exchange : (replayed?.parts ?? null)

/**
 * Returns the first exchange that differs from the undisturbed run; the last one if the client stops early.
 */
const firstOtherCall = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): string | null => {
  const own = calls.filter(({ exchange }) => exchange !== undefined)
  const usual = undisturbed.filter(({ exchange }) => exchange !== undefined)
  const at = own.findIndex((call, index) => {
    const other = usual[index]
    return other === undefined || callLine(other) !== callLine(call)
  })
  const met = at < 0 && own.length < usual.length ? own.at(-1) : own[at]
  return met?.exchange ?? null
}
