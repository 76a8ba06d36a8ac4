import type { IncomingMessage } from 'node:http'
import type { DeliveryPlan } from '../faults/delivery-plan.ts'
import { chunkEnds } from '../faults/rewrites.ts'
import { controlProblem } from '../problems/control-error.ts'
import type { HandledRequest } from '../simulator/exchange.ts'
import { pause } from '../simulator/pause.ts'
import type { IncomingRequest } from '../transport/incoming-request.ts'
import { PlainResponse } from './plain-response.ts'

/** The connection of a request. */
export interface Connection {
  /** The request, whose signal aborts when the client leaves; it is created only when needed. */
  readonly incoming: Pick<IncomingRequest, 'signal'>
  /** The message on the socket; undefined in process. */
  readonly message: IncomingMessage | undefined
  /** Whether it sends a `PlainResponse`. */
  readonly takesPlain: boolean
}

/** Thrown in process when a socket would get no response: the caller's `fetch` rejects with `rejection`. */
export class NoResponse extends Error {
  readonly rejection: unknown

  constructor(rejection: unknown) {
    super('No response is sent.')
    this.name = 'NoResponse'
    this.rejection = rejection
  }
}

/**
 * Turns a handled request into a web response, and executes its delivery plan. Throws `NoResponse` in
 * process.
 */
export const sendResponse = (
  { response, plan }: HandledRequest,
  connection: Connection,
): Response | Promise<Response> => {
  switch (plan.kind) {
    case 'send':
      return toResponse(response, connection)
    case 'reset':
      return resetConnection(connection)
    case 'abandoned':
      return abandonConnection(connection)
    case 'body':
      return faultyBody(connection, response, plan)
  }
}

/** Refuses to send a response that is larger than all that may wait for readers. */
export const withoutMemory = (path: string): Response => {
  const detail =
    'The response is larger than the memory budget of this server lets it send. Ask for less of it.'
  return controlProblem(503, detail, path)
}

const toResponse = (response: HandledRequest['response'], { takesPlain }: Connection): Response => {
  const { status, headers, body } = response
  // Others, such as the 404 of an unknown world, get their length from the adapter.
  const hasLength = body === null || headers['Content-Length'] !== undefined
  // The listener sends it unchanged; the code in between uses only its status.
  if (takesPlain && hasLength) return new PlainResponse(response) as unknown as Response
  // Plain headers keep the adapter on its fast path. Bodies are never shared memory, which the wider type
  // would allow.
  return new Response(body as Uint8Array<ArrayBuffer> | string | null, { status, headers })
}

/** Creates an error like those of Node's `fetch`: clients decide on a retry by the code of its cause. */
const networkError = (message: string, cause: string, code: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error(cause), { code }) })

const resetConnection = ({ message }: Connection): Promise<Response> => {
  if (!message) throw new NoResponse(networkError('fetch failed', 'read ECONNRESET', 'ECONNRESET'))
  message.socket.resetAndDestroy()
  return nothingToSend()
}

const abandonConnection = ({ message, incoming }: Connection): Promise<Response> => {
  if (!message) throw new NoResponse(incoming.signal.reason)
  return nothingToSend()
}

/**
 * Loaded here, because its module creates a response: the web classes take longer to load than all other
 * code.
 */
const nothingToSend = async (): Promise<Response> =>
  (await import('@hono/node-server/utils/response')).RESPONSE_ALREADY_SENT

type FaultyBody = Extract<DeliveryPlan, { kind: 'body' }>

/**
 * Sends the headers unchanged and a body that is slow or truncated. A response without a body is sent
 * unchanged.
 */
const faultyBody = (
  { message, incoming }: Connection,
  response: HandledRequest['response'],
  plan: FaultyBody,
): Response => {
  const { status, headers, body } = response
  if (body === null || body.length === 0) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const aborted = new AbortController()
  const clientLeft = incoming.signal
  clientLeft.addEventListener('abort', () => aborted.abort(clientLeft.reason), { once: true })
  const stream = drip(bytes, { plan, aborted }, () => {
    if (!message) throw networkError('terminated', 'other side closed', 'UND_ERR_SOCKET')
    // Flushes what was written so far.
    message.socket.destroySoon()
  })
  const { 'Content-Length': _, ...others } = headers
  const length = plan.isChunked ? {} : { 'Content-Length': String(bytes.length) }
  return new Response(stream, { status, headers: { ...others, ...length } })
}

/** Pause between chunks, so that a client reads each one alone. */
const BETWEEN_CHUNKS_MS = 10

/** Parts per second of a slow body; a body slower than that is sent byte by byte. */
const PARTS_PER_S = 20

const drip = (
  bytes: Uint8Array<ArrayBuffer>,
  { plan: { bytesPerS, truncate, isChunked }, aborted }: { plan: FaultyBody; aborted: AbortController },
  cutConnection: () => void,
): ReadableStream<Uint8Array> => {
  const end = truncate ? Math.floor(bytes.length / 2) : bytes.length
  const size = bytesPerS === null ? Math.max(1, end) : Math.max(1, Math.floor(bytesPerS / PARTS_PER_S))
  const ends = isChunked ? chunkEnds(bytes) : []
  const waitMs = bytesPerS !== null ? (size / bytesPerS) * 1_000 : isChunked ? BETWEEN_CHUNKS_MS : 0
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= end) return truncate ? cutConnection() : controller.close()
        if (waitMs > 0 && !(await pause(waitMs, aborted.signal)))
          return controller.error(aborted.signal.reason)
        const next = Math.min(end, ends.find((place) => place > at) ?? at + size)
        controller.enqueue(bytes.subarray(at, next))
        at = next
      },
      cancel: () => aborted.abort(),
    },
    // Nothing is buffered ahead of the socket, so that every part is written before the connection ends.
    { highWaterMark: 0 },
  )
}
