import type { Deflate, Gzip } from 'node:zlib'

/** Compresses parts one after the other, outside of the event loop: the whole of them is never in memory. */
export class PartCompressor {
  readonly #stream: Deflate | Gzip
  #compressed: Buffer<ArrayBuffer>[] = []

  /** `stream` is new, of `node:zlib`. */
  constructor(stream: Deflate | Gzip) {
    this.#stream = stream
    stream.on('data', (bytes: Buffer<ArrayBuffer>) => this.#compressed.push(bytes))
    // The call that waits gets it, too.
    stream.on('error', () => {})
  }

  /** Compresses a part, whose bytes may be written over afterwards. */
  add(part: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(part, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Returns what is compressed so far and forgets it. */
  take(): readonly Buffer<ArrayBuffer>[] {
    const taken = this.#compressed
    this.#compressed = []
    return taken
  }

  /** Frees the memory of a compression that may not be at its end. */
  close(): void {
    this.#stream.destroy()
  }

  /** Returns what was compressed and not taken. */
  async end(): Promise<Buffer<ArrayBuffer>> {
    await new Promise((resolve, reject) => {
      this.#stream.once('end', resolve).once('error', reject).end()
    })
    return Buffer.concat(this.#compressed)
  }
}
