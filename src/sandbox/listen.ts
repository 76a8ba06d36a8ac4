import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { AskBody } from '../http/ask.ts'
import { type AppOptions, createApp } from './app.ts'
import { noteArrival } from './arrival.ts'
import { readMessageBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'

export interface Listening {
  /** e.g. `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** Lets what is under way finish, then stops. */
  close(): Promise<void>
}

export interface ListenOptions extends AppOptions {
  /** 0 picks a free one. */
  readonly port: number
  readonly hostname: string
}

/** Clients that pause longer than Node's five seconds would otherwise meet a closed connection. */
const KEEP_ALIVE_MS = 65_000
const HEADERS_WITHIN_MS = 10_000
const REQUEST_WITHIN_MS = 30_000
const DRAIN_WITHIN_MS = 2_000
const SWEEP_EVERY_MS = 20

/** Serves the sandbox on a socket; rejects with the system's error when the address cannot be had. */
export const listen = (sandbox: Sandbox, { port, hostname, ...options }: ListenOptions): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const answer = getRequestListener(createApp(sandbox, options).fetch)
    const timeouts = {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    }
    const server = createServer(timeouts, (incoming, outgoing) => {
      const arrived = (body: AskBody | undefined) => {
        noteArrival(incoming, body)
        void answer(incoming, outgoing)
      }
      const body = readMessageBody(incoming)
      // Whoever breaks off in the middle of a body is gone, and hears no answer.
      if (body instanceof Promise) body.then(arrived, () => outgoing.destroy())
      else arrived(body)
    })
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({ url: `http://${host}:${bound}`, port: bound, close: () => closed(server) })
    })
    server.listen(port, hostname)
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // A connection that was answering when the end came is idle only later, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_WITHIN_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
