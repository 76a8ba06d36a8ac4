import type { IncomingMessage } from 'node:http'
import type { RequestBody } from '../http/request.ts'
import { nextTurn } from '../runtime/next-turn.ts'
import type { ByteHolder, HeldBytes } from '../simulator/held-bytes.ts'
import { BrokenBody, RefusedBody, TOO_LARGE } from '../transport/request-body.ts'
import { endWithProblem } from './parser-refusals.ts'

/** The memory for bodies of requests. */
export interface BodyMemory {
  readonly bodies: HeldBytes
  /** True: no body is read at the moment. */
  readonly isFull: boolean
  /** True: a body waits for its turn before it is decided. */
  readonly isCrowded: boolean
}

/**
 * Returns whether a message announces a body; clients announce an empty one for a method that may have one.
 */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/**
 * Reads the body of a message, at most `limitBytes`, in parts that are not tiny. Rejects with a `BrokenBody`
 * when the client ends early, and with a `RefusedBody` when the memory for bodies is used up.
 */
export const collectBody = (
  message: IncomingMessage,
  limitBytes: number,
  memory: BodyMemory,
): RequestBody | Promise<RequestBody> => {
  const length = Number(message.headers['content-length'] ?? 0)
  if (length > limitBytes) return TOO_LARGE
  if (memory.isFull) return Promise.reject(new RefusedBody())
  return new Promise((resolve, reject) => {
    const body = new GrowingBody(length, memory.bodies, () => reject(new RefusedBody()))
    const mostParts = Math.floor(limitBytes / LEAST_PART_BYTES)
    let count = 0
    let isRead = false
    message.on('data', (part: Buffer) => {
      count += 1
      if (count <= mostParts) {
        // The rest is read and dropped, so that a client that reads only after writing gets the response.
        if (!body.add(part, limitBytes)) resolve(TOO_LARGE)
        return
      }
      message.pause()
      // Bytes that were read with it still arrive.
      if (count > mostParts + 1) return
      body.discard()
      endWithProblem(message.socket, 413, `The body comes in more than ${mostParts} parts.`)
    })
    message.on('end', async () => {
      isRead = true
      if (memory.isCrowded) await nextTurn()
      const decide = () => {
        const bytes = body.joined()
        body.release()
        resolve({ kind: 'bytes', bytes })
      }
      if (body.size < PACED_BYTES) decide()
      else void pace(decide)
    })
    message.on('error', (cause) => {
      body.release()
      reject(new BrokenBody(cause))
    })
    message.on('close', () => {
      if (!isRead) body.release()
      if (!message.complete) reject(new BrokenBody())
    })
  })
}

/** Bodies from this size on are decided one by one, with a pause as long as each took. */
const PACED_BYTES = 128 * 1024

let lastPaced: Promise<unknown> = Promise.resolve()

/**
 * Runs `decide` once the previous large body was decided and the same time has passed again, so that clients
 * with large bodies leave half of the time to all others. Callbacks of the result run before the next turn.
 */
const pace = (decide: () => void): Promise<unknown> => {
  lastPaced = lastPaced.then(async () => {
    const startedMs = performance.now()
    decide()
    await new Promise((resolve) => void setImmediate(resolve))
    const tookMs = performance.now() - startedMs
    await new Promise((resolve) => void setTimeout(resolve, Math.min(MOST_REST_MS, tookMs)))
  })
  return lastPaced
}

const MOST_REST_MS = 50

/** Least average size of a body's parts: smaller parts cost more to read than a client may cause. */
const LEAST_PART_BYTES = 64
/** Measured: each part is its own object, however small. */
const PART_BYTES = 256

/** An incomplete body, weighed in the memory for bodies. */
class GrowingBody implements ByteHolder {
  /** Its weight, which the memory for bodies counts. */
  bytes = 0
  readonly #length: number
  readonly #memory: HeldBytes
  readonly #onRefusal: () => void
  #parts: Buffer[] = []
  #size = 0

  /** `length` is the announced one, 0 without one. Calls `onRefusal` when its memory is needed. */
  constructor(length: number, memory: HeldBytes, onRefusal: () => void) {
    this.#length = length
    this.#memory = memory
    this.#onRefusal = onRefusal
  }

  /**
   * Adds a part. Drops the body and returns false when it is larger than `limitBytes`, or was dropped
   * already.
   */
  add(part: Buffer, limitBytes: number): boolean {
    this.#size += part.length
    if (this.#size > limitBytes) {
      this.discard()
      return false
    }
    this.#parts.push(part)
    // A body of one part is decided at once: only those that wait for more are weighed.
    if (this.#size < this.#length || this.#parts.length > 1 || this.#length === 0)
      this.#memory.grow(this, this.#size + this.#parts.length * PART_BYTES - this.bytes)
    return true
  }

  /** Bytes received so far. */
  get size(): number {
    return this.#size
  }

  /** Returns the parts as one. */
  joined(): Buffer {
    const [only, ...others] = this.#parts
    return only && others.length === 0 ? only : Buffer.concat(this.#parts)
  }

  /** Takes the body out of the memory for bodies, before the request is decided or after it failed. */
  release(): void {
    this.#memory.release(this)
  }

  /** Drops the body, with all later parts. */
  discard(): void {
    this.release()
    this.#drop()
  }

  refuse(): void {
    this.#drop()
    this.#onRefusal()
  }

  #drop(): void {
    this.#parts = []
    this.#size = Number.POSITIVE_INFINITY
  }
}
