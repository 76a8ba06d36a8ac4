import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BoundedBody } from './bounded-body.ts'
import { OutgoingFailed, outgoingError } from './outbound-error.ts'
import { hostOf } from './target-url.ts'

/** One request. `Host` and the headers that frame the body are set when it is sent. */
export interface OutgoingRequest {
  /** Checked by `parseTargetUrl`. */
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** Offsets in bytes at which the body is cut into chunks; present: its length is not announced. */
  readonly cuts?: readonly number[] | undefined
}

/** Limits of one exchange. */
export interface ExchangeLimits {
  readonly lookup: LookupFunction
  readonly timeoutMs: number
  readonly maxResponseBytes: number
  /** Called with the body so far after each chunk; true ends the reading. */
  readonly until: (body: Uint8Array) => boolean
  /** True for a response whose body is not read. */
  readonly skipsBody: (status: number, headers: Readonly<Record<string, string>>) => boolean
}

/** A response, read up to the limit. */
export interface GuardedResponse {
  /** URL of this response, after any redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case; equal names are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** False when reading stopped before the end of the body. */
  readonly complete: boolean
}

/** Sends one request on its own connection and always closes it within `timeoutMs`. */
export const sendOnce = (outgoing: OutgoingRequest, bounds: ExchangeLimits): Promise<GuardedResponse> =>
  new Promise((resolve, reject) => {
    let request: http.ClientRequest | undefined
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      end()
      request?.destroy()
    }
    const fail = (error: unknown): void => settle(() => reject(outgoingError(error)))
    const onTimeout = () => fail(new OutgoingFailed('timeout', 'The exchange took longer than it may.'))
    const timer = setTimeout(onTimeout, Math.max(1, bounds.timeoutMs))
    try {
      request = send(outgoing, bounds.lookup)
      // Stays attached: a request that is destroyed while it connects still emits an error.
      request.on('error', fail)
      // A response that switches protocols has no readable body.
      request.on('upgrade', () =>
        fail(new OutgoingFailed('answer', 'The response switches to another protocol.')),
      )
      request.on('response', (incoming) => {
        readResponse(outgoing.url, incoming, bounds, (response) => settle(() => resolve(response)), fail)
      })
    } catch (error) {
      fail(error)
    }
  })

const send = (
  { url, method, headers, body, cuts }: OutgoingRequest,
  lookup: LookupFunction,
): http.ClientRequest => {
  const { request } = url.protocol === 'https:' ? https : http
  const length = body === undefined || cuts ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const host = hostOf(url)
  const sent = request({
    protocol: url.protocol,
    host,
    // By default it comes from the Host header, whose possible trailing dot matches no certificate.
    servername: isIP(host) ? '' : host,
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: { ...withoutFraming(headers), host: url.host, ...length },
    lookup,
    // One connection without an agent: none is kept alive, and proxies of the environment are not used.
    agent: false,
  })
  if (cuts && body !== undefined) void sendChunks(sent, Buffer.from(body), cuts)
  else sent.end(body)
  return sent
}

/** Pause between chunks, so that a receiver gets each separately. */
const CHUNK_PAUSE_MS = 15

const sendChunks = async (sent: http.ClientRequest, body: Buffer, cuts: readonly number[]): Promise<void> => {
  let from = 0
  for (const cut of [...cuts, body.length]) {
    if (from > 0) await pause(CHUNK_PAUSE_MS)
    if (sent.destroyed) return
    sent.write(body.subarray(from, cut))
    from = cut
  }
  sent.end()
}

const readResponse = (
  url: URL,
  incoming: http.IncomingMessage,
  { maxResponseBytes, until, skipsBody }: ExchangeLimits,
  done: (response: GuardedResponse) => void,
  fail: (error: unknown) => void,
): void => {
  const status = incoming.statusCode ?? 0
  const headers = joinedHeaders(incoming.headers)
  const body = new BoundedBody(maxResponseBytes)
  const finish = (complete: boolean) => done({ url: url.href, status, headers, body: body.view, complete })
  incoming.on('error', fail)
  if (skipsBody(status, headers)) {
    finish(false)
    return
  }
  incoming.on('data', (chunk: Buffer) => {
    if (!body.add(chunk) || until(body.view)) finish(false)
  })
  incoming.on('end', () => finish(true))
}

const FRAMING =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

const withoutFraming = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.test(name)))

const joinedHeaders = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
