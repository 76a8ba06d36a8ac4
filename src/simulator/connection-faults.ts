import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Answer } from '../http/request.ts'
import type { WebAsked } from '../transport/incoming-request.ts'
import { pause } from './pause.ts'

/** Thrown inside the process where over a socket no answer would come: what the caller's `fetch` rejects with. */
export class NoAnswer extends Error {
  readonly rejection: unknown

  constructor(rejection: unknown) {
    super('No answer leaves.')
    this.name = 'NoAnswer'
    this.rejection = rejection
  }
}

/** Errors as the web's `fetch` of Node has them, with the cause by whose code clients decide on a retry. */
const failed = (message: string, cause: string, code: string): TypeError =>
  new TypeError(message, { cause: Object.assign(new Error(cause), { code }) })

/** Resets the connection without an answer; throws inside the process, where there is none. */
export const resetConnection = ({ incoming }: WebAsked): Response => {
  if (!incoming) throw new NoAnswer(failed('fetch failed', 'read ECONNRESET', 'ECONNRESET'))
  incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Answers a caller who has left, which nobody hears. */
export const abandoned = ({ incoming, request }: WebAsked): Response => {
  if (!incoming) throw new NoAnswer(request.signal.reason)
  return RESPONSE_ALREADY_SENT
}

export interface Carriage {
  /** Null: at once. */
  readonly bytesPerS: number | null
  /** True: it breaks off halfway. */
  readonly cut: boolean
}

/** The answer with its headers as ever, and a body that drips or breaks off. One without a body leaves as it is. */
export const carried = (asked: WebAsked, answer: Answer, carriage: Carriage): Response => {
  const { status, headers, body } = answer
  if (body === null) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const left = new AbortController()
  const { signal } = asked.request
  signal.addEventListener('abort', () => left.abort(signal.reason), { once: true })
  const stream = dripping(bytes, { ...carriage, left }, () => {
    if (!asked.incoming) throw failed('terminated', 'other side closed', 'UND_ERR_SOCKET')
    // What was written so far still goes out.
    asked.incoming.socket.destroySoon()
  })
  return new Response(stream, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/** Bytes come in so many parts a second, or one by one where fewer are wanted. */
const PARTS_PER_S = 20

const dripping = (
  bytes: Uint8Array<ArrayBuffer>,
  { bytesPerS, cut, left }: Carriage & { readonly left: AbortController },
  breakOff: () => void,
): ReadableStream<Uint8Array> => {
  const end = cut ? Math.floor(bytes.length / 2) : bytes.length
  const size = bytesPerS === null ? Math.max(1, end) : Math.max(1, Math.floor(bytesPerS / PARTS_PER_S))
  const waitMs = bytesPerS === null ? 0 : (size / bytesPerS) * 1_000
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= end) return cut ? breakOff() : controller.close()
        if (waitMs > 0 && !(await pause(waitMs, left.signal))) return controller.error(left.signal.reason)
        const next = Math.min(end, at + size)
        controller.enqueue(bytes.subarray(at, next))
        at = next
      },
      cancel: () => left.abort(),
    },
    // Nothing is made before it is asked for, so that every part is written before the connection ends.
    { highWaterMark: 0 },
  )
}
