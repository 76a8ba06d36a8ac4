/**
 * Caches representations, as texts or as bytes, by the identity of the immutable record that they show, so no
 * entry is ever stale. Bounded by two generations: a full young generation replaces the old one, whose
 * entries are dropped unless they were read again.
 */
export class RepresentationCache<T extends { readonly length: number }> {
  #young = new WeakMap<object, T>()
  #old = new WeakMap<object, T>()
  #youngSize = 0
  readonly #limit: number

  /** `limit` bounds the sum of `length` in one generation: bytes, or UTF-16 units. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns the cached representation, if any. */
  get(record: object): T | undefined {
    const young = this.#young.get(record)
    if (young !== undefined) return young
    const old = this.#old.get(record)
    if (old !== undefined) this.set(record, old)
    return old
  }

  /** Adds a representation to the young generation. */
  set(record: object, rendered: T): void {
    this.#young.set(record, rendered)
    this.#youngSize += rendered.length
    if (this.#youngSize <= this.#limit) return
    this.#old = this.#young
    this.#young = new WeakMap()
    this.#youngSize = 0
  }
}
