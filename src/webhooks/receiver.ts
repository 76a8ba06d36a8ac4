import { createServer, type IncomingMessage } from 'node:http'
import {
  DeliveryInspector,
  type IncomingDelivery,
  type InspectedDelivery,
  type ReceiverBehaviour,
} from './delivery-inspector.ts'
import { forwardDelivery } from './forward.ts'

/** Address and behaviour of a receiver. */
export interface DeliveryReceiverOptions extends ReceiverBehaviour {
  /** 0 picks a free port. */
  readonly port: number
  /** Endpoint that gets each delivery and decides the response. */
  readonly forwardTo?: string | undefined
  /** Delay before each response. */
  readonly delayMs: number
  /** Called with each delivery before the response is sent. */
  readonly onDelivery: (delivery: InspectedDelivery) => void
}

/** A listening receiver. */
export interface DeliveryReceiver {
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Size limit of a body in bytes; larger ones get 413. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Starts a receiver on loopback that verifies deliveries. Rejects with Node's error when the port is
 * unavailable.
 */
export const startDeliveryReceiver = async ({
  port,
  delayMs,
  forwardTo,
  onDelivery,
  ...behaviour
}: DeliveryReceiverOptions): Promise<DeliveryReceiver> => {
  const inspector = new DeliveryInspector(behaviour)
  const server = createServer(async (message, response) => {
    const incoming = await incomingOf(message)
    // A sender that disconnects before the end of the body has delivered nothing.
    if (!incoming) return
    const atMs = Date.now()
    const isForwarded = forwardTo !== undefined && !inspector.isFailing && !incoming.tooLarge
    const forwarded = isForwarded ? await forwardDelivery(incoming, forwardTo) : undefined
    const delivery = inspector.inspect(incoming, atMs, forwarded)
    onDelivery(delivery)
    const respond = () => {
      const { status } = delivery
      const why = status < 300 || status === 304 || delivery.answer === '' ? '' : `${delivery.answer}\n`
      const headers = { ...(why !== '' && { 'Content-Type': 'text/plain; charset=utf-8' }) }
      response.writeHead(status, headers).end(why)
    }
    if (delayMs === 0) return respond()
    const timer = setTimeout(respond, delayMs)
    response.once('close', () => clearTimeout(timer))
  })
  const boundPort = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
  return {
    url: `http://${HOST}:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const incomingOf = async (message: IncomingMessage): Promise<IncomingDelivery | undefined> => {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of message) {
      bytes += part.length
      // Excess bytes are counted and dropped, so that the sender can read the response.
      if (bytes <= MAX_BYTES) parts.push(part)
    }
  } catch {
    return undefined
  }
  const content = Buffer.concat(parts)
  return {
    method: message.method ?? '',
    path: message.url ?? '/',
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: content.toString('utf8'),
    content,
    bytes,
    tooLarge: bytes > MAX_BYTES,
  }
}
