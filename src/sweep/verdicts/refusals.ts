import {
  type ClientCall,
  callKey,
  hasSucceeded,
  idInBody,
  idInPath,
  isCreate,
  isRead,
  withoutId,
} from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { failedTests } from '../runs/failed-tests.ts'
import { IS_EXTRA } from '../runs/world-records.ts'
import { EXPECTS, isCrash, isParseError } from './crash.ts'
import {
  continuesAsAfterSuccess,
  keptRivalPrice,
  readsAsAfterSuccess,
  recomputed,
  refusedAgain,
} from './habits.ts'
import { unusualLines } from './unusual-lines.ts'

/** Faults that refuse something permanently, so a client can only report it. */
export const PERMANENT: ReadonlySet<string> = new Set([
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

/** Returns whether a variant refuses something permanently. */
export const refusesPermanently = (variant: Variant): boolean =>
  variant.kind === 'fault' && PERMANENT.has(variant.fault)

/** Faults that refuse only one entry. */
const ENTRY_REFUSALS: ReadonlySet<string> = new Set(['refused', 'forbidden', 'read-refused', 'entry-refused'])

/** The result of a run besides its requests. */
interface Ended {
  /** True: the command or one of its tests fails. */
  readonly fails: boolean
  readonly world: readonly string[]
}

/**
 * Returns a bad reaction of a client to a permanent refusal: it crashes with an unrelated error, treats what
 * it cannot read as empty or the refusal as success, leaves the rest undone, or retries endlessly. Undefined
 * if it reports the refusal, and for other faults.
 */
export const mishandledRefusal = (
  variant: Variant,
  run: Pick<ClientRun, 'calls' | 'output' | 'timedOut'>,
  { calls: undisturbed, output: usual }: Pick<ClientRun, 'calls' | 'output'>,
  { fails, world }: Ended,
): string | undefined => {
  if (variant.kind === 'option' || !refusesPermanently(variant)) return undefined
  const { fault, exchange } = variant
  const { calls } = run
  const tries = fault === 'outage' ? triesOf(calls, undisturbed, exchange) : []
  // A fast client without pauses outlives the outage.
  if (tries.length > MANY) return endlessRetries(tries)
  // A client that waits longer before each attempt has not given up yet.
  if (/^(?:outage|list-refused)$/.test(fault) && run.timedOut)
    return fault === 'outage' ? endlessRetries(tries) : undefined
  const met = calls.find((call) => call.exchange === exchange)
  const unusual = unusualLines(run.output, usual)
  const output = withoutOtherStatuses(unusual, met?.response?.status)
  const isQuoted = quotes(output, met?.response?.body ?? '')
  const shown = READ_REFUSALS.has(fault) ? withoutLaterFailures(output) : output
  const isNamed =
    quotes(shown, met?.response?.body ?? '') || namesFailure(shown) || quotesFormer(unusual, calls, exchange)
  // A client that reads again and keeps the other client's change has not failed.
  if (fault === 'stale-twice' && (keptRivalPrice(calls, undisturbed, exchange) || recomputed(calls)))
    return undefined
  const base = undisturbed.find((call) => call.exchange === exchange)
  const again = met && isRead(met) ? createdAgain(met, calls, undisturbed) : undefined
  if (again) return `it treats a publication that it cannot read as missing, and creates it: ${again}`
  if (fault === 'refused' && !isNamed && readsAsAfterSuccess(calls, undisturbed, exchange))
    return 'it continues after a refusal as if the write were done'
  if (!fails && base && isRead(base))
    // The test may check something else, and the client may report the refusal.
    return READ_REFUSALS.has(fault) && !isNamed ? UNREAD : undefined
  const taken = `it treats ${calls.find((call) => call.exchange === exchange)?.response?.status ?? 'a refusal'} as success`
  const left = ENTRY_REFUSALS.has(fault) ? leftUndone(calls, undisturbed, exchange) : []
  if (!fails) {
    if (!base || world.length === 0 || world.some((line) => line.includes(IS_EXTRA))) return undefined
    return left.length > 0
      ? `it stops at one refusal, and leaves ${left.length} others undone, and the command passes`
      : `${taken}: the command passes, and what was refused is missing`
  }
  const isBrokenOff = isCrash(run.output, usual) || isParseError(run.output, usual)
  // Another test may begin with that write.
  const written =
    LIST_REFUSALS.has(fault) && !isQuoted && !isBrokenOff
      ? writtenUnread(calls, undisturbed, exchange)
      : undefined
  if (written)
    return `it treats a list that it cannot read as empty, and keeps writing: ${written.method} ${written.target}`
  // A crash after an error that names the refusal comes from the end of a test.
  if (isBrokenOff && !isQuoted && !namesStatus(output, met?.response?.status))
    return 'it crashes with an unrelated error after a refusal'
  const repeated = fault === 'outage' ? 0 : repeatedRefusals(calls, undisturbed, exchange)
  if (repeated >= TOO_MANY) return `it repeats a permanently refused request ${repeated} times`
  if (left.length >= (base && isRead(base) ? FEW : 1))
    return `it stops at one refusal, and leaves ${left.length} others undone`
  if (fault === 'read-refused' && isWholeBatch(undisturbed, exchange) && isUncaught(output))
    return 'it fails as a whole because one entry of a list is gone'
  if (base && isRead(base) && fault !== 'read-refused' && !isNamed) return UNREAD
  const continues = continuesAsAfterSuccess(calls, undisturbed, exchange)
  const isSilent = continues || (failsByExpectation(output) && isFollowedUp(calls, undisturbed, exchange))
  if (WRITE_REFUSALS.has(fault) && !isNamed && isSilent) return `${taken}: no error names the refusal`
  if (WRITE_REFUSALS.has(fault) && continues && isOnlyLogged(run.output))
    return `${taken}: it only logs the refusal, and a test continues as if the write were done`
  const triedMs = fault === 'outage' ? triedFor(triesOf(calls, undisturbed, exchange)) : undefined
  // Two tests may send the same request at once.
  if (triedMs !== undefined && triedMs > AT_ONCE_MS && triedMs < SHORT_MS)
    return `it gives up after ${Math.round(triedMs)} ms of retries: it does not survive a failure of one second`
  return undefined
}

/** Returns the id of a refused read that the client creates more often than undisturbed. */
const createdAgain = (
  read: ClientCall,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const id = idInPath(read)
  const count = (some: readonly ClientCall[]) =>
    some.filter((call) => isCreate(call) && idInBody(call) === id).length
  return id !== '' && read.response?.status !== 404 && count(calls) > count(undisturbed)
    ? id.toUpperCase()
    : undefined
}

/** Faults that refuse reads. */
const READ_REFUSALS: ReadonlySet<string> = new Set(['read-unauthorized', 'list-refused', 'list-gone'])
/** Faults that refuse a list. */
const LIST_REFUSALS: ReadonlySet<string> = new Set(['list-refused', 'list-gone'])
/** Faults that refuse a write of one entry. */
const WRITE_REFUSALS: ReadonlySet<string> = new Set(['refused', 'forbidden', 'full-unnoticed'])
const UNREAD = 'it treats what it cannot read as empty: no error names the refusal'

/**
 * Returns the write that directly follows a refused list, as it does undisturbed; undefined if there is none.
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

/** Returns whether the next request after a refused write is the same as after a successful one. */
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

/** Omits what is printed about failed tests after the first: those may read the same in another way. */
const withoutLaterFailures = (output: string): string => {
  const [first = '', ...later] = [...failedTests(output).values()].map((text) => text.split('\n'))
  const omitted = new Set(later.flat().filter((line) => !first.includes(line)))
  return output
    .split('\n')
    .filter((line) => !omitted.has(line))
    .join('\n')
}

/** Returns whether tests fail only by expectations, so the client has thrown no error. */
const failsByExpectation = (output: string): boolean => {
  const failures = [...failedTests(output).values()]
  return failures.length > 0 && failures.every((text) => EXPECTS.test(text))
}

/** Returns whether tests fail by expectations that do not name a refusal: the output names it elsewhere. */
const isOnlyLogged = (output: string): boolean =>
  failsByExpectation(output) && ![...failedTests(output).values()].some(namesFailure)

/** Number of repetitions of a permanently refused request that are too many. */
const TOO_MANY = 3
/** Number of missing reads from which on they count as a batch. */
const FEW = 2

/**
 * Counts the immediate repetitions of a refused request, beyond its undisturbed number, as several tests may
 * begin with it.
 */
const repeatedRefusals = (
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

/** Returns the times of a refused request and of its immediate repetitions, in milliseconds. */
const triesOf = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): readonly number[] => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  if (at < 0) return []
  const count = 1 + repeatedRefusals(calls, undisturbed, exchange)
  const same = calls.slice(at).findIndex((call, _, [first = call]) => callKey(call) !== callKey(first))
  const times = calls.slice(at, same < 0 ? calls.length : at + same).map(({ atMs }) => atMs)
  return times.slice(0, Math.max(count, slowingDown(times)))
}

/** Least growth from one pause to the next of a client that waits longer before each attempt. */
const LONGER = 1.3

/** Counts the leading attempts of a client that waits longer before each attempt. */
const slowingDown = (times: readonly number[]): number => {
  const pauses = times.slice(1).map((ms, at) => ms - (times[at] ?? ms))
  const end = pauses.findIndex((ms, at) => at > 0 && ms < LONGER * (pauses[at - 1] ?? 0))
  return (end < 0 ? pauses.length : end) + 1
}

/** Number of repetitions that are too many without a pause. */
const WITHOUT_PAUSE = 8
/** Longest time between two requests without a pause, even on a busy machine. */
const NO_PAUSE_MS = 30

/** Describes retries without a pause; undefined if a client waits between them. */
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

/** A service that restarts is unavailable for longer than this. */
const SHORT_MS = 1_000
const AT_ONCE_MS = 60

/** Returns the time from the first to the last attempt; undefined if there is only one. */
const triedFor = ([first, ...again]: readonly number[]): number | undefined => {
  const last = again.at(-1)
  return first !== undefined && last !== undefined ? last - first : undefined
}

/** Number of attempts after which no client has a limit. */
const MANY = 500
/** Number of retries at a constant pace that are too many for an unavailable service. */
const ENDLESS = 12
/** Least growth from the first third of the pauses to the last if a client slows down. */
const GROWTH = 1.5

/** Describes retries that neither end nor slow down; undefined if pauses grow or retries are few. */
const endlessRetries = (times: readonly number[]): string | undefined => {
  const count = times.length - 1
  if (count < ENDLESS) return undefined
  const third = Math.floor(count / 3)
  const took = (from: number) => (times[from + third] ?? 0) - (times[from] ?? 0)
  if (took(count - third) > GROWTH * took(0)) return undefined
  return `it retries ${count} times at the same pace, and never gives up`
}

/** Returns the entries of a request's batch that are not sent after it is refused. */
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
  const isList = ({ operation = '' }: ClientCall) => operation.endsWith('.list')
  const readsListEachTime = rest[0] !== undefined && isList(rest[0])
  // A control call, another kind of write or a new list ends a batch.
  const end = rest.findIndex(
    (call) =>
      call.operation === undefined ||
      (!isRead(call) && !isLike(call)) ||
      (isList(call) && !isLike(call) && !readsListEachTime),
  )
  const batch = (end < 0 ? rest : rest.slice(0, end)).filter(isLike)
  const entries = new Set(batch.map(entryOf).filter((entry) => entry !== entryOf(base)))
  return [...entries].filter((entry) => !calls.some((call) => isLike(call) && entryOf(call) === entry))
}

/** Least number of reads of entries that form a batch. */
const BATCH = 5

/** Returns whether an exchange is one of many reads of entries after a list. */
const isWholeBatch = (undisturbed: readonly ClientCall[], exchange: string): boolean => {
  const at = undisturbed.findIndex((call) => call.exchange === exchange)
  const batch = undisturbed.slice(at)
  const end = batch.findIndex(({ operation }) => operation !== undisturbed[at]?.operation)
  return (
    undisturbed[at - 1]?.operation?.endsWith('.list') === true &&
    new Set(batch.slice(0, end < 0 ? batch.length : end).map(entryOf)).size >= BATCH
  )
}

/** Returns whether an output names a refusal, but no expectation of a test. */
const isUncaught = (output: string): boolean => namesFailure(output) && !/assert|expect/i.test(output)

/** Returns a key for the entry that a request is about; for a create it includes the id in the body. */
const entryOf = (call: ClientCall): string =>
  call.method === 'POST' ? `${call.target} ${idInBody(call)}` : call.target

/** Matches errors of tests about unexpected or missing values. */
const TEST_ERRORS =
  /^(?:Assertion|.*ExpectationNotMet|.*AssertionFailed|Key|Index|Value|Type|Attribute|NoMethod|Range|Name|Stop)$/
/** Matches a word that is followed by a colon. */
const LABEL = /\b\w+\b(?=.{0,40}:)/g
const ERROR_SUFFIX = /(?:Error|Exception)$/
const REFUSAL =
  /\b(?:401|403|404|409|412|429|503)\b|unauthori[sz]ed|forbidden|unavailable|refused|denied|rechaz|no autoriz|no se pud|no (?:answer|response)|sin respuesta|unreachable|tim(?:ed|e) ?out|gave up/i

const STATUS = /(?<!line |:)\b(?:40[0-69]|41[0235]|42[2589]|50[0234])\b/g

/** Omits lines that name only other statuses: a test that reads what was not created gets 404. */
const withoutOtherStatuses = (output: string, status = 0): string =>
  output
    .split('\n')
    .filter((line) => {
      const named: readonly string[] = line.match(STATUS) ?? []
      return status < 400 || named.length === 0 || named.includes(String(status))
    })
    .join('\n')

/** Refusals of an operation that a client may need to notice that the package is full. */
const MAX_REPEATS = 6

/**
 * Reports a client that mistakes a full package for a used id and tries another one, or that repeats a
 * refused request.
 */
export const retriesWhenFull = (
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
  if (other) return `it mistakes a full package for a used id, and tries another: ${idInBody(other)}`
  const refused = refusedAgain(calls, undisturbed, exchange)
  return refused > MAX_REPEATS ? `it repeats a refused request ${refused} times` : undefined
}

/** Returns whether an error in an output names the status of a refusal. */
const namesStatus = (output: string, status = 0): boolean =>
  output
    .replaceAll(FRAME, '')
    .split('\n')
    .some((line) => new RegExp(`(?<![:\\d])${status}\\b`).test(line) && /error|exception/i.test(line))

/** Number of characters that identify a sentence. */
const QUOTED = 24

/** Returns whether an output quotes the text of a refusal. */
const quotes = (output: string, body: string): boolean => {
  const { Detail, Title } = membersIn(body)
  const texts = [Detail, Title, body.startsWith('{') ? '' : body].filter((text) => typeof text === 'string')
  return texts.some((text) => text.length >= QUOTED && output.includes(text.slice(0, QUOTED)))
}

/** Returns whether an output quotes an earlier refusal, on which the client gives up. */
const quotesFormer = (output: string, calls: readonly ClientCall[], exchange: string): boolean => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const isQuoted = ({ operation, response }: ClientCall) =>
    operation !== undefined && response !== null && response.status >= 400 && quotes(output, response.body)
  return calls.slice(0, Math.max(0, at)).some(isQuoted)
}

/** Matches a frame of a Python traceback with its line of source, which names no refusal. */
const FRAME = /^ +File ".*", line \d+.*\n(?: {4}.*(?:\n|$))*/gm

/** Returns whether an output names a refusal, or an error that does not come from a test. */
export const namesFailure = (output: string): boolean => {
  const printed = output.replaceAll(FRAME, '')
  return (
    REFUSAL.test(printed) ||
    (printed.match(LABEL) ?? []).some(
      (label) => ERROR_SUFFIX.test(label) && !TEST_ERRORS.test(label.replace(ERROR_SUFFIX, '')),
    )
  )
}
