import type { IncomingMessage } from 'node:http'
import type { RequestBody } from '../http/request.ts'
import { type IncomingRequest, splitTarget, splitUrl, type UrlParts } from '../transport/incoming-request.ts'
import { EMPTY_BODY } from '../transport/request-body.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'
import { readForwarded } from './forwarded.ts'
import { type BodyMemory, collectBody, hasBody } from './socket-body.ts'

/** Reads a message of Node's HTTP server directly: the web request would parse the headers a second time. */
export class SocketRequest implements IncomingRequest {
  readonly #message: IncomingMessage
  readonly #request: Request
  readonly #memory: BodyMemory
  readonly method: string
  readonly parts: UrlParts
  readonly outerPrefix: string

  /** `request` is the web request of the same message; `memory` weighs its body. */
  constructor(message: IncomingMessage, request: Request, memory: BodyMemory) {
    this.#message = message
    this.#request = request
    this.#memory = memory
    this.method = message.method ?? 'GET'
    const target = message.url ?? '/'
    const forwarded = readForwarded(message)
    // Clients of HTTP/1.0 may send no `Host`; clients of a proxy send an absolute target.
    this.parts = target.startsWith('/')
      ? splitTarget(originOf(forwarded?.scheme ?? 'http', message.headers.host ?? 'localhost'), target)
      : splitUrl(request.url)
    this.outerPrefix = forwarded?.prefix ?? ''
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  header(name: string): string | null {
    const value = this.#message.headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }

  headersLike(prefix: string): readonly (readonly [string, string])[] {
    const names = Object.keys(this.#message.headers).filter((name) => name.startsWith(prefix))
    return names.sort().map((name) => [name, this.header(name) ?? ''])
  }

  rawHeaders(): readonly string[] {
    return this.#message.rawHeaders
  }

  readBody(): RequestBody | Promise<RequestBody> {
    if (this.method === 'GET' || this.method === 'HEAD' || !hasBody(this.#message)) return EMPTY_BODY
    return collectBody(this.#message, BODY_LIMIT_BYTES, this.#memory)
  }
}

let lastOrigin = { scheme: '', host: '', origin: '' }

/** Joins an origin; requests of one client share it. */
const originOf = (scheme: string, host: string): string => {
  if (lastOrigin.host !== host || lastOrigin.scheme !== scheme)
    lastOrigin = { scheme, host, origin: `${scheme}://${host}` }
  return lastOrigin.origin
}
