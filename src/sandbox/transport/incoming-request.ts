import { BODY_LIMIT_BYTES } from '../../api/wire/limits.ts'
import type { RequestBody } from '../../model/http/request.ts'
import { EMPTY_BODY, readStream } from './request-body.ts'

/**
 * A request of the described API as the runtime delivers it, before its world is known and its body is read.
 */
export interface IncomingRequest {
  readonly method: string
  /** Path and query as sent: nothing in them is decoded or normalised. */
  readonly parts: UrlParts
  /** Path below which a proxy serves the sandbox, without a slash at its end; absent or empty: none. */
  readonly outerPrefix?: string
  /** Aborts when the client leaves before the response. */
  readonly signal: AbortSignal
  /** Returns the value of a header by its lower-case name; null when absent. */
  header(name: string): string | null
  /**
   * Returns all headers whose lower-case name starts with `prefix`, as pairs of lower-case name and value.
   */
  headersLike(prefix: string): readonly (readonly [string, string])[]
  /** Returns names and values in turn, as sent where a socket brought them. */
  rawHeaders(): readonly string[]
  /** Reads the body, at most `errors/body-too-large` of it. Rejects with a `BrokenBody`. */
  readBody(): RequestBody | Promise<RequestBody>
}

/** Reads a web-standard `Request`: what in-process callers send, and any runtime other than Node. */
export class FetchRequest implements IncomingRequest {
  readonly #request: Request
  readonly parts: UrlParts

  constructor(request: Request) {
    this.#request = request
    this.parts = splitUrl(request.url)
  }

  get method(): string {
    return this.#request.method
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  header(name: string): string | null {
    return this.#request.headers.get(name)
  }

  headersLike(prefix: string): readonly (readonly [string, string])[] {
    return [...this.#request.headers].filter(([name]) => name.startsWith(prefix))
  }

  rawHeaders(): readonly string[] {
    return [...this.#request.headers].flat()
  }

  readBody(): RequestBody | Promise<RequestBody> {
    const { method, body } = this.#request
    return method === 'GET' || method === 'HEAD' || body === null
      ? EMPTY_BODY
      : readStream(body, BODY_LIMIT_BYTES)
  }
}

/** The parts of an absolute URL, as sent. */
export interface UrlParts {
  readonly origin: string
  /** What follows the origin. */
  readonly target: string
  readonly path: string
  /** Without `?`. */
  readonly query: string
}

/** Splits an absolute URL without decoding or normalising it. */
export const splitUrl = (url: string): UrlParts => {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  return splitTarget(url.slice(0, start), url.slice(start))
}

/** Splits the target of a request to an origin, as `splitUrl` does. */
export const splitTarget = (origin: string, target: string): UrlParts => {
  const mark = target.indexOf('?')
  const hash = target.indexOf('#')
  if (mark < 0 && hash < 0) return { origin, target, path: target, query: '' }
  const end = hash < 0 ? target.length : hash
  const cut = mark < 0 || mark > end ? end : mark
  return { origin, target, path: target.slice(0, cut), query: cut < end ? target.slice(cut + 1, end) : '' }
}

/** Returns whether a request target (path and query) belongs to the described API, in any world. */
export const isApiTarget = (target: string): boolean =>
  // Nearly every target begins like this, and is recognised without a pattern.
  target.startsWith('/v3/') || API_TARGET.test(target)

const API_TARGET = /^(?:\/w\/[^/]+)?\/v3(?![^/?])/
