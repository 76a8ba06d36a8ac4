import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AskBody } from '../http/request.ts'
import type { AppOptions } from './app.ts'
import { noteArrival } from '../transport/arrival.ts'
import { sendControlProblem } from '../problems/control-error.ts'
import { type DoorOptions, door, type Let } from './origin-guard.ts'
import { onDemand } from '../simulator/lazy.ts'
import { readMessageBody } from '../transport/request-body.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { straight } from './straight.ts'

export interface Listening {
  /** e.g. `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** Lets what is under way finish, then stops. */
  close(): Promise<void>
}

export interface ListenOptions extends AppOptions, DoorOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** How long it waits for slow clients; for tests. */
  readonly patience?: Partial<typeof PATIENCE>
}

/** Clients that pause longer than Node's five seconds would otherwise meet a closed connection. */
const KEEP_ALIVE_MS = 65_000
/** Slow clients are cut, in milliseconds. */
const PATIENCE = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  /** How often the two above are looked after. */
  lookEveryMs: 1_000,
  /** A connection on which nothing moves for so long, in either direction, is cut. */
  stillForMs: 120_000,
}
/** How often worlds that nobody uses any more are looked for. */
const EXPIRE_EVERY_MS = 60_000
const DRAIN_WITHIN_MS = 2_000
const SWEEP_EVERY_MS = 20

/** Serves the sandbox on a socket; rejects with the system's error when the address cannot be had. */
export const listen = (
  sandbox: Sandbox,
  { port, hostname, allowedHosts, cors, patience, ...options }: ListenOptions,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    // Whoever only calls the described API does not wait for what the app loads.
    const app = onDemand(async () => {
      const [{ getRequestListener }, { createApp }] = await Promise.all([
        import('@hono/node-server'),
        import('./app.ts'),
      ])
      return getRequestListener(createApp(sandbox, options).fetch)
    })
    const { headersWithinMs, requestWithinMs, lookEveryMs, stillForMs } = { ...PATIENCE, ...patience }
    const timeouts = {
      headersTimeout: headersWithinMs,
      requestTimeout: requestWithinMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: lookEveryMs,
    }
    const judge = door({ hostname, allowedHosts, cors })
    const streams = new Set<ServerResponse>()
    const server = createServer(timeouts, (incoming, outgoing) => {
      const judged = judge(incoming)
      if (!judged.in) return turnAway(incoming, outgoing, judged)
      if (judged.headers) for (const [name, value] of Object.entries(judged.headers)) outgoing.setHeader(name, value)
      if (STREAM.test(incoming.url ?? '')) {
        streams.add(outgoing)
        outgoing.once('close', () => streams.delete(outgoing))
      }
      const arrived = (body: AskBody | undefined) => {
        if (straight(sandbox, incoming, outgoing, body)) return
        noteArrival(incoming, body)
        app().then(
          (answer) => answer(incoming, outgoing),
          (error) => {
            sandbox.report(error)
            outgoing.destroy()
          },
        )
      }
      const body = readMessageBody(incoming)
      // Whoever breaks off in the middle of a body is gone, and hears no answer.
      if (body instanceof Promise) body.then(arrived, () => outgoing.destroy())
      else arrived(body)
    })
    server.setTimeout(stillForMs)
    const expiry = setInterval(() => sandbox.expire(), EXPIRE_EVERY_MS)
    expiry.unref()
    server.once('close', () => clearInterval(expiry))
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      sandbox.origin = `http://${host}:${bound}`
      resolve({ url: sandbox.origin, port: bound, close: () => closed(server, streams) })
    })
    server.listen(port, hostname)
  })

const turnAway = (incoming: IncomingMessage, outgoing: ServerResponse, judged: Extract<Let, { in: false }>): void => {
  incoming.resume()
  if (judged.status === 204) {
    outgoing.writeHead(204, { ...judged.headers }).end()
    return
  }
  sendControlProblem(outgoing, judged.status, judged.detail, incoming.url ?? '/')
}

/** Where answers are that end only when somebody ends them. */
const STREAM = /^\/_playa\/(?:events|ui\/w\/[^/?]+\/events)(?:\?|$)/

const closed = (server: Server, streams: Iterable<ServerResponse>): Promise<void> =>
  new Promise((resolve) => {
    for (const stream of streams) stream.end()
    // A connection that was answering when the end came is idle only later, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_WITHIN_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
