import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocket, type Socket } from 'node:net'
import { type CheckOptions, check } from '../../src/cli/entries/kit-entry.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'

/** Targets of a check: the sandbox inside this process, and small servers on 127.0.0.1 with one mistake. */

export const AGENCY = 'ventas@lospinos.example'
export const TARGET_URL = 'http://playa.localhost'

type Serve = (request: Request) => Promise<Response>

/** Returns the sandbox as a `fetch`; `wrong` may alter requests and responses. */
export const inProcess = async (
  wrong?: (request: Request, next: Serve) => Promise<Response>,
): Promise<Serve> => {
  const sandbox = await Simulator.open({ scenario: 'demo', nowMs: Date.parse('2026-03-01T12:00:00-03:00') })
  const app = createApp(sandbox)
  const next: Serve = async (request) => app.fetch(request)
  return wrong ? (request) => wrong(request, next) : next
}

/** Checks a target inside this process. */
export const checkInProcess = (fetch: Serve, more: Partial<CheckOptions> = {}) =>
  check({ url: TARGET_URL, agency: AGENCY, fetch, ...more })

export interface TestServer {
  readonly url: string
  close(): Promise<void>
}

export const httpServer = (answer: RequestListener): Promise<TestServer> => {
  const server = createServer(answer)
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          server.closeAllConnections()
        })
      resolve({ url: `http://127.0.0.1:${port}`, close })
    }),
  )
}

/** Starts a TCP server. */
export const socketServer = (answer: (socket: Socket) => void): Promise<TestServer> => {
  const sockets = new Set<Socket>()
  const server = createSocket((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    answer(socket)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const close = () =>
        new Promise<void>((closed) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => closed())
        })
      resolve({ url: `http://127.0.0.1:${port}`, close })
    }),
  )
}
