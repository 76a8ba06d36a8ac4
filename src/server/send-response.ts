import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { DeliveryPlan } from '../faults/delivery-plan.ts'
import type { HandledRequest } from '../simulator/exchange.ts'
import { pause } from '../simulator/pause.ts'

/** The connection of a request. */
export interface Connection {
  /** Aborts when the client leaves; made only when it is needed. */
  signal(): AbortSignal
  /** The message on the socket; undefined in process. */
  readonly message: IncomingMessage | undefined
}

/** Thrown in process where a socket would bring no answer: the caller's `fetch` rejects with `rejection`. */
export class NoResponse extends Error {
  readonly rejection: unknown

  constructor(rejection: unknown) {
    super('No response leaves.')
    this.name = 'NoResponse'
    this.rejection = rejection
  }
}

/** Turns a handled request into a web response, and executes its delivery plan. Throws `NoResponse` in process. */
export const sendResponse = ({ response, plan }: HandledRequest, connection: Connection): Response => {
  switch (plan.kind) {
    case 'send':
      return toResponse(response)
    case 'reset':
      return resetConnection(connection)
    case 'abandoned':
      return abandonConnection(connection)
    case 'body':
      return faultyBody(connection, response, plan)
  }
}

const toResponse = ({ status, headers, body }: HandledRequest['response']): Response =>
  // Plain headers keep the adapter on its fast path. Bodies are never shared memory, which is all that the wider type adds.
  new Response(body as Uint8Array<ArrayBuffer> | string | null, { status, headers })

/** Makes an error as Node's `fetch` throws it, with the code by which clients decide on a retry as its cause. */
const networkError = (message: string, cause: string, code: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error(cause), { code }) })

const resetConnection = ({ message }: Connection): Response => {
  if (!message) throw new NoResponse(networkError('fetch failed', 'read ECONNRESET', 'ECONNRESET'))
  message.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

const abandonConnection = ({ message, signal }: Connection): Response => {
  if (!message) throw new NoResponse(signal().reason)
  return RESPONSE_ALREADY_SENT
}

type FaultyBody = Extract<DeliveryPlan, { kind: 'body' }>

/** Sends the headers as ever and a body that drips or breaks off. A response without body leaves as it is. */
const faultyBody = (
  { message, signal }: Connection,
  response: HandledRequest['response'],
  plan: FaultyBody,
): Response => {
  const { status, headers, body } = response
  if (body === null) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const aborted = new AbortController()
  const left = signal()
  left.addEventListener('abort', () => aborted.abort(left.reason), { once: true })
  const stream = drip(bytes, { plan, aborted }, () => {
    if (!message) throw networkError('terminated', 'other side closed', 'UND_ERR_SOCKET')
    // What was written so far still goes out.
    message.socket.destroySoon()
  })
  return new Response(stream, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/** A slow body comes in so many parts a second, or byte by byte where fewer are wanted. */
const PARTS_PER_S = 20

const drip = (
  bytes: Uint8Array<ArrayBuffer>,
  { plan: { bytesPerS, truncate }, aborted }: { plan: FaultyBody; aborted: AbortController },
  breakOff: () => void,
): ReadableStream<Uint8Array> => {
  const end = truncate ? Math.floor(bytes.length / 2) : bytes.length
  const size = bytesPerS === null ? Math.max(1, end) : Math.max(1, Math.floor(bytesPerS / PARTS_PER_S))
  const waitMs = bytesPerS === null ? 0 : (size / bytesPerS) * 1_000
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= end) return truncate ? breakOff() : controller.close()
        if (waitMs > 0 && !(await pause(waitMs, aborted.signal))) return controller.error(aborted.signal.reason)
        const next = Math.min(end, at + size)
        controller.enqueue(bytes.subarray(at, next))
        at = next
      },
      cancel: () => aborted.abort(),
    },
    // Nothing is made before the socket takes it, so that every part is written before the connection ends.
    { highWaterMark: 0 },
  )
}
