/** A journal, as far as its share of the memory goes. */
interface MemoryHolder {
  readonly bytes: number
  trim(toBytes: number): void
}

/** Most bytes that the journals of one process may hold together, however many worlds there are. */
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024

/** Most entries of one world, unless told otherwise. */
const DEFAULT_MAX_ENTRIES = 10_000

/** What the journals of many worlds hold together, and how they share it when it grows too much: whoever holds more than its share gives. */
export class JournalMemory {
  /** Most entries of one world; 0: nothing is written down. */
  readonly entries: number
  readonly #limit: number
  readonly #sharers = new Set<MemoryHolder>()
  /** At least what is held: what was forgotten meanwhile is only seen when it is counted anew. */
  #atMost = 0

  constructor({ entries = DEFAULT_MAX_ENTRIES, bytes = DEFAULT_MAX_BYTES }: { readonly entries?: number; readonly bytes?: number } = {}) {
    this.entries = entries
    this.#limit = bytes
  }

  register(holder: MemoryHolder): void {
    this.#sharers.add(holder)
  }

  unregister(holder: MemoryHolder): void {
    this.#sharers.delete(holder)
  }

  /** One of the sharers holds so many bytes more. */
  grown(bytes: number): void {
    this.#atMost += bytes
    if (this.#atMost > this.#limit) this.#share()
  }

  /** Leaves so much free that it is long until the next time. */
  #share(): void {
    const heldBytes = this.#count()
    if (heldBytes > 0.75 * this.#limit) {
      const share = (0.5 * this.#limit) / this.#sharers.size
      for (const holder of this.#sharers) holder.trim(share)
    }
    this.#atMost = this.#count()
  }

  #count(): number {
    let heldBytes = 0
    for (const { bytes } of this.#sharers) heldBytes += bytes
    return heldBytes
  }
}
