/**
 * Caches representations, as bytes, by the identity of the immutable record that they show, so no
 * entry is ever stale. Bounded by two generations: a full young generation replaces the old one, whose
 * entries are dropped unless they were read again.
 */
export class RepresentationCache {
  #young = new WeakMap<object, Uint8Array>()
  #old = new WeakMap<object, Uint8Array>()
  #youngSize = 0
  readonly #limit: number

  /** `limit` bounds the bytes in one generation. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns the cached representation, if any. */
  get(record: object): Uint8Array | undefined {
    const young = this.#young.get(record)
    if (young !== undefined) return young
    const old = this.#old.get(record)
    if (old !== undefined) this.set(record, old)
    return old
  }

  /** Adds a representation to the young generation. */
  set(record: object, rendered: Uint8Array): void {
    this.#young.set(record, rendered)
    this.#youngSize += rendered.length
    if (this.#youngSize <= this.#limit) return
    this.#old = this.#young
    this.#young = new WeakMap()
    this.#youngSize = 0
  }
}
