import { createGzip } from 'node:zlib'
import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { PartCompressor } from '../../lib/runtime/part-compressor.ts'
import { SLICE_MS } from './in-slices.ts'

/** Characters that are compressed together. */
const PART_LENGTH = 64 * 1024

/**
 * Compresses texts as they are made and as the result is asked for, in slices of about 4 ms between which
 * other work gets its turn. Only a part of them is in memory at a time.
 */
export async function* gzippedInSlices(
  texts: Iterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const compressor = new PartCompressor(createGzip())
  try {
    await nextTurn()
    let part = ''
    let sliceStartMs = performance.now()
    for (const text of texts) {
      part += text
      if (part.length >= PART_LENGTH) {
        await compressor.add(part)
        part = ''
        yield* compressor.take()
      } else if (performance.now() - sliceStartMs < SLICE_MS) continue
      await nextTurn()
      sliceStartMs = performance.now()
    }
    await compressor.add(part)
    yield await compressor.end()
  } finally {
    compressor.close()
  }
}
