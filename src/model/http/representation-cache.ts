import { serverLimits } from '../../api/wire/limits.ts'

/** A rendered record. */
interface CachedRepresentation {
  /** As bytes, with the comma that precedes it in a list. */
  readonly bytes: Uint8Array
}

/**
 * Caches representations by the identity of the immutable record that they show, so no
 * entry is ever stale. All caches of the process share one bound: when a generation is full, it replaces the
 * old one, whose entries are dropped unless they were read again.
 */
export class RepresentationCache<Cached extends { readonly bytes: Uint8Array } = CachedRepresentation> {
  #young: WeakMap<object, Cached> | undefined
  #old: WeakMap<object, Cached> | undefined

  /** Returns the cached representation, if any. */
  get(record: object): Cached | undefined {
    const young = this.#young?.get(record)
    if (young !== undefined) return young
    const old = this.#old?.get(record)
    if (old !== undefined) this.set(record, old)
    return old
  }

  /** Adds a representation to the young generation. */
  set(record: object, rendered: Cached): void {
    if (!this.#young) {
      this.#young = new WeakMap()
      filled.add(this)
    }
    this.#young.set(record, rendered)
    youngBytes += rendered.bytes.length
    if (youngBytes > GENERATION_BYTES) nextGeneration()
  }

  /** Makes the young generation the old one; returns false when the cache is empty then. */
  age(): boolean {
    this.#old = this.#young
    this.#young = undefined
    return this.#old !== undefined
  }
}

/** The caches with entries. */
const filled = new Set<Pick<RepresentationCache, 'age'>>()
/** In two generations. */
const GENERATION_BYTES = serverLimits.representationBytes.value / 2
let youngBytes = 0

const nextGeneration = (): void => {
  youngBytes = 0
  for (const cache of filled) if (!cache.age()) filled.delete(cache)
}
