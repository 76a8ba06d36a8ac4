/**
 * Representations, as texts or as bytes, kept by the identity of the immutable record that they show, so they are never stale. Bounded by two
 * generations: when the young one is full it becomes the old one, and the former old one is forgotten; what is still read moves over.
 */
export class RepresentationCache<T extends { readonly length: number }> {
  #young = new WeakMap<object, T>()
  #old = new WeakMap<object, T>()
  #youngSize = 0
  readonly #limit: number

  /** `limit` counts what `length` counts: bytes, or UTF-16 units. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(record: object): T | undefined {
    const young = this.#young.get(record)
    if (young !== undefined) return young
    const old = this.#old.get(record)
    if (old !== undefined) this.set(record, old)
    return old
  }

  set(record: object, drawn: T): void {
    this.#young.set(record, drawn)
    this.#youngSize += drawn.length
    if (this.#youngSize <= this.#limit) return
    this.#old = this.#young
    this.#young = new WeakMap()
    this.#youngSize = 0
  }
}
