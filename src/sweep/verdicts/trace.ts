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

/** Sentence for a client that sends nothing after the exchange at which its run differs. */
const NOTHING_MORE = 'the client sends nothing more'
/** Said where its test goes on before it has sent anything. */
const TEST_GOES_ON = 'the client sends nothing more before the test makes a control call'

/**
 * Returns the exchange at which a run parts from the undisturbed one; then what the client sent next, and
 * what it sends there that it does not send undisturbed; then what it leaves unsent. Control calls of tests
 * are no part of it.
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
 * Returns what a client sends right after an exchange about the same, or the next request; up to a control
 * call.
 */
const leadOf = ({ target }: ClientCall, later: readonly ClientCall[]): readonly ClientCall[] => {
  const end = later.findIndex((call) => !isOwn(call))
  const own = end < 0 ? later : later.slice(0, end)
  const other = own.findIndex((call) => call.target !== target)
  return own.slice(0, Math.max(1, other < 0 ? own.length : other))
}

/** Names what is left unsent, each once, writes first. */
const linesOfUnsent = (unsent: readonly ClientCall[]): string[] => {
  const ordered = [...unsent.filter((call) => !isRead(call)), ...unsent.filter(isRead)]
  return [...new Set(ordered.map(({ method, target }) => `not sent: ${method} ${target}`))]
}

/** Tells which requests the undisturbed run does not have, and which of its requests are not sent. */
const compared = (
  own: readonly ClientCall[],
  usual: readonly ClientCall[],
): { readonly isNew: (call: ClientCall) => boolean; readonly unsent: readonly ClientCall[] } => {
  const waiting = new Map<string, ClientCall[]>()
  for (const call of usual) waiting.set(callKey(call), [...(waiting.get(callKey(call)) ?? []), call])
  // What is sent again because it failed is the same request.
  const further = new Set(
    own.filter((call) => isFailed(call) || waiting.get(callKey(call))?.shift() === undefined),
  )
  // What is sent as often, with another secret or number in it, is not missing.
  const countOf = (some: readonly ClientCall[], { method, target }: ClientCall) =>
    some.filter((call) => call.method === method && call.target === target).length
  const isMissing = (call: ClientCall) => isRead(call) || countOf(own, call) < countOf(usual, call)
  // What failed was sent nevertheless.
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

/** Writes lines that follow each other and are equal once, with their number. */
const collapsed = (lines: readonly string[]): string[] => {
  const runs: { readonly line: string; count: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line === line) last.count += 1
    else runs.push({ line, count: 1 })
  }
  return runs.map(({ line, count }) => (count === 1 ? line : `${line}  (${count} times)`))
}

/** Returns the informative part of a request, and what a refusal says. */
const remarksOn = (call: ClientCall, counterpart: ClientCall | undefined): string => {
  const all = [tagRemark(call), ...(counterpart ? bodyRemarks(call, counterpart) : [])].filter(Boolean)
  return `${all.length > 0 ? `  (${all.join(', ')})` : ''}${errorOf(call.response)}`
}

/** Operations whose write a tag guards (PUB-34). */
const GUARDED = /^publications\.(?:edit|amend|suspend|archive)$/

const tagRemark = ({ operation, headers }: ClientCall): string => {
  if (!GUARDED.test(operation ?? '')) return ''
  return headers.some(([name]) => name.toLowerCase() === 'if-match') ? '' : 'no If-Match'
}

const MAX_VALUE = 60
const MOST_MEMBERS = 3

/** Returns the members that a request has otherwise than the one that it has undisturbed. */
const bodyRemarks = (call: ClientCall, usual: ClientCall): string[] => {
  const [own, former] = [call, usual].map(({ body }) => membersIn(bodyText(body)))
  if (!own || !former) return []
  return [...new Set([...Object.keys(own), ...Object.keys(former)])]
    .filter((name) => textOf(own[name]) !== textOf(former[name]))
    .slice(0, MOST_MEMBERS)
    .map((name) => (name in own ? `${name}: ${textOf(own[name]).slice(0, MAX_VALUE)}` : `without ${name}`))
}

/** Returns a value as JSON; each run has its own port. */
const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')

const MAX_ERROR = 160

/** Returns what a refusal says: its `Errors`, else its `Detail`, else the beginning of its body. */
const errorOf = (response: CallResponse | null): string => {
  if (response === null || response.status < 400) return ''
  const { Errors, Detail } = membersIn(response.body)
  const text = Errors === undefined ? (Detail ?? response.body) : Errors
  const shown = (typeof text === 'string' ? text : JSON.stringify(text)).replaceAll(/\s+/g, ' ')
  return shown === '' ? '' : `  ${shown.slice(0, MAX_ERROR)}`
}
