import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isLoopbackHost } from '../../lib/text/url.ts'
import { decodedBody } from '../target/content-coding.ts'
import { InvalidOptionsError } from '../target/invalid-options-error.ts'
import type { DeliveryWait, ReceivedDelivery, WebhookReceiver } from './deliveries.ts'
import { drawnPhoto } from './drawn-photos.ts'

/** Where a receiver listens. */
export interface WebhookReceiverOptions {
  /** Public base URL under which the service reaches this machine. */
  readonly url: string
  /** Local port to listen on. Default: that of the URL. */
  readonly port?: number
  /** Local address to listen on. Default: the URL's own on loopback, else every address. */
  readonly host?: string
}

/** A receiver that listens. */
export interface OpenWebhookReceiver extends WebhookReceiver {
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1024 * 1024
/** Deliveries that are kept, the newest: a service may fetch photos with every publication. */
const MAX_DELIVERIES = 1_000

/**
 * Listens for the webhooks of a service without keeping the process alive. Rejects with an
 * `InvalidOptionsError` when it cannot listen on the address.
 */
export const openWebhookReceiver = async ({
  url,
  port,
  host,
}: WebhookReceiverOptions): Promise<OpenWebhookReceiver> => {
  const base = new URL(url)
  const basePath = base.pathname.replace(/\/$/, '')
  const received: ReceivedDelivery[] = []
  const answers = new Map<string, (delivery: ReceivedDelivery) => number>()
  const waiting = new Set<() => void>()
  const statusFor = (delivery: ReceivedDelivery): number => {
    for (const [path, status] of answers) if (delivery.target.startsWith(path)) return status(delivery)
    return 204
  }
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(
      (body) => {
        const { url: requestTarget = '/', method = '' } = incoming
        const target = requestTarget.startsWith(basePath)
          ? requestTarget.slice(basePath.length)
          : requestTarget
        const delivery = { method, target, headers: headersOf(incoming), body, atMs: performance.now() }
        const photo = method === 'GET' ? drawnPhoto(target) : undefined
        // Each fetched photo is noted once.
        if (!photo || !received.some((one) => one.target === target)) received.push(delivery)
        if (received.length > MAX_DELIVERIES) received.shift()
        if (photo) outgoing.writeHead(200, { 'Content-Type': 'image/png' }).end(photo)
        else outgoing.writeHead(statusFor(delivery)).end()
        for (const wake of waiting) wake()
      },
      () => incoming.destroy(),
    )
  })
  const boundPort = await listening(
    server,
    port ?? (base.port !== '' ? Number(base.port) : base.protocol === 'https:' ? 443 : 80),
    host ?? hostOf(base),
  )
  server.unref()
  // Port 0 in the URL is replaced by the port that the system chose.
  if (base.port === '0') base.port = String(boundPort)
  const below = (path: string) => received.filter(({ target }) => target.startsWith(path))
  return {
    url: base.href.replace(/\/$/, ''),
    deliveries: async (path, { isEnough, withinMs, signal }: DeliveryWait) => {
      const untilMs = performance.now() + withinMs
      while (!isEnough(below(path)) && performance.now() < untilMs && !signal?.aborted)
        await nextDelivery(waiting, untilMs - performance.now(), signal)
      return below(path)
    },
    answer: (path, status) => void answers.set(path, status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A receiver that opens on first use. */
export interface LazyWebhookReceiver {
  open(): Promise<WebhookReceiver>
  close(): Promise<void>
}

/** Returns a receiver on a free port of the loopback interface. */
export const lazyWebhookReceiver = (): LazyWebhookReceiver => {
  let opened: Promise<OpenWebhookReceiver> | undefined
  return {
    open: () => (opened ??= openWebhookReceiver({ url: 'http://127.0.0.1:0' })),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  }
}

/**
 * Returns whether the URL leads to this machine; such a service can call back without further configuration.
 */
export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

const hostOf = ({ hostname }: URL): string =>
  isLoopbackHost(hostname) ? hostname.replace(/[[\]]/g, '') : '0.0.0.0'

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
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  try {
    return decodedBody(bytes, incoming.headers['content-encoding'], MAX_BODY_BYTES).toString('utf8')
  } catch {
    return bytes.toString('utf8')
  }
}

/** Resolves when a delivery arrives, after `ms`, or when the run is interrupted. */
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
