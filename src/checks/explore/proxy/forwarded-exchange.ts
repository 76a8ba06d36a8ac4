import type { HistoryExchange, SentBody } from '../../../../contracts/rules/recorded-exchange.ts'
import { decodedBody } from '../../../kit/target/content-coding.ts'
import { parseUntrustedJson } from '../../../kit/target/exchange.ts'

/** Headers in the order and the spelling in which they came. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** A forwarded body: its bytes as transferred, or the first of them. */
export interface ForwardedBody {
  readonly bytes: Buffer
  /** Bytes of the whole body. */
  readonly size: number
}

/** A request that a proxy passed on, with the service's response. */
export interface ForwardedExchange {
  readonly method: string
  /** Absolute, at the service. */
  readonly url: string
  readonly headers: HeaderPairs
  readonly body: ForwardedBody
  /** Milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  /** Undefined when none came, or not whole; `failure` then says why. */
  readonly answer:
    | { readonly status: number; readonly headers: HeaderPairs; readonly body: ForwardedBody }
    | undefined
  readonly failure?: string | undefined
}

/** Bytes of a body that are kept, as transferred and decoded. */
const MAX_KEPT = 4 * 1024 * 1024
const MAX_DECODED = 16 * 1024 * 1024

/** Keeps the beginning of a body while it is passed on. */
export class BodyCopy {
  readonly #parts: Buffer[] = []
  #kept = 0
  #size = 0
  /** Whether no more of it can come. */
  isWhole = false

  add(part: Buffer): void {
    this.#size += part.length
    if (this.#kept >= MAX_KEPT) return
    this.#parts.push(part.subarray(0, MAX_KEPT - this.#kept))
    this.#kept += part.length
  }

  get body(): ForwardedBody {
    return { bytes: Buffer.concat(this.#parts), size: this.#size }
  }
}

/** Returns headers by lower-case name; the values of several of one name are joined. */
export const headersByName = (pairs: HeaderPairs): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${value}` : value
  }
  return headers
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns a body as text; undefined when it is none, or when only its beginning was kept. */
export const forwardedText = ({ bytes, size }: ForwardedBody, headers: HeaderPairs): string | undefined => {
  if (bytes.length < size) return undefined
  try {
    return utf8.decode(decodedBody(bytes, headersByName(headers)['content-encoding'], MAX_DECODED))
  } catch {
    return undefined
  }
}

/** Returns an exchange as the judge reads it. */
export const historyExchangeOf = (passed: ForwardedExchange, number: number): HistoryExchange => {
  const { method, url, headers, answer, startMs, endMs } = passed
  const text = answer && forwardedText(answer.body, answer.headers)
  return {
    number,
    method,
    url,
    headers: headersByName(headers),
    body: sentBodyOf(passed),
    status: answer?.status ?? 0,
    responseHeaders: headersByName(answer?.headers ?? []),
    text: text ?? '',
    json: text === undefined ? undefined : parseUntrustedJson(text),
    isWhole: text !== undefined,
    startMs,
    endMs,
  }
}

/** Returns a request's body as the judge reads it. */
export const sentBodyOf = ({ body, headers }: Pick<ForwardedExchange, 'body' | 'headers'>): SentBody => {
  if (body.size === 0) return { kind: 'none' }
  const text = forwardedText(body, headers)
  return text === undefined ? { kind: 'unknown' } : { kind: 'text', text, json: parseUntrustedJson(text) }
}
