/** Bytes that arrive in pieces, kept in one place and never more than a bound. */
export class BoundedBody {
  readonly #maxBytes: number
  #bytes: Uint8Array
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#bytes = new Uint8Array(Math.min(maxBytes, 4096))
  }

  /** A view of what arrived so far; the next `add` may leave it behind. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Keeps what fits; false when something did not. */
  add(piece: Uint8Array): boolean {
    const fitting = piece.subarray(0, this.#maxBytes - this.#length)
    const needed = this.#length + fitting.length
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#bytes.set(fitting, this.#length)
    this.#length = needed
    return fitting.length === piece.length
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, 2 * this.#bytes.length)))
    grown.set(this.view)
    this.#bytes = grown
  }
}
