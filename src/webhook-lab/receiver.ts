import { createServer, type IncomingMessage } from 'node:http'
import { type Incoming, type Manner, Reader, type Reception } from './reception.ts'

export interface ReceiverOptions extends Manner {
  /** 0 takes a free one. */
  readonly port: number
  /** Milliseconds before each answer. */
  readonly delayMs: number
  /** Told of each delivery before it is answered. */
  readonly onReception: (reception: Reception) => void
}

export interface Receiver {
  readonly url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Bytes of a body that are read; more are refused with 413. */
const MOST_BYTES = 8 * 1024 * 1024

/** A receiver on loopback that judges what comes. Rejects with Node's error when the port cannot be had. */
export const openReceiver = async ({ port, delayMs, onReception, ...manner }: ReceiverOptions): Promise<Receiver> => {
  const reader = new Reader(manner)
  const server = createServer(async (message, response) => {
    const incoming = await incomingOf(message)
    // Whoever went away before the end delivered nothing.
    if (!incoming) return
    const reception = reader.read(incoming, Date.now())
    onReception(reception)
    const answer = () => {
      const { status } = reception
      const why = status < 300 || status === 304 ? '' : `${reception.answer}\n`
      const headers = { ...(why !== '' && { 'Content-Type': 'text/plain; charset=utf-8' }) }
      response.writeHead(status, headers).end(why)
    }
    if (delayMs === 0) return answer()
    const timer = setTimeout(answer, delayMs)
    response.once('close', () => clearTimeout(timer))
  })
  const bound = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
  return {
    url: `http://${HOST}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const incomingOf = async (message: IncomingMessage): Promise<Incoming | undefined> => {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of message) {
      bytes += part.length
      // What is too much is counted and let go, so that the sender hears the answer.
      if (bytes <= MOST_BYTES) parts.push(part)
    }
  } catch {
    return undefined
  }
  return {
    method: message.method ?? '',
    path: message.url ?? '/',
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: Buffer.concat(parts).toString('utf8'),
    bytes,
    tooLarge: bytes > MOST_BYTES,
  }
}
