import { type ClientCall, callKey, callLine, hasSucceeded, isRead, targetKey } from '../faults/client-call.ts'
import { RIVAL_TEXT, RIVAL_TEXT_AGAIN } from '../faults/rival-writes.ts'
import type { Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { EXPECTS, isCrashOfTest, isTroubled } from './crash.ts'
import { tellsFewer } from './own-leads.ts'
import { unusualLines } from './unusual-lines.ts'

/** A day, as a request for inquiries or views names it. */
const NAMES_DAY = /[?&](?:desde|hasta)=/

/** Faults of the whole run by which it is another day. */
export const OF_CALENDAR: ReadonlySet<string> = new Set(['year-end', 'month-end', 'leap-day'])

/** What languages say of a day that a month does not have. */
const NO_DATE =
  /day is out of range|[Ii]nvalid date|Invalid time value|DateTimeException|must be in 1\.\.|Date::Error/

/** Returns what a client does that breaks off on another day, because it computes one that does not exist. */
export const impossibleDay = ({ id }: Variant, output: string): string | undefined =>
  OF_CALENDAR.has(id) && NO_DATE.test(output) ? 'computes a day that does not exist' : undefined

/**
 * Returns why the failure of a command is its test's: the variant shows other inquiries, and the test expects
 * certain ones. Undefined where the client itself may be at fault.
 */
export const otherInquiries = (
  variant: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  output = '',
): string | undefined => {
  if (variant.id === 'common/time-zone=utc' && daysDiffer(calls, undisturbed))
    return 'shows that tests expect the inquiries of certain days: a day of another zone has others'
  if (OF_CALENDAR.has(variant.id) && !NO_DATE.test(output) && !hasFurtherRefusal(calls, undisturbed))
    return 'shows that tests expect the inquiries of certain dates'
  if (OF_TIMES.has(variant.id) && isOneInstant(output))
    return 'shows that tests expect the time of an inquiry as one text'
  return undefined
}

/** Faults that write the same instants otherwise. */
const OF_TIMES: ReadonlySet<string> = new Set(['utc-times', 'mixed-offsets', 'fractions'])

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** True where an output names one instant in two ways: a test expects one, and gets the other. */
const isOneInstant = (output: string): boolean => {
  const texts = [...new Set(output.match(TIME))]
  return new Set(texts.map((text) => Date.parse(text))).size < texts.length
}

/** True where a list of given days has other entries. */
const daysDiffer = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.some((call) => {
    const usual = undisturbed.find((other) => targetKey(other) === targetKey(call))
    return usual !== undefined && NAMES_DAY.test(call.target) && entriesOf(call) !== entriesOf(usual)
  })

/** Returns the addresses in an answer, without what shows the host. */
const entriesOf = ({ response }: ClientCall): string =>
  (response?.body.match(/\/v3\/consultas\/[^"?/{]+\/[^"?/{]+(?=")/g) ?? []).join()

/**
 * True where the first refusal that undisturbed there is none of may come from a day that the client
 * computes: a write that is the same on every day holds none.
 */
const hasFurtherRefusal = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean => {
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
 * Returns why the failure of a command is its test's: the client reads again what another client has changed
 * and writes under the new tag, and the test expects the text of before. Undefined where the client may be at
 * fault.
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

const OF_CASE = /^publications\/external-id-shown=/

const WORD = /[\w-]+/g

/** True for a word that looks like an id as clients assign them: a capital, and a digit behind it. */
const isId = (word: string): boolean => {
  const capital = word.search(/[A-Z]/)
  return capital >= 0 && /\d/.test(word.slice(capital))
}

/**
 * Returns why a failure is its test's where ids are shown in lower case: it prints the same id in both cases,
 * the one that it expects and the one that it gets. Undefined where the client may be at fault.
 */
export const otherCase = (
  { id }: Variant,
  { output, calls }: Pick<ClientRun, 'output' | 'calls'>,
  { output: usual, calls: undisturbed }: Pick<ClientRun, 'output' | 'calls'>,
): string | undefined => {
  if (!OF_CASE.test(id)) return undefined
  const printed = unusualLines(output, usual)
  const isBoth = (printed.match(WORD) ?? []).some(
    (word) => isId(word) && printed.includes(word.toLowerCase()),
  )
  // Who compares ids to act on them sends something else.
  return isBoth || isCrashOfTest(output, usual) || isSentAlike(calls, undisturbed)
    ? 'shows that a test expects an id in the case in which it gave it'
    : undefined
}

/** Options and faults that bring lists in another order. */
const OF_ORDER = /^(?:publications\/order=|inquiries\/order=|lists-reordered$)/

/**
 * Tells whether a client that passes does the same to other entries of a list in another order: which of them
 * it takes may be its test's choice.
 */
export const takesOthers = (
  { id }: Variant,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): boolean => OF_ORDER.test(id) && writesOf(calls) === writesOf(undisturbed)

/** Returns what was written and how it was answered, without what it was written to. */
const writesOf = (calls: readonly ClientCall[]): string =>
  calls
    .filter((call) => call.operation !== undefined && !isRead(call))
    .map(({ operation, response }) => `${operation} ${response?.status}`)
    .sort()
    .join()

/** What a fault shows otherwise than it was sent, as a test prints it that expects what was sent. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'other-names': / Argentina\b|\(línea\)|\b(?:Provincia|Ciudad) de /i,
  'photo-copies': /fotos\.example/,
  'new-fuel': /Hidrógeno/i,
  'currency-names': /\b(?:Peso|Dólar|Euro|Real) \p{Ll}+/u,
}

/**
 * Returns why a failure is its test's: the client sends what it sends undisturbed, and a test compares with
 * its own words what it was shown. Undefined where the client may be at fault.
 */
export const expectedAsSent = (
  { id }: Variant,
  { output, calls }: Pick<ClientRun, 'output' | 'calls'>,
  { output: usual, calls: undisturbed }: Pick<ClientRun, 'output' | 'calls'>,
): string | undefined => {
  const printed = unusualLines(output, usual)
  return SHOWN[id]?.test(printed) && EXPECTS.test(printed) && isSentAlike(calls, undisturbed)
    ? 'shows that a test expects a value as it was sent'
    : undefined
}

/** Members whose absence is the whole fault, and of which a test may expect something. */
const OF_VALUES: ReadonlySet<string> = new Set(['no-prices', 'bare-cars', 'bare-branches', 'bare-operators'])

/**
 * Returns why a failure is its test's where values are null: the client prints no trouble and leaves no entry
 * out. Undefined where it may be at fault.
 */
export const expectedValue = ({ id }: Variant, output: string, usual: string): string | undefined => {
  const printed = unusualLines(output, usual)
  return OF_VALUES.has(id) && EXPECTS.test(printed) && !isTroubled(printed) && !tellsFewer(printed)
    ? 'shows that a test expects values that may be missing'
    : undefined
}

/** True where two runs send the same requests in the same order. */
const isSentAlike = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.map(callKey).join('\n') === undisturbed.map(callKey).join('\n')
