import {
  type ClientCall,
  callKey,
  callLine,
  hasSucceeded,
  isOwn,
  isRead,
  pathOfTarget,
  targetKey,
} from '../faults/client-call.ts'
import { RIVAL_TEXT, RIVAL_TEXT_AGAIN } from '../faults/rival-writes.ts'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { EXPECTS, isCrashOfTest, isTroubled } from './crash.ts'
import { reportsFewer } from './own-leads.ts'
import { unusualLines } from './unusual-lines.ts'

/** Matches the day in a request for inquiries or views. */
const NAMES_DAY = /[?&](?:desde|hasta)=/

/** Faults of the whole run that change the day. */
export const CALENDAR_FAULTS: ReadonlySet<string> = new Set(['year-end', 'month-end', 'leap-day'])

/** Matches messages of languages about an impossible date. */
const NO_DATE =
  /day is out of range|[Ii]nvalid date|Invalid time value|DateTimeException|must be in 1\.\.|Date::Error/

/** Reports a client that crashes because it computes a day that does not exist. */
export const impossibleDay = ({ id }: Variant, output: string): string | undefined =>
  CALENDAR_FAULTS.has(id) && NO_DATE.test(output) ? 'computes a day that does not exist' : undefined

/**
 * Returns why a failure is the test's: the variant shows other inquiries than the test expects. Undefined if
 * the client may be at fault.
 */
export const otherInquiries = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  output = '',
): string | undefined => {
  if (variant.id === 'common/time-zone=utc' && daysDiffer(calls, undisturbed))
    return 'shows that tests expect the inquiries of certain days: in another zone a day has others'
  if (CALENDAR_FAULTS.has(variant.id) && !NO_DATE.test(output) && !hasNewRefusal(calls, undisturbed))
    return 'shows that tests depend on certain dates'
  if (TIME_FORM_FAULTS.has(variant.id) && isOneInstant(output))
    return 'shows that tests compare the time of an inquiry as text'
  return variant.id === 'webhook-lost' && pollsToo(undisturbed)
    ? 'shows that a test expects a webhook; the client reads the list of inquiries too'
    : undefined
}

/** Returns whether a client also reads the list of inquiries after one has arrived. */
const pollsToo = (undisturbed: readonly ClientCall[]): boolean => {
  const isLead = ({ method, target, operation }: ClientCall) =>
    operation === undefined && method === 'POST' && pathOfTarget(target).endsWith('/inquiries')
  const at = undisturbed.findIndex(isLead)
  return at >= 0 && undisturbed.slice(at).some((call) => isOwn(call) && call.operation === 'inquiries.list')
}

/** Faults that write the same instants in another form. */
const TIME_FORM_FAULTS: ReadonlySet<string> = new Set(['utc-times', 'mixed-offsets', 'fractions'])

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** Returns whether an output shows one instant in two forms, the expected and the actual one. */
const isOneInstant = (output: string): boolean => {
  const texts = [...new Set(output.match(TIME))]
  return new Set(texts.map((text) => Date.parse(text))).size < texts.length
}

/** Returns whether a list for given days has other entries. */
const daysDiffer = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.some((call) => {
    const usual = undisturbed.find((other) => targetKey(other) === targetKey(call))
    return usual !== undefined && NAMES_DAY.test(call.target) && entriesOf(call) !== entriesOf(usual)
  })

/** Returns the paths of inquiries in an answer. */
const entriesOf = ({ response }: ClientCall): string =>
  (response?.body.match(/\/v3\/consultas\/[^"?/{]+\/[^"?/{]+(?=")/g) ?? []).join()

/**
 * Returns whether the first new refusal may come from a day that the client computes. A write that is the
 * same on every day contains none.
 */
const hasNewRefusal = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean => {
  const done = new Set(undisturbed.filter(hasSucceeded).map(callKey))
  const refused = undisturbed.filter(isRefused)
  const usual = new Set([...refused.map(refusalOf), ...refused.map(callLine)])
  const isUsual = (call: ClientCall) =>
    usual.has(callLine(call)) || (usual.has(refusalOf(call)) && !done.has(callKey(call)))
  const first = calls.find((call) => isRefused(call) && !isUsual(call))
  return first !== undefined && (isRead(first) || !done.has(callKey(first)))
}

const isRefused = ({ operation, response }: ClientCall): boolean =>
  operation !== undefined && response !== null && response.status >= 400

const refusalOf = ({ operation, response }: ClientCall): string => `${operation} ${response?.status}`

/**
 * Returns why a failure is the test's: the client reads another client's change and writes with the new tag,
 * but the test expects the former text. Undefined if the client may be at fault.
 */
export const otherText = (
  { calls, output }: { readonly calls: readonly ClientCall[]; readonly output: string },
  exchange: string,
): string | undefined => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const met = calls[at]
  if (met?.response?.status !== 412 || !(output.includes(RIVAL_TEXT) || output.includes(RIVAL_TEXT_AGAIN)))
    return undefined
  const isSame = (call: ClientCall) => targetKey(call) === targetKey(met)
  const later = calls.slice(at + 1).filter(isSame)
  const again = later.findIndex((call) => !isRead(call))
  const isLookedAt = later.slice(0, Math.max(0, again)).some(isRead)
  const isWritten = (later[again]?.response?.status ?? 500) < 300
  return isLookedAt && isWritten ? 'shows that a test expects what another client has changed' : undefined
}

const LETTER_CASE_OPTIONS = /^publications\/external-id-shown=/

const WORD = /[\w-]+/g

/** Returns whether a word looks like an id of a client: a capital, followed by a digit somewhere. */
const isId = (word: string): boolean => {
  const capital = word.search(/[A-Z]/)
  return capital >= 0 && /\d/.test(word.slice(capital))
}

/**
 * Returns why a failure is the test's if ids are shown in lower case: the output has the same id in both
 * cases, expected and actual. Undefined if the client may be at fault.
 */
export const otherCase = (
  { id }: Variant,
  { output, calls }: Pick<ClientRun, 'output' | 'calls'>,
  { output: usual, calls: undisturbed }: Pick<ClientRun, 'output' | 'calls'>,
): string | undefined => {
  if (!LETTER_CASE_OPTIONS.test(id)) return undefined
  const printed = unusualLines(output, usual)
  const isBoth = (printed.match(WORD) ?? []).some(
    (word) => isId(word) && printed.includes(word.toLowerCase()),
  )
  // A client that compares ids and acts on the result sends other requests.
  return isBoth || isCrashOfTest(output, usual) || sendsTheSame(calls, undisturbed)
    ? 'shows that a test expects an id in its original letter case'
    : undefined
}

/** Matches options and faults that change the order of lists. */
const LIST_ORDER_VARIANTS = /^(?:publications\/order=|inquiries\/order=|lists-reordered$)/

/**
 * Returns whether a client does the same to other entries of a reordered list, which may be its test's
 * choice.
 */
export const takesOthers = (
  { id }: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): boolean => LIST_ORDER_VARIANTS.test(id) && writesOf(calls) === writesOf(undisturbed)

/** Returns the writes and their statuses, without their targets. */
const writesOf = (calls: readonly ClientCall[]): string =>
  calls
    .filter((call) => call.operation !== undefined && !isRead(call))
    .map(({ operation, response }) => `${operation} ${response?.status}`)
    .sort()
    .join()

/** Matches a value that a fault changes, in the output of a test that expects the value that was sent. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'other-names': / Argentina\b|\(línea\)|\b(?:Provincia|Ciudad) de /i,
  'photo-copies': /fotos\.example/,
  'new-fuel': /Hidrógeno/i,
  'currency-names': /\b(?:Peso|Dólar|Euro|Real) \p{Ll}+/u,
  'mail-case': /@[A-Z][\w-]*\.[A-Z]/,
  // The id of a resource, or a query that is appended, shows a client that takes links apart.
  'links-with-query': /\/v3\/[^\s"'`?]*\?v=3(?![\w?&])/,
  'former-phone': /5555-0998/,
  // The number of photos shows only in an expectation.
  'fewer-photos': /\bAssertion|\bexpect\(/,
}

/**
 * Returns why a failure is the test's: the client sends the same requests, and a test compares a value with
 * the one that was sent. Undefined if the client may be at fault.
 */
export const expectedAsSent = (
  { id }: Variant,
  { output, calls }: Pick<ClientRun, 'output' | 'calls'>,
  { output: usual, calls: undisturbed }: Pick<ClientRun, 'output' | 'calls'>,
): string | undefined => {
  const printed = unusualLines(output, usual)
  return SHOWN[id]?.test(printed) && EXPECTS.test(printed) && sendsTheSame(calls, undisturbed)
    ? 'shows that a test expects a value as it was sent'
    : undefined
}

/** Faults that only remove values, which a test may expect. */
const MISSING_VALUE_FAULTS: ReadonlySet<string> = new Set([
  'no-prices',
  'bare-cars',
  'bare-branches',
  'bare-operators',
])

/**
 * Returns why a failure is the test's if values are null: the client prints no trouble and omits no entries.
 * Undefined if the client may be at fault.
 */
export const expectedValue = ({ id }: Variant, output: string, usual: string): string | undefined => {
  const printed = unusualLines(output, usual)
  return MISSING_VALUE_FAULTS.has(id) &&
    EXPECTS.test(printed) &&
    !isTroubled(printed) &&
    !reportsFewer(printed)
    ? 'shows that a test expects values that may be missing'
    : undefined
}

/** Returns whether two runs send the same requests in the same order. */
const sendsTheSame = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.map(callKey).join('\n') === undisturbed.map(callKey).join('\n')
