import type { IncomingMessage } from 'node:http'
import type { AskBody } from '../http/request.ts'
import { arrivalOf } from './arrival.ts'
import type { WebAsked } from './incoming-request.ts'

/** `errors/body-too-large`. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/** A world that is made from a scenario brought along may come from the export of a large one. */
const WORLD_LIMIT_BYTES = 32 * 1024 * 1024
const NEW_WORLD = /^(?:https?:\/\/[^/]*)?\/_playa\/(?:ui\/)?worlds(?:\?|$)/

const limitFor = (target: string): number => (NEW_WORLD.test(target) ? WORLD_LIMIT_BYTES : BODY_LIMIT_BYTES)

export const NOTHING: AskBody = { kind: 'bytes', bytes: new Uint8Array(0) }
const TOO_LARGE: AskBody = { kind: 'too-large' }

/** The caller went away, or broke off, before its body was whole: nobody waits for an answer. */
export class BrokenBody extends Error {
  constructor(cause?: unknown) {
    super('The body broke off before its end.', { cause })
    this.name = 'BrokenBody'
  }
}

/**
 * A request's body, read before the straight line starts, never more of it than the limit. On a socket the listener has read it already; inside the
 * process it is read here. Rejects with a `BrokenBody`.
 */
export const readRequestBody = ({ request, method, incoming }: WebAsked): AskBody | Promise<AskBody> => {
  if (method === 'GET' || method === 'HEAD') return NOTHING
  if (incoming) return arrivalOf(incoming).body ?? NOTHING
  return request.body === null ? NOTHING : readStream(request.body, limitFor(request.url))
}

/** The body of a message, of which the headers tell whether and how much follows; undefined, without waiting, when there is none. */
export const readMessageBody = (incoming: IncomingMessage): undefined | AskBody | Promise<AskBody> => {
  const { method, headers } = incoming
  const length = headers['content-length']
  if (method === 'GET' || method === 'HEAD' || (length === undefined && headers['transfer-encoding'] === undefined))
    return undefined
  const limit = limitFor(incoming.url ?? '/')
  return length !== undefined && Number(length) > limit ? TOO_LARGE : collected(incoming, limit)
}

const collected = (incoming: IncomingMessage, limit: number): Promise<AskBody> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size <= limit) parts.push(part)
      // The rest is read on without being kept, so that the answer can still reach a caller that only listens after writing.
      else resolve(TOO_LARGE)
    })
    incoming.on('end', () => resolve({ kind: 'bytes', bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }))
    incoming.on('error', (cause) => reject(new BrokenBody(cause)))
    incoming.on('close', () => {
      if (!incoming.complete) reject(new BrokenBody())
    })
  })

const readStream = async (stream: ReadableStream<Uint8Array>, limit: number): Promise<AskBody> => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BrokenBody(cause)
    })
    if (done) return { kind: 'bytes', bytes: Buffer.concat(parts) }
    size += value.length
    if (size > limit) {
      await reader.cancel()
      return TOO_LARGE
    }
    parts.push(value)
  }
}
