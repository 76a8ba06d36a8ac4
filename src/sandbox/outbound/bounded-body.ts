/** Collects the chunks of a body in one buffer, up to a maximum. */
export class BoundedBody {
  readonly #maxBytes: number
  #bytes: Uint8Array
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#bytes = new Uint8Array(Math.min(maxBytes, 4096))
  }

  /** View of the bytes received so far; invalid after the next `add`. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Adds the part of a chunk that fits; returns false when some of it did not. */
  add(chunk: Uint8Array): boolean {
    const fitting = chunk.subarray(0, this.#maxBytes - this.#length)
    const needed = this.#length + fitting.length
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#bytes.set(fitting, this.#length)
    this.#length = needed
    return fitting.length === chunk.length
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, 2 * this.#bytes.length)))
    grown.set(this.view)
    this.#bytes = grown
  }
}
