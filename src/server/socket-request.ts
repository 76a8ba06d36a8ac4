import type { IncomingMessage } from 'node:http'
import type { RequestBody } from '../http/request.ts'
import type { HeldBytes } from '../simulator/held-bytes.ts'
import { type IncomingRequest, splitTarget, splitUrl, type UrlParts } from '../transport/incoming-request.ts'
import { BrokenBody, EMPTY_BODY, RefusedBody, TOO_LARGE } from '../transport/request-body.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'
import { readForwarded } from './forwarded.ts'
import { endWithProblem } from './parser-refusals.ts'

/** Reads a message of Node's HTTP server directly: the web request would parse the headers a second time. */
export class SocketRequest implements IncomingRequest {
  readonly #message: IncomingMessage
  readonly #request: Request
  readonly #memory: BodyMemory
  readonly method: string
  readonly url: string
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
    this.url = target.startsWith('/') ? this.parts.origin + target : request.url
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

/** What bodies of requests may hold. */
export interface BodyMemory {
  readonly bodies: HeldBytes
  /** True: no body is read at the moment. */
  readonly isFull: boolean
}

/** Tells whether a message announces a body; clients announce an empty one for a method that may have one. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Measured: each part is an object of its own, however small. */
const PART_BYTES = 256
/** Parts of a body that are smaller on average cost more to read than a client may cause. */
const LEAST_PART_BYTES = 64

/**
 * Reads the body of a message, at most `limitBytes`, in parts that are not tiny. Rejects with a `BrokenBody`
 * when the client ends early, and with a `RefusedBody` when the memory for bodies is used up.
 */
export const collectBody = (
  message: IncomingMessage,
  limitBytes: number,
  memory: BodyMemory,
): RequestBody | Promise<RequestBody> => {
  const length = Number(message.headers['content-length'] ?? 0)
  if (length > limitBytes) return TOO_LARGE
  if (memory.isFull) return Promise.reject(new RefusedBody())
  return new Promise((resolve, reject) => {
    const { bodies } = memory
    let parts: Buffer[] = []
    let size = 0
    let count = 0
    const mostParts = Math.floor(limitBytes / LEAST_PART_BYTES)
    const drop = () => {
      parts = []
      size = Number.POSITIVE_INFINITY
    }
    const holder = {
      bytes: 0,
      refuse() {
        drop()
        reject(new RefusedBody())
      },
    }
    message.on('data', (part: Buffer) => {
      size += part.length
      count += 1
      if (count > mostParts) {
        message.pause()
        // What was read with it still comes.
        if (count === mostParts + 1)
          endWithProblem(message.socket, 413, `The body comes in more than ${mostParts} parts.`)
        return
      }
      // The rest is read and dropped, so that a client that reads only after writing gets the response.
      if (size > limitBytes) {
        bodies.release(holder)
        drop()
        return resolve(TOO_LARGE)
      }
      parts.push(part)
      // A body of one part is decided at once: only those that wait for more are weighed.
      if (size < length || parts.length > 1 || length === 0)
        bodies.grow(holder, size + parts.length * PART_BYTES - holder.bytes)
    })
    message.on('end', () =>
      // Indexed access: there is exactly one part.
      resolve({ kind: 'bytes', bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }),
    )
    message.on('error', (cause) => {
      bodies.release(holder)
      reject(new BrokenBody(cause))
    })
    message.on('close', () => {
      bodies.release(holder)
      if (!message.complete) reject(new BrokenBody())
    })
  })
}
