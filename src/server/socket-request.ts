import type { IncomingMessage } from 'node:http'
import type { RequestBody } from '../http/request.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import { BrokenBody, EMPTY_BODY, TOO_LARGE } from '../transport/request-body.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'

/** Reads a message of Node's HTTP server directly: the web request would parse the headers a second time. */
export class SocketRequest implements IncomingRequest {
  readonly #message: IncomingMessage
  readonly #request: Request
  readonly method: string
  readonly url: string

  /** `request` is the web request of the same message. */
  constructor(message: IncomingMessage, request: Request) {
    this.#message = message
    this.#request = request
    this.method = message.method ?? 'GET'
    const target = message.url ?? '/'
    // Clients of HTTP/1.0 may send no `Host`; clients of a proxy send an absolute target.
    this.url = target.startsWith('/') ? `http://${message.headers.host ?? 'localhost'}${target}` : request.url
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
    const { headers } = this.#message
    const length = headers['content-length']
    const hasBody = length !== undefined || headers['transfer-encoding'] !== undefined
    if (this.method === 'GET' || this.method === 'HEAD' || !hasBody) return EMPTY_BODY
    return length !== undefined && Number(length) > BODY_LIMIT_BYTES ? TOO_LARGE : collectBody(this.#message)
  }
}

const collectBody = (message: IncomingMessage): Promise<RequestBody> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    message.on('data', (part: Buffer) => {
      size += part.length
      if (size <= BODY_LIMIT_BYTES) parts.push(part)
      // The rest is read and dropped, so that a client that reads only after writing gets the response.
      else resolve(TOO_LARGE)
    })
    message.on('end', () =>
      resolve({ kind: 'bytes', bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }),
    )
    message.on('error', (cause) => reject(new BrokenBody(cause)))
    message.on('close', () => {
      if (!message.complete) reject(new BrokenBody())
    })
  })
