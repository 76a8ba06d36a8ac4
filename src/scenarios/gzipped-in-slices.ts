import { createGzip } from 'node:zlib'
import { nextTurn } from '../runtime/next-turn.ts'

/** Characters that are compressed together. */
const PART_LENGTH = 64 * 1024
/** Longest time that making texts holds the event loop at once. */
const SLICE_MS = 10

/**
 * Compresses texts as they are made, in slices of about 10 ms between which other work gets its turn. Only a part of
 * them is in memory at a time.
 */
export const gzippedInSlices = async (texts: Iterable<string>): Promise<Uint8Array<ArrayBuffer>> => {
  const gzip = createGzip()
  const compressed: Buffer[] = []
  gzip.on('data', (part: Buffer) => compressed.push(part))
  const write = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      gzip.write(text, (error) => (error ? reject(error) : resolve()))
    })
  await nextTurn()
  let part = ''
  let sliceStartMs = performance.now()
  for (const text of texts) {
    part += text
    if (part.length >= PART_LENGTH) {
      await write(part)
      part = ''
    } else if (performance.now() - sliceStartMs < SLICE_MS) continue
    else await nextTurn()
    sliceStartMs = performance.now()
  }
  const ended = new Promise((resolve, reject) => gzip.once('end', resolve).once('error', reject))
  gzip.end(part)
  await ended
  return Buffer.concat(compressed)
}
