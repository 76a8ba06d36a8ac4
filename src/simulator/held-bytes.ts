/** Something that holds bytes for a client. */
export interface ByteHolder {
  bytes: number
  /** Frees the bytes: the client is refused or cut. The holder then releases itself. */
  refuse(): void
}

/** Counts bytes that the server holds for clients, up to a limit; beyond it a holder is refused. */
export class HeldBytes {
  #limit: number
  readonly #first: 'largest' | 'oldest'
  readonly #holders = new Set<ByteHolder>()
  #bytes = 0

  /** `first` is the holder that is refused first, so that small and quick clients are still served. */
  constructor(limit: number, first: 'largest' | 'oldest') {
    this.#limit = limit
    this.#first = first
  }

  /** The bytes that may be held. */
  get limit(): number {
    return this.#limit
  }

  /** Changes it; refuses holders that are beyond it. */
  set limit(limit: number) {
    this.#limit = limit
    this.#refuseBeyond()
  }

  /** The bytes that are held now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds bytes to a holder; refuses holders while the limit is exceeded, maybe this one. */
  grow(holder: ByteHolder, bytes: number): void {
    this.#holders.add(holder)
    holder.bytes += bytes
    this.#bytes += bytes
    this.#refuseBeyond()
  }

  #refuseBeyond(): void {
    while (this.#bytes > this.#limit) {
      const chosen = this.#choose()
      if (!chosen) return
      this.release(chosen)
      chosen.refuse()
    }
  }

  /** Removes a holder with all its bytes; nothing happens when it was removed already. */
  release(holder: ByteHolder): void {
    if (!this.#holders.delete(holder)) return
    this.#bytes -= holder.bytes
    // A released holder that grows again counts from zero: its former bytes were subtracted already.
    holder.bytes = 0
  }

  #choose(): ByteHolder | undefined {
    let chosen: ByteHolder | undefined
    for (const holder of this.#holders) {
      if (!chosen || holder.bytes > chosen.bytes) chosen = holder
      if (this.#first === 'oldest') break
    }
    return chosen
  }
}
