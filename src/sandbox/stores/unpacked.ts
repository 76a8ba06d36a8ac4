import { createGunzip } from 'node:zlib'
import type { Steps } from '../../lib/collections/steps.ts'
import { inSlices } from '../scenarios/in-slices.ts'

/** Thrown for what unpacks to more than it may. */
export class UnpackedTooLarge extends Error {}

const PART_BYTES = 64 * 1024

/**
 * Unpacks what gzip has compressed. Node's `gunzip` joins all parts in one turn of the event loop, which
 * takes 50 ms for 40 MB; here they are joined in slices. Throws an `UnpackedTooLarge`, or zlib's error.
 */
export const unpacked = async (bytes: Uint8Array, limitBytes: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = createGunzip({ chunkSize: PART_BYTES })
  stream.end(bytes)
  // The types know no kind of its parts, which are bytes.
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    parts.push(part)
    length += part.length
    if (length > limitBytes) throw new UnpackedTooLarge(`more than ${limitBytes} bytes`)
  }
  return inSlices(joinedSteps(parts, length))
}

/** Joins parts, in steps; each is forgotten once it is copied. */
function* joinedSteps(parts: Uint8Array[], length: number): Steps<Uint8Array> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const [index, part] of parts.entries()) {
    whole.set(part, at)
    at += part.length
    parts[index] = EMPTY
    yield
  }
  return whole
}

const EMPTY = new Uint8Array()
