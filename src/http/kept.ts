/**
 * Bytes of representations, kept by the identity of the immutable record that they show, so they are never stale. Bounded by two generations:
 * when the young one is full it becomes the old one, and the former old one is forgotten; what is still read moves over.
 */
export class KeptBytes {
  #young = new WeakMap<object, Uint8Array>()
  #old = new WeakMap<object, Uint8Array>()
  #youngBytes = 0
  readonly #limitBytes: number

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get(record: object): Uint8Array | undefined {
    const young = this.#young.get(record)
    if (young) return young
    const old = this.#old.get(record)
    if (old) this.keep(record, old)
    return old
  }

  keep(record: object, bytes: Uint8Array): void {
    this.#young.set(record, bytes)
    this.#youngBytes += bytes.length
    if (this.#youngBytes <= this.#limitBytes) return
    this.#old = this.#young
    this.#young = new WeakMap()
    this.#youngBytes = 0
  }
}
