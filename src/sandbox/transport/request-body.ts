import { serverLimits } from '../../api/wire/limits.ts'
import type { RequestBody } from '../../model/http/request.ts'

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

/** Returns the limits of the body of a control call or a page: a new world may come from a large file. */
export const controlBodyLimits = (url: string): { readonly bytes: number; readonly values: number } =>
  NEW_WORLD_PATH.test(url)
    ? { bytes: serverLimits.worldBodyBytes.value, values: serverLimits.worldBodyValues.value }
    : { bytes: serverLimits.bodyBytes.value, values: serverLimits.controlBodyValues.value }

/** The sentence of a refusal: what a control call or a page takes. */
export const bodyTooLarge = (url: string): string =>
  `The body is larger than ${controlBodyLimits(url).bytes / 1024} KiB, the most that this call takes: send less.`

/** Reads the body of a call of the control API, within the limit of its path. Rejects with a `BrokenBody`. */
export const readControlCallBody = ({ method, url, body }: Request): RequestBody | Promise<RequestBody> =>
  method === 'GET' || method === 'HEAD' || body === null
    ? EMPTY_BODY
    : readStream(body, controlBodyLimits(url).bytes)

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
