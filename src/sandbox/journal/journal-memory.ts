import { serverLimits } from '../../api/wire/limits.ts'

/** A journal, as this file sees it. */
interface MemoryHolder {
  readonly bytes: number
  trim(toBytes: number): void
}

/**
 * Bounds the memory of all journals of one process: at the limit, each journal is trimmed to an equal share.
 */
export class JournalMemory {
  /** Maximum of entries of one world; 0: nothing is recorded. */
  readonly entries: number
  readonly #limit: number
  readonly #holders = new Set<MemoryHolder>()
  /** Upper bound of the held bytes: dropped entries are subtracted only by a recount. */
  #upperBound = 0

  constructor({
    entries = serverLimits.journalEntries.value,
    bytes = serverLimits.allJournalsBytes.value,
  }: { readonly entries?: number; readonly bytes?: number } = {}) {
    this.entries = entries
    this.#limit = bytes
  }

  /** Estimated size of all journals, in bytes. */
  get bytes(): number {
    return this.#count()
  }

  /** Adds a journal. */
  register(holder: MemoryHolder): void {
    this.#holders.add(holder)
  }

  /** Removes a journal. */
  unregister(holder: MemoryHolder): void {
    this.#holders.delete(holder)
  }

  /** Adds bytes that a journal now holds; trims the journals when the limit is exceeded. */
  grown(bytes: number): void {
    this.#upperBound += bytes
    if (this.#upperBound > this.#limit) this.#share()
  }

  /** Trims to half the limit, so that the next trim is far away. */
  #share(): void {
    const heldBytes = this.#count()
    if (heldBytes > 0.75 * this.#limit) {
      const share = (0.5 * this.#limit) / this.#holders.size
      for (const holder of this.#holders) holder.trim(share)
    }
    this.#upperBound = this.#count()
  }

  #count(): number {
    let heldBytes = 0
    for (const { bytes } of this.#holders) heldBytes += bytes
    return heldBytes
  }
}
