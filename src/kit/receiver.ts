import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Misuse } from './misuse.ts'
import type { Delivered, Receiver } from './session.ts'

export interface ReceiverOptions {
  /** Public base URL under which the service reaches this machine. */
  readonly url: string
  /** Local port to listen on. Default: that of the URL. */
  readonly port?: number
  /** Local address to listen on. Default: the URL's own on loopback, else every address. */
  readonly host?: string
}

export interface OpenReceiver extends Receiver {
  close(): Promise<void>
}

const MOST_BYTES = 1024 * 1024
const MOST_DELIVERIES = 1_000

/** Listens for the webhooks of a service. Rejects with a `Misuse` when the address cannot be had. */
export const openReceiver = async ({ url, port, host }: ReceiverOptions): Promise<OpenReceiver> => {
  const base = new URL(url)
  const below = base.pathname.replace(/\/$/, '')
  const kept: { path: string; delivered: Delivered }[] = []
  const waiting = new Set<() => void>()
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(
      (body) => {
        if (kept.length < MOST_DELIVERIES)
          kept.push({
            path: pathOf(incoming),
            delivered: { method: incoming.method ?? '', headers: headersOf(incoming), body },
          })
        outgoing.writeHead(204).end()
        for (const wake of waiting) wake()
      },
      () => incoming.destroy(),
    )
  })
  const bound = await listening(
    server,
    port ?? (base.port !== '' ? Number(base.port) : base.protocol === 'https:' ? 443 : 80),
    host ?? hostOf(base),
  )
  // A port of 0 in the URL becomes the one that was free.
  if (base.port === '0') base.port = String(bound)
  const arrived = (path: string) =>
    kept.filter((entry) => entry.path === `${below}${path}`).map(({ delivered }) => delivered)
  return {
    url: base.href.replace(/\/$/, ''),
    deliveries: async (path, count, withinMs) => {
      const until = performance.now() + withinMs
      while (arrived(path).length < count && performance.now() < until) await nextOf(waiting, until - performance.now())
      return arrived(path)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const hostOf = ({ hostname }: URL): string => (LOOPBACK.test(hostname) ? hostname.replace(/[[\]]/g, '') : '0.0.0.0')

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Misuse(`--callback-url: cannot listen on ${host}:${port}: ${error.message}.`)),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/'

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Resolves when something arrives, or after the time. */
const nextOf = (waiting: Set<() => void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, Math.max(ms, 0))
    waiting.add(wake)
  })
