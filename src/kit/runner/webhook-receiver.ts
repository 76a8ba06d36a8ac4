import { createServer, type IncomingMessage, type Server } from 'node:http'
import { InvalidOptionsError } from '../target/invalid-options-error.ts'
import type { ReceivedDelivery, WebhookReceiver, DeliveryWait } from './session.ts'

export interface WebhookReceiverOptions {
  /** Public base URL under which the service reaches this machine. */
  readonly url: string
  /** Local port to listen on. Default: that of the URL. */
  readonly port?: number
  /** Local address to listen on. Default: the URL's own on loopback, else every address. */
  readonly host?: string
}

export interface OpenWebhookReceiver extends WebhookReceiver {
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_DELIVERIES = 1_000

/** Listens for the webhooks of a service, and keeps no process alive. Rejects with a `Misuse` when the address cannot be had. */
export const openWebhookReceiver = async ({ url, port, host }: WebhookReceiverOptions): Promise<OpenWebhookReceiver> => {
  const base = new URL(url)
  const below = base.pathname.replace(/\/$/, '')
  const kept: ReceivedDelivery[] = []
  const answers = new Map<string, (delivered: ReceivedDelivery) => number>()
  const waiting = new Set<() => void>()
  const statusFor = (delivered: ReceivedDelivery): number => {
    for (const [path, status] of answers) if (delivered.target.startsWith(path)) return status(delivered)
    return 204
  }
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(
      (body) => {
        const { url: asked = '/', method = '' } = incoming
        const target = asked.startsWith(below) ? asked.slice(below.length) : asked
        const delivered = { method, target, headers: headersOf(incoming), body, atMs: performance.now() }
        if (kept.length < MAX_DELIVERIES) kept.push(delivered)
        outgoing.writeHead(statusFor(delivered)).end()
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
  server.unref()
  // A port of 0 in the URL becomes the one that was free.
  if (base.port === '0') base.port = String(bound)
  const arrived = (path: string) => kept.filter(({ target }) => target.startsWith(path))
  return {
    url: base.href.replace(/\/$/, ''),
    deliveries: async (path, { isEnough: enough, withinMs, signal }: DeliveryWait) => {
      const until = performance.now() + withinMs
      while (!enough(arrived(path)) && performance.now() < until && !signal?.aborted)
        await nextDelivery(waiting, until - performance.now(), signal)
      return arrived(path)
    },
    answer: (path, status) => void answers.set(path, status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface LazyWebhookReceiver {
  /** The receiver, opened when it is first asked for. */
  open(): Promise<WebhookReceiver>
  close(): Promise<void>
}

/** A receiver at a free port of this machine alone. */
export const lazyWebhookReceiver = (): LazyWebhookReceiver => {
  let opened: Promise<OpenWebhookReceiver> | undefined
  return {
    open: () => (opened ??= openWebhookReceiver({ url: 'http://127.0.0.1:0' })),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the URL leads to this machine, which then can be called back without anybody's help. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)

const hostOf = ({ hostname }: URL): string => (LOOPBACK.test(hostname) ? hostname.replace(/[[\]]/g, '') : '0.0.0.0')

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new InvalidOptionsError(`--callback-url: cannot listen on ${host}:${port}: ${error.message}.`)),
    )
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Resolves when something arrives, after the time, or when nobody waits any more. */
const nextDelivery = (waiting: Set<() => void>, ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, Math.max(ms, 0))
    waiting.add(wake)
    signal?.addEventListener('abort', wake, { once: true })
  })
