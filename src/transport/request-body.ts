import type { RequestBody } from '../http/request.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'

/** Maximum size of a `POST /_playa/worlds` body: a scenario may be the export of a large world. */
const WORLD_LIMIT_BYTES = 32 * 1024 * 1024

const NEW_WORLD_PATH = /^(?:https?:\/\/[^/]*)?\/_playa\/(?:ui\/)?worlds(?:\?|$)/

/** The body of a request without one. */
export const EMPTY_BODY: RequestBody = { kind: 'bytes', bytes: new Uint8Array(0) }
/** A body over the limit. */
export const TOO_LARGE: RequestBody = { kind: 'too-large' }

/** Thrown when the connection ended before the body was complete. */
export class BrokenBody extends Error {
  constructor(cause?: unknown) {
    super('The request body ended early.', { cause })
    this.name = 'BrokenBody'
  }
}

/** Thrown when there is no memory for a body. */
export class RefusedBody extends Error {
  constructor() {
    super('There is no memory for the request body at the moment. Send it again later, or a smaller one.')
    this.name = 'RefusedBody'
  }
}

/** Returns the maximum size of the body of a call of the control API or of a page. */
export const controlBodyLimit = (url: string): number =>
  NEW_WORLD_PATH.test(url) ? WORLD_LIMIT_BYTES : BODY_LIMIT_BYTES

/** Reads the body of a call of the control API, within the limit of its path. Rejects with a `BrokenBody`. */
export const readControlCallBody = ({ method, url, body }: Request): RequestBody | Promise<RequestBody> =>
  method === 'GET' || method === 'HEAD' || body === null
    ? EMPTY_BODY
    : readStream(body, controlBodyLimit(url))

/** Reads a stream up to `limitBytes`; the rest of a longer one is cancelled. Rejects with a `BrokenBody`. */
export const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<RequestBody> => {
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
