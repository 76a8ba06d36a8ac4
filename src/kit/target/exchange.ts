/** A request as it goes out, and what came back. Bodies are texts: everything of the described API is. */
export interface WireRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface WireResponse {
  readonly status: number
  /** By lower-case name, several values joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Exchange {
  /** Position in the run. */
  readonly number: number
  readonly request: WireRequest
  readonly response: WireResponse
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
  readonly tookMs: number
}

/** Sends one request, follows nothing, and rejects with an `Unreachable` when no whole answer comes. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>

/** No whole answer came: the reason in one sentence. */
export class UnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unreachable'
  }
}

export const tryParseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
