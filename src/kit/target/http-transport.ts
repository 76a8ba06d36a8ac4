import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { decodedBody } from './content-coding.ts'
import {
  LostWriteError,
  type Transport,
  UnreachableError,
  type WireRequest,
  type WireResponse,
} from './exchange.ts'

/** Limits and certificates of a transport. */
export interface HttpTransportOptions {
  /** Limit for one complete exchange. */
  readonly timeoutMs: number
  /** PEM certificates of authorities to trust in addition to the system's. */
  readonly ca?: string
  /** Maximum size of a response body. Default 8 MiB. */
  readonly maxBytes?: number
}

/** A transport that keeps connections open. */
export interface HttpTransport {
  readonly send: Transport
  /** Closes idle connections. */
  close(): void
}

const MIB = 1024 * 1024
/** Connections that are idle for longer are closed before the service may close them. */
const IDLE_MS = 1_000

/**
 * Returns a transport over sockets, with limits on time and size. It follows no redirect, decodes gzip, br
 * and deflate, and reads UTF-8 only. It sends no write twice: a service that closes a connection may have
 * read it.
 */
export const httpTransport = ({ timeoutMs, ca, maxBytes = 8 * MIB }: HttpTransportOptions): HttpTransport => {
  const trusted = ca !== undefined && { ca: [...rootCertificates, ca] }
  const kept = new KeptConnections(trusted)
  const fresh: Agents = { http: new HttpAgent(), https: new HttpsAgent({ ...trusted }) }
  return {
    send: async (request, runSignal) => {
      const limit = new TimeLimit(timeoutMs, runSignal)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      // The service may have executed a lost create, and most clauses begin with one.
      const agents = isRead || (request.method !== 'POST' && kept.areReliable) ? kept : fresh
      try {
        return await exchange(request, { limit, maxBytes, agents }).catch((error: unknown) => {
          if (isStale(error)) kept.areReliable = false
          if (!(isStale(error) && isRead)) throw error
          // Other connections that were kept open may have been closed as well.
          return exchange(request, { limit, maxBytes, agents: fresh })
        })
      } catch (error) {
        throw new (isStale(error) ? LostWriteError : UnreachableError)(
          limit.isOver
            ? `${request.method} ${request.url} was not answered within ${timeoutMs} ms`
            : networkErrorText(error, request),
        )
      } finally {
        limit.clear()
      }
    },
    close: () => kept.close(),
  }
}

/** Connections for each scheme. */
interface Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/** Connections that stay open between exchanges. */
class KeptConnections implements Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  /** False once the service has closed an idle one, because it may then close one during a request. */
  areReliable = true

  constructor(trusted: object | false) {
    const kept = { keepAlive: true, timeout: IDLE_MS }
    this.http = new HttpAgent(kept)
    this.https = new HttpsAgent({ ...kept, ...trusted })
    const watched = new WeakSet<object>()
    for (const agent of [this.http, this.https])
      agent.on('free', (socket: Socket) => {
        if (watched.has(socket)) return
        watched.add(socket)
        const noteIfIdle = () => {
          if (Object.values(agent.freeSockets).some((idle) => idle?.includes(socket)))
            this.areReliable = false
        }
        socket.once('end', noteIfIdle).once('error', noteIfIdle)
      })
  }

  close(): void {
    this.http.destroy()
    this.https.destroy()
  }
}

/**
 * Ends an exchange when its time is over or the run is interrupted. Signals made for each exchange, and an
 * iterator over its body, took a quarter of its processor time.
 */
class TimeLimit {
  isOver = false
  readonly #timer: NodeJS.Timeout
  readonly #runSignal: AbortSignal | undefined
  #onEnd: ((reason: Error) => void) | undefined

  constructor(timeoutMs: number, runSignal: AbortSignal | undefined) {
    this.#runSignal = runSignal
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#onEnd?.(new Error('the time is over'))
    }, timeoutMs)
    if (runSignal) limitsOf(runSignal).add(this)
  }

  /** Calls `end` when the exchange has to end; immediately if it already has to. */
  bound(end: (reason: Error) => void): void {
    this.#onEnd = end
    if (this.#runSignal?.aborted) this.interrupt()
  }

  /** Ends the exchange. */
  interrupt(): void {
    this.#onEnd?.(new Error('the run was interrupted'))
  }

  /** Records that the exchange is over. */
  clear(): void {
    clearTimeout(this.#timer)
    if (this.#runSignal) limitsOf(this.#runSignal).delete(this)
  }
}

/** Exchanges in flight, by the signal that interrupts them. */
const limits = new WeakMap<AbortSignal, Set<TimeLimit>>()

const limitsOf = (signal: AbortSignal): Set<TimeLimit> => {
  const known = limits.get(signal)
  if (known) return known
  const open = new Set<TimeLimit>()
  limits.set(signal, open)
  // One listener for all: Node warns of more than ten.
  const interrupt = () => {
    for (const limit of [...open]) limit.interrupt()
  }
  signal.addEventListener('abort', interrupt, { once: true })
  return open
}

/** Marks an error of a connection that was kept open from an earlier exchange. */
const REUSED = Symbol('reused')

/**
 * A service may close an idle connection while a request is in flight; the client cannot know whether the
 * service read it.
 */
const isStale = (error: unknown): boolean => error instanceof Error && REUSED in error

interface ExchangeOptions {
  readonly limit: TimeLimit
  readonly maxBytes: number
  readonly agents: Agents
}

const exchange = (
  { method, url, headers, body }: WireRequest,
  { limit, maxBytes, agents }: ExchangeOptions,
): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const isHttps = url.startsWith('https:')
    const options = {
      method,
      headers: { ...headers, ...(bytes && { 'Content-Length': String(bytes.length) }) },
      agent: isHttps ? agents.https : agents.http,
    }
    const outgoing = (isHttps ? httpsRequest : httpRequest)(url, options, (incoming) => {
      bodyText(incoming, maxBytes, (error, text) =>
        error
          ? reject(error)
          : resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: text }),
      )
    })
    let hasTimeLeft = true
    limit.bound((reason) => {
      hasTimeLeft = false
      outgoing.destroy(reason)
      reject(reason)
    })
    outgoing.on('error', (error) =>
      reject(outgoing.reusedSocket && hasTimeLeft ? Object.assign(error, { [REUSED]: true }) : error),
    )
    outgoing.end(bytes)
  })

/** Collects and decodes a body. */
const bodyText = (
  incoming: IncomingMessage,
  maxBytes: number,
  done: (error: Error | undefined, text: string) => void,
): void => {
  const parts: Buffer[] = []
  let size = 0
  incoming.on('data', (part: Buffer) => {
    size += part.length
    parts.push(part)
    if (size > maxBytes) incoming.destroy(new Error(`the response is larger than ${maxBytes} bytes`))
  })
  incoming.on('error', (error) => done(error, ''))
  incoming.on('end', () => {
    try {
      const coding = incoming.headers['content-encoding']
      done(undefined, decodedBody(Buffer.concat(parts), coding, maxBytes).toString('utf8'))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), '')
    }
  })
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up',
  ECONNRESET: 'the connection was reset',
  ERR_BUFFER_TOO_LARGE: 'the response is too large once it is unpacked',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  EPROTO: 'it does not speak this protocol (http or https?)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name the authority with --cacert',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known; name it with --cacert',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known; name it with --cacert',
}

const networkErrorText = (error: unknown, { method, url }: WireRequest): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason =
    NETWORK_ERRORS[code] ??
    (code.startsWith('HPE_')
      ? 'it does not answer in HTTP'
      : error instanceof Error
        ? error.message
        : String(error))
  return `${method} ${url} was not answered: ${reason}`
}
