import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { Profile } from '../assumptions/profile.ts'

/** One request to the endpoint, complete but for the headers that frame it. */
export interface Shot {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Sent in pieces, spread over so many milliseconds. Absent: at once. */
  readonly overMs?: number
}

/** What became of a request. Times in milliseconds from the end of the request, as far as it went. */
export type Observed =
  | { readonly kind: 'answered'; readonly status: number; readonly tookMs: number; readonly excerpt: string }
  /** Nothing came in time. */
  | { readonly kind: 'silent'; readonly tookMs: number }
  /** The connection ended without an answer. */
  | { readonly kind: 'cut'; readonly why: string; readonly tookMs: number }
  /** There was no connection at all. */
  | { readonly kind: 'unreachable'; readonly why: string }

export interface Endpoint {
  readonly url: URL
  readonly profile: Profile
  /** Added to every request: the custom headers of the configuration (EVT-04). */
  readonly headers: Readonly<Record<string, string>>
  /** For an answer, in milliseconds. */
  readonly timeoutMs: number
}

const PIECES = 8
const MOST_EXCERPT_BYTES = 400

/** Sends one request on a connection of its own. Redirects are not followed, as the service follows none. */
export const fire = (shot: Shot, endpoint: Endpoint): Promise<Observed> =>
  new Promise((resolve) => {
    const { url, headers, timeoutMs } = endpoint
    const body = Buffer.from(shot.body, 'utf8')
    let startedMs = performance.now()
    let isConnected = false
    let isOver = false
    let answered: Observed | undefined
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, ...shot.headers, 'Content-Length': body.length },
      agent: false,
    })
    const settle = (observed: Observed) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      request.destroy()
      resolve(observed)
    }
    const tookMs = () => Math.max(0, Math.round(performance.now() - startedMs))
    const late = (): Observed =>
      isConnected ? { kind: 'silent', tookMs: tookMs() } : { kind: 'unreachable', why: 'no connection in time' }
    const timer = setTimeout(() => settle(answered ?? late()), timeoutMs + (shot.overMs ?? 0))
    const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect'
    request.once('socket', (socket) => socket.once(connected, () => (isConnected = true)))
    request.once('response', (response) => {
      const head = { kind: 'answered', status: response.statusCode ?? 0, tookMs: tookMs() } as const
      answered = { ...head, excerpt: '' }
      void excerptOf(response).then((excerpt) => settle({ ...head, excerpt }))
    })
    // Stays in place: an answer given before the end of the body is followed by an error of the writing.
    request.on('error', (error) => {
      if (answered) return
      const why = 'code' in error && typeof error.code === 'string' ? error.code : error.message
      settle(isConnected ? { kind: 'cut', why, tookMs: tookMs() } : { kind: 'unreachable', why })
    })
    void write(request, body, shot.overMs, () => isOver).then(() => (startedMs = performance.now()))
  })

const write = async (request: http.ClientRequest, body: Buffer, overMs = 0, isOver: () => boolean): Promise<void> => {
  const size = overMs > 0 ? Math.ceil(body.length / PIECES) : body.length
  for (let from = 0; from < body.length - size; from += size) {
    request.write(body.subarray(from, from + size))
    await pause(overMs / PIECES)
    if (isOver()) return
  }
  request.end(body.subarray(body.length - (body.length % size || size)))
}

/** The first bytes of what was answered; the rest is not read. */
const excerptOf = async (response: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response) {
      parts.push(part)
      size += part.length
      if (size >= MOST_EXCERPT_BYTES) break
    }
  } catch {
    // What was cut off before its end is shown as far as it came.
  }
  return Buffer.concat(parts).subarray(0, MOST_EXCERPT_BYTES).toString('utf8')
}
