import type { ServerResponse } from 'node:http'
import type { DeliveryPlan } from '../sandbox/faults/delivery-plan.ts'
import { chunkEnds } from '../sandbox/faults/rewrites.ts'
import type { HandledRequest } from '../sandbox/simulator/exchange.ts'
import { pause } from '../sandbox/simulator/pause.ts'

/** Errors thrown in process where a socket would get no response: the caller's `fetch` rejects with them. */
const rejections = new WeakSet<object>()

/** Returns whether an error stands for a response that is not sent. */
export const isNoResponse = (error: Error): boolean => rejections.has(error)

const rejection = (reason: unknown): unknown => {
  if (reason instanceof Error) rejections.add(reason)
  return reason
}

/**
 * Executes the delivery plan of a handled request on the message that Node's adapter hands over, and returns
 * the response that tells the adapter so. `signal` aborts when the client leaves; it is made when needed.
 */
export const deliverOnSocket = (
  { response, plan }: HandledRequest,
  outgoing: ServerResponse,
  client: { readonly signal: AbortSignal },
): Response => {
  if (plan.kind === 'reset') outgoing.socket?.resetAndDestroy()
  else if (plan.kind !== 'abandoned') {
    const { status, body } = response
    outgoing.writeHead(status, withOriginInVary(outgoing, headersOf(response, plan)))
    if (plan.kind === 'send' || !body?.length) outgoing.end(body)
    else void writeParts(outgoing, body, plan, client.signal)
  }
  return (alreadySent ??= new Response(null, { headers: { [ALREADY_SENT]: 'true' } }))
}

/** Returns the headers, with the length of the body unless it is sent in chunks. */
const headersOf = (
  { headers, body }: HandledRequest['response'],
  plan: DeliveryPlan,
): Readonly<Record<string, string>> => {
  if (body === null || ('Content-Length' in headers && plan.kind === 'send')) return headers
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  if (plan.kind === 'body' && plan.isChunked && body.length > 0) return Object.fromEntries(others)
  // An injected fault may have changed the case of names.
  const isKnown = others.length < Object.keys(headers).length
  return isKnown ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }
}

/** Made with the first use: Node loads its web classes then. */
let alreadySent: Response | undefined

/** Header by which the adapter knows a response that was sent on the message. */
const ALREADY_SENT = 'x-hono-already-sent'

/**
 * Returns a response as the adapter recognises it. Where the process has another server of the adapter,
 * `Response` is the adapter's own class, and its headers count only once the body was read.
 */
export const recognizable = (response: Response): Response => {
  if (response.headers.has(ALREADY_SENT)) void response.body
  return response
}

/** Joins `Vary` of the response with that which CORS set before. */
const withOriginInVary = (outgoing: ServerResponse, headers: Readonly<Record<string, string>>) =>
  outgoing.hasHeader('Vary') && headers['Vary'] !== undefined
    ? { ...headers, Vary: `${headers['Vary']}, ${outgoing.getHeader('Vary')}` }
    : headers

const writeParts = async (
  outgoing: ServerResponse,
  body: Body,
  plan: FaultyBody,
  signal: AbortSignal,
): Promise<void> => {
  for await (const part of drip(body, plan, signal)) outgoing.write(part)
  if (!plan.truncate) outgoing.end()
  // Flushes what was written so far.
  else outgoing.socket?.destroySoon()
}

/**
 * Creates the web response of a handled request in process. Where a socket gets none, throws what the
 * caller's `fetch` then rejects with.
 */
export const deliverInProcess = (
  { response, plan }: HandledRequest,
  client: { readonly signal: AbortSignal },
): Response => {
  if (plan.kind === 'reset') throw rejection(networkError('fetch failed', 'read ECONNRESET', 'ECONNRESET'))
  if (plan.kind === 'abandoned') throw rejection(client.signal.reason)
  const { status, body } = response
  if (plan.kind === 'send' || !body?.length)
    // Bodies are never shared memory, which the wider type would allow.
    return new Response(body as Uint8Array<ArrayBuffer> | string | null, {
      status,
      headers: response.headers,
    })
  const headers = headersOf(response, plan)
  return new Response(streamOf(body, plan, client.signal), { status, headers })
}

/** Creates an error like those of Node's `fetch`: clients decide on a retry by the code of its cause. */
const networkError = (message: string, cause: string, code: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error(cause), { code }) })

const streamOf = (body: Body, plan: FaultyBody, clientLeft: AbortSignal): ReadableStream<Uint8Array> => {
  const aborted = new AbortController()
  clientLeft.addEventListener('abort', () => aborted.abort(clientLeft.reason), { once: true })
  const parts = drip(body, plan, aborted.signal)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (aborted.signal.aborted) return controller.error(aborted.signal.reason)
      if (!done) return controller.enqueue(value)
      if (plan.truncate) controller.error(networkError('terminated', 'other side closed', 'UND_ERR_SOCKET'))
      else controller.close()
    },
    cancel: () => aborted.abort(),
  })
}

type FaultyBody = Extract<DeliveryPlan, { kind: 'body' }>
type Body = NonNullable<HandledRequest['response']['body']>

/** Parts per second of a slow body; a body slower than that is sent byte by byte. */
const PARTS_PER_S = 20

/** Pause between chunks, so that a client reads each one alone. */
const BETWEEN_CHUNKS_MS = 10

/** Returns the parts of a slow, truncated or chunked body, each in its time; ends when the client leaves. */
async function* drip(
  body: Body,
  { bytesPerS, truncate, isChunked }: FaultyBody,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const end = truncate ? Math.floor(bytes.length / 2) : bytes.length
  const size = Math.max(1, bytesPerS === null ? end : Math.floor(bytesPerS / PARTS_PER_S))
  const ends = isChunked ? chunkEnds(bytes) : []
  const waitMs = bytesPerS !== null ? (size / bytesPerS) * 1_000 : isChunked ? BETWEEN_CHUNKS_MS : 0
  for (let at = 0; at < end; ) {
    if (waitMs > 0 && !(await pause(waitMs, signal))) return
    const next = Math.min(end, ends.find((place) => place > at) ?? at + size)
    yield bytes.subarray(at, next)
    at = next
  }
}
