import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { controlProblem, INTERNAL_ERROR_DETAIL } from '../api/problems/control-error.ts'
import { serverLimits } from '../api/wire/limits.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { splitUrl } from '../sandbox/transport/incoming-request.ts'
import { type AppOptions, createApp } from './app.ts'
import { recognizable } from './deliver.ts'
import { acceptForwarded, readForwarded } from './forwarded.ts'
import type { JsonLog } from './json-log.ts'
import type { NodeBindings, NodeHandler } from './node-bindings.ts'
import { countRequests } from './observed-requests.ts'
import { type GuardVerdict, type OriginGuardOptions, originGuard, serverOrigins } from './origin-guard.ts'
import { answerParserErrors, endWithProblem } from './parser-refusals.ts'
import { logRequests } from './request-log.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** A listening server. */
export interface ListeningServer {
  /** E.g. `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** Finishes the requests in progress, then stops. */
  close(): Promise<void>
}

/**
 * Options of a listening server.
 *
 * @internal
 */
export interface ListenOptions extends AppOptions, OriginGuardOptions {
  /** 0 selects a free port. */
  readonly port: number
  /** Trusted proxies. Absent: `Forwarded` and `X-Forwarded-*` change nothing. */
  readonly proxies?: TrustedProxies | undefined
  /** Gets a line for each request. Absent: nothing is logged. */
  readonly log?: JsonLog | undefined
  /** Maximum number of connections; for tests. */
  readonly connections?: number
  /** Timeouts for slow clients; for tests. */
  readonly timeouts?: Partial<typeof TIMEOUTS>
}

const TIMEOUTS = {
  headersTimeoutMs: 1_000 * serverLimits.headersTimeoutS.value,
  requestTimeoutMs: 1_000 * serverLimits.requestTimeoutS.value,
  /** How often the two above are checked. */
  checkIntervalMs: 1_000,
  idleTimeoutMs: 1_000 * serverLimits.idleTimeoutS.value,
}

/** How often unused worlds are expired. */
const EXPIRE_INTERVAL_MS = 60_000
const DRAIN_TIMEOUT_MS = 2_000
const SWEEP_INTERVAL_MS = 20

/**
 * Serves the simulator on a socket; rejects with the system's error when the address is not available.
 *
 * @internal
 */
export const listen = (simulator: Simulator, options: ListenOptions): Promise<ListeningServer> => {
  const { port, hostname, allowedHosts, proxies, timeouts } = options
  simulator.isServerOrigin = serverOrigins({ hostname, allowedHosts })
  const open: OpenMessages = { streams: new Set(), inProgress: new Set() }
  const server = newServer({ ...TIMEOUTS, ...timeouts })
  limitConnections(server, options.connections ?? serverLimits.connections.value)
  answerParserErrors(server)
  server.on('request', implyHost)
  if (proxies) server.on('request', (incoming) => acceptForwarded(incoming, proxies))
  server.on('request', inTurn(requestListener(simulator, options, open)))
  const expiry = setInterval(() => simulator.expire(), EXPIRE_INTERVAL_MS)
  expiry.unref()
  server.once('close', () => clearInterval(expiry))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      simulator.isStopping = false
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      simulator.origin = `http://${host}:${bound}`
      resolve({ url: simulator.origin, port: bound, close: () => close(server, simulator, open) })
    })
    server.listen(port, hostname)
  })
}

const newServer = (timeouts: typeof TIMEOUTS): Server =>
  createServer({
    maxHeaderSize: serverLimits.headerBytes.value,
    headersTimeout: timeouts.headersTimeoutMs,
    requestTimeout: timeouts.requestTimeoutMs,
    // Longer than Node's five seconds, so that a pausing client does not find its connection closed.
    keepAliveTimeout: 1_000 * serverLimits.keepAliveTimeoutS.value,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
    // Node refuses without a body; the adapter does it with a problem.
    requireHostHeader: false,
  }).setTimeout(timeouts.idleTimeoutMs)

/** Refuses connections above a number. Those that send nothing end by Node's timeout for headers. */
const limitConnections = (server: Server, most: number): void => {
  let open = 0
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open > most)
      endWithProblem(socket, 503, `This server has ${most} connections, the most that it takes: close some.`)
  })
}

/** Messages of a server that are not done. */
interface OpenMessages {
  /** Event streams. */
  readonly streams: Set<ServerResponse>
  /** Requests without a response. */
  readonly inProgress: Set<IncomingMessage>
}

/**
 * Handles a request when the responses before it on its connection were sent: Node gives a response the
 * socket then. A pipelined request may read what the one before it writes (RFC 9112, section 9.3.2).
 */
const inTurn =
  (listener: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    if (outgoing.socket) listener(incoming, outgoing)
    else outgoing.once('socket', () => listener(incoming, outgoing))
  }

/** Creates the listener of a server: counts and logs requests, and answers those that the guard allows. */
const requestListener = (
  simulator: Simulator,
  options: ListenOptions,
  open: OpenMessages,
): RequestListener => {
  const app = guardedApp(simulator, options, open.streams)
  const counted = countRequests(simulator.requests, open.inProgress, app)
  const observed = options.log ? logRequests(options.log, counted) : counted
  return getRequestListener(
    (request, env) => {
      // The adapter calls it with the bindings of HTTP/1, which is all that this server speaks.
      const response = observed(request, env as NodeBindings)
      return response instanceof Promise ? response.then(recognizable) : recognizable(response)
    },
    {
      errorHandler: (error) => failureResponse(simulator, error),
      // The process may run tests, which keep their own Request and Response.
      overrideGlobalObjects: false,
    },
  )
}

/** Creates the app behind the origin guard. Adds event streams to `streams` while they are open. */
const guardedApp = (
  simulator: Simulator,
  { hostname, allowedHosts, cors, proxies, token, pages, agentTools }: ListenOptions,
  streams: Set<ServerResponse>,
): NodeHandler => {
  const app = createApp(simulator, { token, pages, agentTools })
  const guard = originGuard({ hostname, allowedHosts, cors, hasToken: token !== undefined })
  return (request, env) => {
    const verdict = guard(env.incoming)
    const outerPrefix = proxies && readForwarded(env.incoming)?.prefix
    if (outerPrefix) env.outerPrefix = outerPrefix
    if (!verdict.allowed) return refuse(request, verdict)
    if (isStreamTarget(env.incoming.url ?? '')) {
      streams.add(env.outgoing)
      env.outgoing.once('close', () => streams.delete(env.outgoing))
    }
    for (const [name, value] of Object.entries(verdict.headers ?? {})) env.outgoing.setHeader(name, value)
    return app.fetch(request, env)
  }
}

/** Answers a message that cannot become a web request, or that the app fails at. */
const failureResponse = (simulator: Simulator, error: unknown): Response => {
  // E.g. because `Host` is not a valid host.
  if (error instanceof RequestError) {
    // Node's server closes the connection of a request without `Host`, too; all others stay open.
    const last = error.message === 'Missing host header' ? { headers: { Connection: 'close' } } : {}
    return controlProblem(400, `Invalid request: ${error.message}.`, '/', last)
  }
  simulator.report(error)
  return controlProblem(500, INTERNAL_ERROR_DETAIL, '/')
}

const refuse = (request: Request, verdict: Extract<GuardVerdict, { allowed: false }>): Response => {
  if (verdict.status === 204) return new Response(null, { status: 204, headers: verdict.headers })
  // The end of an ambiguous request is uncertain too.
  const last = verdict.status === 400 ? { headers: { Connection: 'close' } } : {}
  return controlProblem(verdict.status, verdict.detail, splitUrl(request.url).path, last)
}

/** Maximum wait for requests in flight at the close: `docker stop` kills after ten seconds. */
const FINISH_TIMEOUT_MS = 8_000

/** Targets of event streams, which end only when the client or the server closes them. */
const STREAM_TARGET = /^\/_playa\/(?:events|ui\/w\/[^/?]+\/events)(?:\?|$)/

const isStreamTarget = (target: string): boolean =>
  target.startsWith('/_playa/') && STREAM_TARGET.test(target)

const close = (server: Server, simulator: Simulator, { streams, inProgress }: OpenMessages): Promise<void> =>
  new Promise((resolve) => {
    simulator.isStopping = true
    for (const stream of streams) stream.end()
    // A connection that was busy at the close becomes idle only later, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
    const startedMs = performance.now()
    const cutoff = setInterval(() => {
      const waitedMs = performance.now() - startedMs
      // Half a request that its client does not complete holds nothing up; one that is being answered does
      // for longer.
      const isAnswering = [...inProgress].some(({ complete }) => complete)
      const limitMs = isAnswering ? FINISH_TIMEOUT_MS : DRAIN_TIMEOUT_MS
      if (waitedMs >= limitMs) server.closeAllConnections()
    }, SWEEP_INTERVAL_MS)
    server.close(() => {
      clearInterval(sweep)
      clearInterval(cutoff)
      resolve()
    })
  })

/**
 * Adds the host to an HTTP/1.0 request without one, which that version allows and health probes still send:
 * the local address of the connection. A request of HTTP/1.1 without `Host` stays invalid.
 */
const implyHost = (incoming: IncomingMessage): void => {
  const { headers, httpVersion, socket } = incoming
  if (httpVersion !== '1.0' || headers.host !== undefined) return
  const address = (socket.localAddress ?? 'localhost').replace(/^::ffff:/, '').replace(/%.*$/, '')
  headers.host = `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
