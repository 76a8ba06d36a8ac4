import { type Exchange, tryParseJson, type WireRequest } from '../../src/kit/target/exchange.ts'
import { REDACTED } from '../../src/lib/redaction/secret-names.ts'
import { jsonObjectOf } from '../../src/lib/unknown-values.ts'

/** A request body, as far as it was recorded. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'text'; readonly text: string; readonly json: unknown }

/** One request with its response, sent by an exploration or read from a recording. */
export interface HistoryExchange {
  /** Position in the history, from 1. */
  readonly number: number
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: SentBody
  /** 0 when no response came. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly text: string
  /** The response as JSON; undefined when it is none. A judge replaces it by an equal earlier value. */
  json: unknown
  /** Name of the app, where the recording gives it: its credentials are removed. */
  readonly app?: string
  /** False when the recording lacks the response's body, or has only its beginning. */
  readonly isWhole: boolean
  /** Milliseconds since any fixed moment. */
  readonly startMs: number
  readonly endMs: number
}

/** Returns a request of the kit as a recorded one. */
export const historyRequest = ({
  method,
  url,
  headers,
  body,
}: WireRequest): Pick<HistoryExchange, 'method' | 'url' | 'headers' | 'body'> => ({
  method,
  url,
  headers: lowerNames(headers),
  body: body === undefined ? { kind: 'none' } : { kind: 'text', text: body, json: tryParseJson(body) },
})

/** Returns an exchange of the kit as a recorded one, which ended at `endMs`. */
export const historyExchange = (exchange: Exchange, number: number, endMs: number): HistoryExchange => {
  const { request, response, json, tookMs } = exchange
  return {
    number,
    ...historyRequest(request),
    status: response.status,
    responseHeaders: response.headers,
    text: response.body,
    json,
    isWhole: true,
    startMs: endMs - tookMs,
    endMs,
  }
}

/** Returns headers by lower-case name. */
const lowerNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const ESCAPED = encodeURIComponent(REDACTED)

/** Returns whether a value contains a text that was removed from the recording. */
export const isRemoved = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes(REDACTED) || value.includes(ESCAPED)
  if (Array.isArray(value)) return value.some(isRemoved)
  return typeof value === 'object' && value !== null && Object.values(value).some(isRemoved)
}

/** Returns an entity tag of the response; undefined when it has none, or when it was removed. */
export const tagOf = ({ responseHeaders }: HistoryExchange): string | undefined => {
  const { etag } = responseHeaders
  return etag === undefined || etag === '' || isRemoved(etag) ? undefined : etag
}

/** Returns whether the response reports success. */
export const isDone = ({ status }: HistoryExchange): boolean => status >= 200 && status < 300

/** Returns whether the service refused the request, and so did nothing. */
export const isRefused = ({ status }: HistoryExchange): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 499

/** Returns whether a body is declared as JSON; without a type it is taken for it. */
export const isSentAsJson = ({
  headers: { 'content-type': type },
}: Pick<HistoryExchange, 'headers'>): boolean => type === undefined || /^application\/json\b/i.test(type)

/** Returns the JSON object that was sent as such; undefined when it was none, or is not known. */
export const sentObject = (
  exchange: Pick<HistoryExchange, 'body' | 'headers'>,
): Readonly<Record<string, unknown>> | undefined => {
  const { body } = exchange
  return body.kind === 'text' && isSentAsJson(exchange) ? jsonObjectOf(body.json) : undefined
}
