import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { BoundedBody } from './bounded-body.ts'
import { OutgoingFailed, outgoingError } from './outbound-error.ts'
import { hostOf } from './target-url.ts'

/** One request, without its body's framing: that and the `Host` are the guard's own. */
export interface Hop {
  /** Read by `readTarget`. */
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** Bounds of one exchange. */
export interface Bounds {
  readonly lookup: LookupFunction
  readonly timeoutMs: number
  readonly maxResponseBytes: number
  /** Told of the body so far after each piece; true ends the reading. */
  readonly until: (body: Uint8Array) => boolean
  /** True for an answer of which the body is not wanted. */
  readonly headOnly: (status: number, headers: Readonly<Record<string, string>>) => boolean
}

export interface GuardedResponse {
  /** The URL that gave this answer, after any redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case; several of one name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** False when the reading ended before the body did. */
  readonly complete: boolean
}

/** Sends one request on a connection of its own and ends it, whatever happens, within the time given. */
export const exchangeOnce = (hop: Hop, bounds: Bounds): Promise<GuardedResponse> =>
  new Promise((resolve, reject) => {
    let request: http.ClientRequest | undefined
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      end()
      request?.destroy()
    }
    const fail = (error: unknown): void => settle(() => reject(outgoingError(error)))
    const late = () => fail(new OutgoingFailed('timeout', 'The exchange took longer than it may.'))
    const timer = setTimeout(late, Math.max(1, bounds.timeoutMs))
    try {
      request = send(hop, bounds.lookup)
      // Stays for good: a request that is destroyed while it connects still speaks of it.
      request.on('error', fail)
      // An answer that changes the protocol has no body that could be read.
      request.on('upgrade', () => fail(new OutgoingFailed('answer', 'The answer changes the protocol.')))
      request.on('response', (incoming) => {
        readResponse(hop.url, incoming, bounds, (response) => settle(() => resolve(response)), fail)
      })
    } catch (error) {
      fail(error)
    }
  })

const send = ({ url, method, headers, body }: Hop, lookup: LookupFunction): http.ClientRequest => {
  const { request } = url.protocol === 'https:' ? https : http
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const host = hostOf(url)
  const sent = request({
    protocol: url.protocol,
    host,
    // Else it would be read from the Host header, where the dot that may end a name fits no certificate.
    servername: isIP(host) ? '' : host,
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: { ...unframed(headers), host: url.host, ...length },
    lookup,
    // A connection of its own: none is kept for later, and the proxies of the environment, which shared agents may obey, are not asked.
    agent: false,
  })
  sent.end(body)
  return sent
}

const readResponse = (
  url: URL,
  incoming: http.IncomingMessage,
  { maxResponseBytes, until, headOnly }: Bounds,
  done: (response: GuardedResponse) => void,
  fail: (error: unknown) => void,
): void => {
  const status = incoming.statusCode ?? 0
  const headers = joined(incoming.headers)
  const body = new BoundedBody(maxResponseBytes)
  const finish = (complete: boolean) => done({ url: url.href, status, headers, body: body.view, complete })
  incoming.on('error', fail)
  if (headOnly(status, headers)) {
    finish(false)
    return
  }
  incoming.on('data', (piece: Buffer) => {
    if (!body.add(piece) || until(body.view)) finish(false)
  })
  incoming.on('end', () => finish(true))
}

const FRAMING = /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

const unframed = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.test(name)))

const joined = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
