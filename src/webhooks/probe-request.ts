import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Profile } from '../api/assumptions/profile.ts'

/** One request to the endpoint, without the headers that frame its body. */
export interface ProbeRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds over which the body is sent in chunks. Absent: at once. */
  readonly spreadMs?: number
}

/** Outcome of a request. Times are milliseconds since the last byte that was sent. */
export type ProbeOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly excerpt: string }
  /** No response within the time limit. */
  | { readonly kind: 'silent'; readonly tookMs: number }
  /** The connection closed without a response. */
  | { readonly kind: 'cut'; readonly why: string; readonly tookMs: number }
  /** No connection was made. */
  | { readonly kind: 'unreachable'; readonly why: string }

/** The endpoint under test. */
export interface ProbeEndpoint {
  readonly url: URL
  readonly profile: Profile
  /** Custom headers of the configuration, sent with every request (EVT-04). */
  readonly headers: Readonly<Record<string, string>>
  /** Time limit for a response. */
  readonly timeoutMs: number
}

const CHUNKS = 8
const MAX_EXCERPT_BYTES = 400

/** Sends one request on its own connection. Redirects are not followed, as in the service. */
export const sendProbe = (probe: ProbeRequest, endpoint: ProbeEndpoint): Promise<ProbeOutcome> =>
  new Promise((resolve) => {
    const { url, headers, timeoutMs } = endpoint
    const body = Buffer.from(probe.body, 'utf8')
    let startedMs = performance.now()
    let isConnected = false
    let isOver = false
    let answered: ProbeOutcome | undefined
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, ...probe.headers, 'Content-Length': body.length },
      agent: false,
    })
    const settle = (observed: ProbeOutcome) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      request.destroy()
      resolve(observed)
    }
    const tookMs = () => Math.max(0, Math.round(performance.now() - startedMs))
    const late = (): ProbeOutcome =>
      isConnected
        ? { kind: 'silent', tookMs: tookMs() }
        : { kind: 'unreachable', why: 'no connection in time' }
    const timer = setTimeout(() => settle(answered ?? late()), timeoutMs + (probe.spreadMs ?? 0))
    const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect'
    request.once('socket', (socket) => socket.once(connected, () => (isConnected = true)))
    request.once('response', (response) => {
      const head = { kind: 'answered', status: response.statusCode ?? 0, tookMs: tookMs() } as const
      answered = { ...head, excerpt: '' }
      void excerptOf(response).then((excerpt) => settle({ ...head, excerpt }))
    })
    // Stays attached: a response before the end of the body is followed by a write error.
    request.on('error', (error) => {
      if (answered) return
      const why = 'code' in error && typeof error.code === 'string' ? error.code : error.message
      settle(isConnected ? { kind: 'cut', why, tookMs: tookMs() } : { kind: 'unreachable', why })
    })
    void write(request, body, probe.spreadMs, () => isOver).then(() => (startedMs = performance.now()))
  })

const write = async (
  request: http.ClientRequest,
  body: Buffer,
  overMs = 0,
  isOver: () => boolean,
): Promise<void> => {
  const size = overMs > 0 ? Math.ceil(body.length / CHUNKS) : body.length
  for (let from = 0; from < body.length - size; from += size) {
    request.write(body.subarray(from, from + size))
    await pause(overMs / CHUNKS)
    if (isOver()) return
  }
  request.end(body.subarray(body.length - (body.length % size || size)))
}

/** Reads the first bytes of a response body; the rest is not read. */
const excerptOf = async (response: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response) {
      parts.push(part)
      size += part.length
      if (size >= MAX_EXCERPT_BYTES) break
    }
  } catch {
    // A truncated body is shown as far as it was received.
  }
  return Buffer.concat(parts).subarray(0, MAX_EXCERPT_BYTES).toString('utf8')
}
