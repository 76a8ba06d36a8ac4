import { isNestedTooDeep } from '../../lib/text/json-nesting.ts'
import { hasRoomFor } from './parsed-memory.ts'

/** A request as it is sent. Bodies are texts: the described API sends nothing else. */
export interface WireRequest {
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A response as it was received. */
export interface WireResponse {
  readonly status: number
  /** By lower-case name; several values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request with its response. */
export interface Exchange {
  /** Position in the run, from 1. */
  readonly number: number
  readonly request: WireRequest
  readonly response: WireResponse
  /** The response's body parsed as JSON; undefined when it is not JSON. */
  readonly json: unknown
  readonly tookMs: number
  /** When the request was sent, in milliseconds of one clock; undefined when unknown. */
  readonly startedMs?: number
  /** True: the request had the credentials of the second app. */
  readonly isOtherApp?: true
}

/** A request of a run that is over. */
export interface SentRequest {
  readonly request: WireRequest
  /** Undefined when no complete response came, so that it may have been carried out. */
  readonly exchange: Exchange | undefined
  /** Requests that were in flight at some moment of this one. */
  readonly others: readonly WireRequest[]
  /** True: it had the credentials of the second app. */
  readonly isOtherApp?: true | undefined
}

/** What a clause may add to a request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown
  /**
   * Value of `Accept`; null sends none. Default `application/json`, because without one any form is possible.
   */
  readonly accept?: string | null
  /** True: the request has no credentials. */
  readonly unsigned?: true
  /** True: the request has the credentials of the second app, which the run must have. */
  readonly isOtherApp?: true
}

/**
 * Sends one request without following redirects. Rejects with an `UnreachableError` when no complete response
 * arrives.
 */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>

/** Thrown when no complete response arrives; the message gives the reason in one sentence. */
export class UnreachableError extends Error {
  /** The request, and its position among those of the run that were not answered; set by the run. */
  unanswered?: { readonly request: WireRequest; readonly number: number }

  constructor(reason: string) {
    super(reason)
    this.name = 'UnreachableError'
  }
}

/**
 * Thrown when the service closes a connection that was kept open, instead of answering a write, which it may
 * have carried out.
 */
export class LostWriteError extends UnreachableError {}

/** Thrown when there is no memory left to parse a response or a file. */
export class OutOfMemoryError extends UnreachableError {
  constructor() {
    super(
      'There is not enough memory for what was received: try NODE_OPTIONS=--max-old-space-size=8192, in MiB',
    )
  }
}

/** Matches a possible half of an escaped surrogate pair, which no URL can have. */
const HALF_PAIR = /\\u[dD][89a-fA-F]/

const whole = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value).toString() : value

/**
 * Parses a body as JSON, with U+FFFD for halves of surrogate pairs; returns undefined when it is not JSON.
 */
export const tryParseJson = (body: string): unknown => {
  // Code that walks it would exhaust the stack.
  if (isNestedTooDeep(body)) return undefined
  try {
    return HALF_PAIR.test(body) ? JSON.parse(body, whole) : JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * Parses untrusted JSON, from a service or a file, like `tryParseJson`. Throws a `OutOfMemoryError`.
 */
export const parseUntrustedJson = (body: string): unknown => {
  if (!hasRoomFor(body)) throw new OutOfMemoryError()
  return tryParseJson(body)
}
