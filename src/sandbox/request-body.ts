import type { AskBody } from '../http/ask.ts'

/** `errors/body-too-large`. */
export const BODY_LIMIT_BYTES = 1024 * 1024

const NOTHING: AskBody = { kind: 'bytes', bytes: new Uint8Array(0) }
const TOO_LARGE: AskBody = { kind: 'too-large' }

/** The caller went away, or broke off, before its body was whole: nobody waits for an answer. */
export class BrokenBody extends Error {
  constructor(cause: unknown) {
    super('The body broke off before its end.', { cause })
    this.name = 'BrokenBody'
  }
}

/**
 * Reads a request's body before the straight line starts, never more of it than the limit. Synchronous when there is none. `onSocket` is true for
 * a request from a socket, whose headers tell whether and how much body follows; elsewhere they only claim to. Rejects with a `BrokenBody`.
 */
export const readRequestBody = (request: Request, onSocket: boolean): AskBody | Promise<AskBody> => {
  if (request.method === 'GET' || request.method === 'HEAD') return NOTHING
  if (onSocket) {
    const length = request.headers.get('content-length')
    if (length !== null) {
      if (Number(length) > BODY_LIMIT_BYTES) return TOO_LARGE
      if (Number(length) === 0) return NOTHING
      return request.arrayBuffer().then((buffer) => ({ kind: 'bytes', bytes: new Uint8Array(buffer) }), broken)
    }
    if (request.headers.get('transfer-encoding') === null) return NOTHING
  }
  return request.body === null ? NOTHING : readBounded(request.body).catch(broken)
}

const broken = (cause: unknown): never => {
  throw new BrokenBody(cause)
}

const readBounded = async (stream: ReadableStream<Uint8Array>): Promise<AskBody> => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { kind: 'bytes', bytes: new Uint8Array(Buffer.concat(parts)) }
    size += value.length
    if (size > BODY_LIMIT_BYTES) {
      await reader.cancel()
      return TOO_LARGE
    }
    parts.push(value)
  }
}
