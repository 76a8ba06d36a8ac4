import type { Entry } from './entry.ts'

/** Most entries of one world, and most bytes that they may hold. */
const ENTRIES = 1_000
const BYTES = 16 * 1024 * 1024

/** The last exchanges of one world, bounded in number and bytes: the oldest are forgotten first. */
export class Journal {
  #ring: (Entry | undefined)[] = []
  #first = 1
  #next = 1
  #bytes = 0

  /** The number of the next entry. */
  get next(): number {
    return this.#next
  }

  get size(): number {
    return this.#next - this.#first
  }

  /** Entries that were forgotten since the journal began. */
  get forgotten(): number {
    return this.#first - 1
  }

  add(entry: Entry): void {
    while (this.size >= ENTRIES) this.#forget()
    this.#ring[entry.n % ENTRIES] = entry
    this.#next = entry.n + 1
    this.#bytes += bytesOf(entry)
    while (this.#bytes > BYTES && this.size > 1) this.#forget()
  }

  get(n: number): Entry | undefined {
    return n >= this.#first && n < this.#next ? this.#ring[n % ENTRIES] : undefined
  }

  /** Oldest first. */
  all(): Entry[] {
    const entries: Entry[] = []
    for (let n = this.#first; n < this.#next; n++) entries.push(this.#ring[n % ENTRIES]!)
    return entries
  }

  /** Empties it; numbers begin at 1 again. */
  clear(): void {
    this.#ring = []
    this.#first = 1
    this.#next = 1
    this.#bytes = 0
  }

  #forget(): void {
    const place = this.#first % ENTRIES
    this.#bytes -= bytesOf(this.#ring[place]!)
    this.#ring[place] = undefined
    this.#first += 1
  }
}

/** What an entry holds beside what it shares with others, roughly. */
const FIXED = 512
const CHANGED_WORLD = 4_096

const bytesOf = ({ request, answer, before, after }: Entry): number =>
  FIXED +
  request.url.length +
  request.body.bytes.length +
  (answer.body === null ? 0 : answer.body.length) +
  (before === after ? 0 : CHANGED_WORLD)
