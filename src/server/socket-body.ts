import type { IncomingMessage } from 'node:http'
import type { RequestBody } from '../model/http/request.ts'
import { BrokenBody, EMPTY_BODY, TOO_LARGE } from '../sandbox/transport/request-body.ts'

/**
 * Reads the body of a message, at most `limitBytes` by its `Content-Length` and while it is read. The rest of
 * a longer one is read and dropped, so that a client that writes before it reads gets the response. Rejects
 * with a `BrokenBody` when the client ends early.
 */
export const readSocketBody = (
  message: IncomingMessage,
  limitBytes: number,
): RequestBody | Promise<RequestBody> => {
  const { method, headers } = message
  const length = Number(headers['content-length'] ?? 0)
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined
  if (isEmpty || method === 'GET' || method === 'HEAD') return EMPTY_BODY
  if (length > limitBytes) return TOO_LARGE
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let size = 0
    message.on('data', (part: Buffer) => {
      const start = size
      size += part.length
      if (size > limitBytes) {
        bytes = Buffer.alloc(0)
        resolve(TOO_LARGE)
      } else if (start === 0) bytes = part
      else {
        // Copied into one buffer, which grows by half: a part of one byte would take 256 as an object.
        if (size > bytes.length)
          bytes = Buffer.concat([bytes.subarray(0, start)], Math.max(length, Math.ceil(1.5 * size)))
        part.copy(bytes, start)
      }
    })
    message.on('end', () => resolve({ kind: 'bytes', bytes: bytes.subarray(0, size) }))
    message.on('error', (cause) => reject(new BrokenBody(cause)))
    message.on('close', () => {
      if (!message.complete) reject(new BrokenBody())
    })
  })
}
