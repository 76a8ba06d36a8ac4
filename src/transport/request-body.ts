import type { RequestBody } from '../http/request.ts'

/** The longest body that is read (`errors/body-too-large`). */
export const BODY_LIMIT_BYTES = 1024 * 1024

/** The longest body of `POST /_playa/worlds`: a scenario may come from the export of a large world. */
const WORLD_LIMIT_BYTES = 32 * 1024 * 1024

const NEW_WORLD_PATH = /^(?:https?:\/\/[^/]*)?\/_playa\/(?:ui\/)?worlds(?:\?|$)/

export const EMPTY_BODY: RequestBody = { kind: 'bytes', bytes: new Uint8Array(0) }
export const TOO_LARGE: RequestBody = { kind: 'too-large' }

/** Thrown when the client broke off before its body was whole. */
export class BrokenBody extends Error {
  constructor(cause?: unknown) {
    super('The body broke off before its end.', { cause })
    this.name = 'BrokenBody'
  }
}

/** Reads the body of a call of the control API, within the limit of its path. Rejects with a `BrokenBody`. */
export const readControlCallBody = ({ method, url, body }: Request): RequestBody | Promise<RequestBody> =>
  method === 'GET' || method === 'HEAD' || body === null
    ? EMPTY_BODY
    : readStream(body, NEW_WORLD_PATH.test(url) ? WORLD_LIMIT_BYTES : BODY_LIMIT_BYTES)

/** Reads a stream up to `limitBytes`; the rest of a longer one is cancelled. Rejects with a `BrokenBody`. */
export const readStream = async (stream: ReadableStream<Uint8Array>, limitBytes: number): Promise<RequestBody> => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BrokenBody(cause)
    })
    if (done) return { kind: 'bytes', bytes: Buffer.concat(parts) }
    size += value.length
    if (size > limitBytes) {
      await reader.cancel()
      return TOO_LARGE
    }
    parts.push(value)
  }
}
