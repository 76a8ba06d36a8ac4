import {
  type ClientCall,
  callKey,
  hasSucceeded,
  idInBody,
  isCreate,
  isRead,
  withoutId,
} from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import { IS_EXTRA } from '../runs/world-records.ts'
import { EXPECTS, isCrash, isUnread } from './crash.ts'
import { gaveWay, isPassedOver, recomputed, refusedAgain } from './habits.ts'
import { unusualLines } from './unusual-lines.ts'

/** Faults that refuse something for good, so that a client can only say so. */
export const FOR_GOOD: ReadonlySet<string> = new Set([
  'refused',
  'forbidden',
  'read-refused',
  'read-unauthorized',
  'entry-refused',
  'list-refused',
  'list-gone',
  'outage',
  'stale-twice',
  'full-unnoticed',
])

/** Tells whether a variant refuses something for good. */
export const refusesForGood = (variant: Variant): boolean =>
  variant.kind === 'fault' && FOR_GOOD.has(variant.fault)

/** Those that refuse one entry alone. */
const OF_ONE: ReadonlySet<string> = new Set(['refused', 'forbidden', 'read-refused', 'entry-refused'])

/** What a run under a fault shows besides its requests. */
interface Ended {
  /** True: the command or one of its tests fails. */
  readonly fails: boolean
  readonly world: readonly string[]
}

/**
 * Returns what a client does about a refusal for good that is no way to give up: it breaks off with an error
 * of its own, takes nothing for an answer, takes the refusal for done, leaves the rest undone, or tries again
 * and again. Undefined where it says that it was refused, and for other faults.
 */
export const badGivingUp = (
  variant: Variant,
  run: Pick<ClientRun, 'calls' | 'output' | 'timedOut'>,
  { calls: undisturbed, output: usual }: Pick<ClientRun, 'calls' | 'output'>,
  { fails, world }: Ended,
): string | undefined => {
  if (variant.kind === 'option' || !refusesForGood(variant)) return undefined
  const { fault, exchange } = variant
  const { calls } = run
  // A client that waits longer each time has not given up yet.
  if (/^(?:outage|list-refused)$/.test(fault) && run.timedOut)
    return fault === 'outage' ? endlessRetries(triesOf(calls, undisturbed, exchange)) : undefined
  const met = calls.find((call) => call.exchange === exchange)
  const unusual = unusualLines(run.output, usual)
  const output = withoutOtherStatuses(unusual, met?.response?.status)
  const isQuoted = quotes(output, met?.response?.body ?? '')
  const isNamed = isQuoted || namesFailure(output) || quotesFormer(unusual, calls, exchange)
  // A client that looks again and keeps what another client has written has not failed.
  if (fault === 'stale-twice' && (gaveWay(calls, undisturbed, exchange) || recomputed(calls)))
    return undefined
  const base = undisturbed.find((call) => call.exchange === exchange)
  if (!fails && base && isRead(base))
    // The test may look at something else, and the client may say so.
    return OF_READS.has(fault) && !isNamed ? UNREAD : undefined
  const taken = `it treats ${calls.find((call) => call.exchange === exchange)?.response?.status ?? 'a refusal'} as success`
  const left = OF_ONE.has(fault) ? leftUndone(calls, undisturbed, exchange) : []
  if (!fails) {
    if (!base || world.length === 0 || world.some((line) => line.includes(IS_EXTRA))) return undefined
    return left.length > 0
      ? `it stops at one refusal, and leaves ${left.length} others undone, and the command passes`
      : `${taken}: the command passes, and what was refused is missing`
  }
  const isBrokenOff = isCrash(run.output, usual) || isUnread(run.output, usual)
  // Another test may begin with that write.
  const written =
    OF_LISTS.has(fault) && !isQuoted && !isBrokenOff ? writtenUnread(calls, undisturbed, exchange) : undefined
  if (written)
    return `it treats a list that it cannot read as empty, and writes on: ${written.method} ${written.target}`
  // What breaks off after an error that names the refusal is the end of a test.
  if (isBrokenOff && !isQuoted && !namesStatus(output, met?.response?.status))
    return 'it crashes with an unrelated error after a refusal'
  const repeated = fault === 'outage' ? 0 : repeatedForGood(calls, undisturbed, exchange)
  if (repeated >= TOO_MANY) return `it repeats ${repeated} times what the service permanently refuses`
  if (left.length >= (base && isRead(base) ? FEW : 1))
    return `it stops at one refusal, and leaves ${left.length} others undone`
  if (fault === 'read-refused' && isWholeBatch(undisturbed, exchange) && isUncaught(output))
    return 'it fails as a whole because one entry of a list is gone'
  if (base && isRead(base) && fault !== 'read-refused' && !isNamed) return UNREAD
  const isSilent =
    isPassedOver(calls, undisturbed, exchange) ||
    (failsByExpectation(output) && isFollowedUp(calls, undisturbed, exchange))
  if (OF_WRITES.has(fault) && !isNamed && isSilent) return `${taken}: no error names the refusal`
  const triedMs = fault === 'outage' ? triedFor(triesOf(calls, undisturbed, exchange)) : undefined
  // Two tests may ask for the same at once.
  if (triedMs !== undefined && triedMs > AT_ONCE_MS && triedMs < SHORT_MS)
    return `it gives up after ${Math.round(triedMs)} ms of retries: it does not survive a failure of one second`
  return undefined
}

/** Faults by which nothing can be read at all. */
const OF_READS: ReadonlySet<string> = new Set(['read-unauthorized', 'list-refused', 'list-gone'])
/** Faults by which a list cannot be read. */
const OF_LISTS: ReadonlySet<string> = new Set(['list-refused', 'list-gone'])
/** Faults that refuse a write of one entry. */
const OF_WRITES: ReadonlySet<string> = new Set(['refused', 'forbidden', 'full-unnoticed'])
const UNREAD = 'it treats what it cannot read as empty: no error names the refusal'

/**
 * Returns the write that follows a list although the list was refused; undefined where another request does.
 */
const writtenUnread = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): ClientCall | undefined => {
  const [next, usual] = [calls, undisturbed].map((some) => {
    const at = some.findIndex((call) => call.exchange === exchange)
    const [list, ...later] = at < 0 ? [] : some.slice(at)
    return list && later.find((call) => callKey(call) !== callKey(list))
  })
  const list = calls.find((call) => call.exchange === exchange)
  if (list && hasSucceeded(list)) return undefined
  return next && usual && !isRead(next) && next.operation && callKey(next) === callKey(usual)
    ? next
    : undefined
}

/** True where the next request after a write is the same as after one that is done. */
const isFollowedUp = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const [next, usual] = [calls, undisturbed].map(
    (some) => some[some.findIndex((call) => call.exchange === exchange) + 1],
  )
  return next?.operation !== undefined && usual !== undefined && callKey(next) === callKey(usual)
}

/** True where tests fail alone because they expect something else: the client has thrown nothing. */
const failsByExpectation = (output: string): boolean => {
  const failures = [...failedTests(output).values()]
  return failures.length > 0 && failures.every((text) => EXPECTS.test(text))
}

/** Repetitions of what is refused for good that are too many. */
const TOO_MANY = 3
/** Reads of a batch that are left, where a test does not send them one by one. */
const FEW = 2

/**
 * Returns how often a request that was refused is sent again at once, without another one in between: oftener
 * than undisturbed, where each of several tests may begin with it.
 */
const repeatedForGood = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): number => {
  const [own, usual] = [calls, undisturbed].map((some) => {
    const at = some.findIndex((call) => call.exchange === exchange)
    return at < 0 ? [] : some.slice(at)
  })
  const [first, ...later] = own ?? []
  if (!first) return 0
  const isEqual = (call: ClientCall) => callKey(call) === callKey(first)
  const end = later.findIndex((call) => !isEqual(call))
  const further = [first, ...later].filter(isEqual).length - (usual ?? []).filter(isEqual).length
  return Math.max(0, Math.min(end < 0 ? later.length : end, further))
}

/** Returns when a refused request was sent, and each time that it was sent again at once, in milliseconds. */
const triesOf = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): readonly number[] => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  if (at < 0) return []
  const count = 1 + repeatedForGood(calls, undisturbed, exchange)
  const same = calls.slice(at).findIndex((call, _, [first = call]) => callKey(call) !== callKey(first))
  const times = calls.slice(at, same < 0 ? calls.length : at + same).map(({ atMs }) => atMs)
  return times.slice(0, Math.max(count, slowingDown(times)))
}

/** How much longer a pause is than the one before where a client waits longer each time. */
const LONGER = 1.3

/** Returns how many of the first times are of one client that waits longer each time. */
const slowingDown = (times: readonly number[]): number => {
  const pauses = times.slice(1).map((ms, at) => ms - (times[at] ?? ms))
  const end = pauses.findIndex((ms, at) => at > 0 && ms < LONGER * (pauses[at - 1] ?? 0))
  return (end < 0 ? pauses.length : end) + 1
}

/** Repetitions of a request that no client sends that pauses between them. */
const WITHOUT_PAUSE = 8
/** How close they are to each other, on a busy machine too. */
const NO_PAUSE_MS = 30

/** Describes retries without any pause; undefined where a client waits between them. */
export const hammers = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const times = triesOf(calls, undisturbed, exchange)
  const count = times.length - 1
  const tookMs = Math.round((times.at(-1) ?? 0) - (times[0] ?? 0))
  return count >= WITHOUT_PAUSE && tookMs < count * NO_PAUSE_MS
    ? `it retries without a pause: ${count} times in ${tookMs} ms`
    : undefined
}

/** A service that is started again is away for longer. */
const SHORT_MS = 1_000
const AT_ONCE_MS = 60

/** Returns for how long a request is tried; undefined where it is not sent again. */
const triedFor = ([first, ...again]: readonly number[]): number | undefined => {
  const last = again.at(-1)
  return first !== undefined && last !== undefined ? last - first : undefined
}

/** Retries at one pace that are too many for a service that is away. */
const ENDLESS = 12
/** How much longer the last third of the pauses is than the first where a client waits longer each time. */
const GROWTH = 1.5

/** Describes retries that neither end nor slow down; undefined where pauses grow, or retries are few. */
const endlessRetries = (times: readonly number[]): string | undefined => {
  const count = times.length - 1
  if (count < ENDLESS) return undefined
  const third = Math.floor(count / 3)
  const took = (from: number) => (times[from + third] ?? 0) - (times[from] ?? 0)
  if (took(count - third) > GROWTH * took(0)) return undefined
  return `it retries ${count} times at the same pace, and never gives up`
}

/** Returns the entries of the batch to which a request belongs that are not sent where it is refused. */
export const leftUndone = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): string[] => {
  const at = undisturbed.findIndex((call) => call.exchange === exchange)
  const base = undisturbed[at]
  if (!base) return []
  const isLike = ({ operation }: ClientCall) => operation === base.operation
  const rest = undisturbed.slice(at + 1)
  // What a test does in between is no part of a batch, nor is another write.
  const end = rest.findIndex((call) => call.operation === undefined || (!isRead(call) && !isLike(call)))
  const batch = (end < 0 ? rest : rest.slice(0, end)).filter(isLike)
  const entries = new Set(batch.map(entryOf).filter((entry) => entry !== entryOf(base)))
  return [...entries].filter((entry) => !calls.some((call) => isLike(call) && entryOf(call) === entry))
}

/** Reads of the entries of a list that make a batch. */
const BATCH = 5

/** True for one of the reads of many entries that follow a list, all of them at once, too. */
const isWholeBatch = (undisturbed: readonly ClientCall[], exchange: string): boolean => {
  const at = undisturbed.findIndex((call) => call.exchange === exchange)
  const batch = undisturbed.slice(at)
  const end = batch.findIndex(({ operation }) => operation !== undisturbed[at]?.operation)
  return (
    undisturbed[at - 1]?.operation?.endsWith('.list') === true &&
    new Set(batch.slice(0, end < 0 ? batch.length : end).map(entryOf)).size >= BATCH
  )
}

/** True for an output that names a refusal, and no expectation of a test. */
const isUncaught = (output: string): boolean => namesFailure(output) && !/assert|expect/i.test(output)

/** Returns what names the entry that a request is about: a create names it in its body. */
const entryOf = (call: ClientCall): string =>
  call.method === 'POST' ? `${call.target} ${idInBody(call)}` : call.target

/** Errors by which a test says that something is not as expected, or that nothing was there. */
const OF_TESTS =
  /^(?:Assertion|.*ExpectationNotMet|.*AssertionFailed|Key|Index|Value|Type|Attribute|NoMethod|Range|Name|Stop)$/
/** A word with a colon near it. */
const LABEL = /\b\w+\b(?=.{0,40}:)/g
const OF_ERRORS = /(?:Error|Exception)$/
const REFUSAL =
  /\b(?:401|403|404|409|412|429|503)\b|unauthori[sz]ed|forbidden|unavailable|refused|denied|rechaz|no autoriz|no se pud|no (?:answer|response)|sin respuesta|unreachable|tim(?:ed|e) ?out|gave up/i

const STATUS = /(?<!line |:)\b(?:40[0-69]|41[0235]|42[2589]|50[0234])\b/g

/**
 * Leaves out the lines that name the status of something else alone: a test that looks for what was not done
 * meets 404.
 */
const withoutOtherStatuses = (output: string, status = 0): string =>
  output
    .split('\n')
    .filter((line) => {
      const named: readonly string[] = line.match(STATUS) ?? []
      return status < 400 || named.length === 0 || named.includes(String(status))
    })
    .join('\n')

/** Refusals of one operation that a client needs to see that it has no room. */
const MOST_REFUSALS = 6

/**
 * Tells of a client that takes a full package for an id that is used, and creates again under another one, or
 * that repeats what is refused.
 */
export const triedFurther = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const met = calls.find((call) => call.exchange === exchange)
  const usual = undisturbed.filter(isCreate).map(idInBody)
  const isOther = (call: ClientCall) =>
    met !== undefined &&
    isCreate(call) &&
    withoutId(call) === withoutId(met) &&
    !usual.includes(idInBody(call))
  const other = met?.response?.body.includes('"Exposicion"') ? calls.find(isOther) : undefined
  if (other) return `it takes a full package for an id that is used, and tries another: ${idInBody(other)}`
  const refused = refusedAgain(calls, undisturbed, exchange)
  return refused > MOST_REFUSALS ? `it repeats what is refused ${refused} times` : undefined
}

/** Tells whether an output names the status of a refusal in an error of the client. */
const namesStatus = (output: string, status = 0): boolean =>
  output
    .replaceAll(FRAME, '')
    .split('\n')
    .some((line) => new RegExp(`(?<![:\\d])${status}\\b`).test(line) && /error|exception/i.test(line))

/** How much of a sentence identifies it. */
const QUOTED = 24

/** Tells whether an output quotes what a refusal says. */
const quotes = (output: string, body: string): boolean => {
  const { Detail, Title } = membersIn(body)
  const texts = [Detail, Title, body.startsWith('{') ? '' : body].filter((text) => typeof text === 'string')
  return texts.some((text) => text.length >= QUOTED && output.includes(text.slice(0, QUOTED)))
}

/**
 * Tells whether an output quotes a refusal that came before what is refused for good: the client gives up on
 * that one.
 */
const quotesFormer = (output: string, calls: readonly ClientCall[], exchange: string): boolean => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const isQuoted = ({ operation, response }: ClientCall) =>
    operation !== undefined && response !== null && response.status >= 400 && quotes(output, response.body)
  return calls.slice(0, Math.max(0, at)).some(isQuoted)
}

/** A frame of Python's tracebacks, with its line of source: what stands there names nothing. */
const FRAME = /^ +File ".*", line \d+.*\n(?: {4}.*(?:\n|$))*/gm

/** Tells whether an output names a refusal, or an error that no test makes. */
export const namesFailure = (output: string): boolean => {
  const printed = output.replaceAll(FRAME, '')
  return (
    REFUSAL.test(printed) ||
    (printed.match(LABEL) ?? []).some(
      (label) => OF_ERRORS.test(label) && !OF_TESTS.test(label.replace(OF_ERRORS, '')),
    )
  )
}
