import { firstOf } from '../../text/first-of.ts'
import {
  bodyText,
  type CallResponse,
  type ClientCall,
  callKey,
  callLine,
  isOwn,
  isRead,
} from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'

const MAX_SHOWN = 5
const MAX_UNSENT = 2

/** Line for a client that sends nothing after the exchange at which its run differs. */
const NOTHING_MORE = 'the client sends nothing more'
/** Line for a client whose test makes a control call before the client sends anything. */
const TEST_GOES_ON = 'the client sends nothing more before the test makes a control call'

/**
 * Returns the exchange at which a run first differs from the undisturbed one, then the next requests and
 * those that the undisturbed run does not have, then missing ones. Control calls of tests are omitted.
 */
export const traceFrom = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  parts: string | null,
): string[] => {
  const at = parts === null ? -1 : calls.findIndex(({ exchange }) => exchange === parts)
  const parting = calls[at]
  if (!parting) return []
  const usual = undisturbed.filter(isOwn)
  const { isNew, unsent } = compared(calls.filter(isOwn), usual)
  const later = calls.slice(at + 1)
  const lead = leadOf(parting, later)
  const further = later.filter((call) => isOwn(call) && isNew(call) && !lead.includes(call))
  const line = (call: ClientCall) =>
    callLine(call) + remarksOn(call, isNew(call) ? counterpartOf(call, usual) : undefined)
  const shown = [
    ...[parting, ...lead].map(line),
    ...(later.length === 0 ? [NOTHING_MORE] : lead.length === 0 ? [TEST_GOES_ON] : []),
    ...further.map(line),
  ]
  return [...firstOf(collapsed(shown), MAX_SHOWN), ...firstOf(linesOfUnsent(unsent), MAX_UNSENT)]
}

/**
 * Returns the requests to the same target that directly follow an exchange, or just the next one; up to a
 * control call.
 */
const leadOf = ({ target }: ClientCall, later: readonly ClientCall[]): readonly ClientCall[] => {
  const end = later.findIndex((call) => !isOwn(call))
  const own = end < 0 ? later : later.slice(0, end)
  const other = own.findIndex((call) => call.target !== target)
  return own.slice(0, Math.max(1, other < 0 ? own.length : other))
}

/** Names the missing requests, each once, writes first. */
const linesOfUnsent = (unsent: readonly ClientCall[]): string[] => {
  const ordered = [...unsent.filter((call) => !isRead(call)), ...unsent.filter(isRead)]
  return [...new Set(ordered.map(({ method, target }) => `not sent: ${method} ${target}`))]
}

/** Returns which requests are new compared with the undisturbed run, and which are missing. */
const compared = (
  own: readonly ClientCall[],
  usual: readonly ClientCall[],
): { readonly isNew: (call: ClientCall) => boolean; readonly unsent: readonly ClientCall[] } => {
  const waiting = new Map<string, ClientCall[]>()
  for (const call of usual) waiting.set(callKey(call), [...(waiting.get(callKey(call)) ?? []), call])
  // The retry of a failed request is the same request.
  const further = new Set(
    own.filter((call) => isFailed(call) || waiting.get(callKey(call))?.shift() === undefined),
  )
  // A request that is sent as often, but with another secret or number, is not missing.
  const countOf = (some: readonly ClientCall[], { method, target }: ClientCall) =>
    some.filter((call) => call.method === method && call.target === target).length
  const isMissing = (call: ClientCall) => isRead(call) || countOf(own, call) < countOf(usual, call)
  // A failed request is not missing.
  const failed = new Set(own.filter(isFailed).map(callKey))
  const unsent = [...waiting].flatMap(([key, left]) => (failed.has(key) ? [] : left.filter(isMissing)))
  return { isNew: (call) => further.has(call), unsent }
}

const isFailed = ({ response }: ClientCall): boolean =>
  response === null || response.status === 429 || response.status >= 500

const counterpartOf = (call: ClientCall, usual: readonly ClientCall[]): ClientCall | undefined =>
  isRead(call)
    ? undefined
    : usual.find(({ method, target }) => method === call.method && target === call.target)

/** Writes equal adjacent lines once, with their number. */
const collapsed = (lines: readonly string[]): string[] => {
  const runs: { readonly line: string; count: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line === line) last.count += 1
    else runs.push({ line, count: 1 })
  }
  return runs.map(({ line, count }) => (count === 1 ? line : `${line}  (${count} times)`))
}

/** Returns the informative parts of a request and of a refusal. */
const remarksOn = (call: ClientCall, counterpart: ClientCall | undefined): string => {
  const all = [tagRemark(call), ...(counterpart ? bodyRemarks(call, counterpart) : [])].filter(Boolean)
  return `${all.length > 0 ? `  (${all.join(', ')})` : ''}${errorOf(call.response)}`
}

/** Matches operations that a tag guards (PUB-34). */
const GUARDED = /^publications\.(?:edit|amend|suspend|archive)$/

const tagRemark = ({ operation, headers }: ClientCall): string => {
  if (!GUARDED.test(operation ?? '')) return ''
  return headers.some(([name]) => name.toLowerCase() === 'if-match') ? '' : 'no If-Match'
}

const MAX_VALUE = 60
const MAX_MEMBERS = 3

/** Returns the members of a request that differ from its undisturbed counterpart. */
const bodyRemarks = (call: ClientCall, usual: ClientCall): string[] => {
  const [own, former] = [call, usual].map(({ body }) => membersIn(bodyText(body)))
  if (!own || !former) return []
  return [...new Set([...Object.keys(own), ...Object.keys(former)])]
    .filter((name) => textOf(own[name]) !== textOf(former[name]))
    .slice(0, MAX_MEMBERS)
    .map((name) => (name in own ? `${name}: ${textOf(own[name]).slice(0, MAX_VALUE)}` : `without ${name}`))
}

/** Returns a value as JSON, without the port, which differs in each run. */
const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')

const MAX_ERROR = 160

/** Returns the content of a refusal: its `Errors`, else its `Detail`, else the beginning of its body. */
const errorOf = (response: CallResponse | null): string => {
  if (response === null || response.status < 400) return ''
  const { Errors, Detail } = membersIn(response.body)
  const text = Errors === undefined ? (Detail ?? response.body) : Errors
  const shown = (typeof text === 'string' ? text : JSON.stringify(text)).replaceAll(/\s+/g, ' ')
  return shown === '' ? '' : `  ${shown.slice(0, MAX_ERROR)}`
}
