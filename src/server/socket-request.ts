import { BODY_LIMIT_BYTES } from '../api/wire/limits.ts'
import type { RequestBody } from '../model/http/request.ts'
import {
  type IncomingRequest,
  splitTarget,
  splitUrl,
  type UrlParts,
} from '../sandbox/transport/incoming-request.ts'
import { readForwarded } from './forwarded.ts'
import type { NodeBindings } from './node-bindings.ts'
import { readSocketBody } from './socket-body.ts'

/** Reads the message that Node's adapter hands over: a web request would parse the headers once more. */
export class SocketRequest implements IncomingRequest {
  readonly #message: NodeBindings['incoming']
  readonly #request: Request
  readonly method: string
  readonly parts: UrlParts
  readonly outerPrefix: string

  /** `request` is the web request of the same message. */
  constructor(message: NodeBindings['incoming'], request: Request) {
    this.#message = message
    this.#request = request
    this.method = message.method ?? 'GET'
    const target = message.url ?? '/'
    const forwarded = readForwarded(message)
    // Clients of HTTP/1.0 may send no `Host`; clients of a proxy send an absolute target.
    this.parts = target.startsWith('/')
      ? splitTarget(`${forwarded?.scheme ?? 'http'}://${message.headers.host ?? 'localhost'}`, target)
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
    return readSocketBody(this.#message, BODY_LIMIT_BYTES)
  }
}
