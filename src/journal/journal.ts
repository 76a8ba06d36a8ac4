import type { World } from '../world/world.ts'
import type { ExchangeTiming, JournalEntry, RecordedExchange } from './journal-entry.ts'
import { JournalMemory } from './journal-memory.ts'
import { type WorldSummary, worldSummaryOf } from './world-summary.ts'

/** Most bytes that the entries of one world may hold. */
const MAX_BYTES = 16 * 1024 * 1024

/** The last exchanges of one world, bounded in number and bytes: the oldest are forgotten first. */
export class Journal {
  readonly #memory: JournalMemory
  /** What was said by number modulo the greatest count of entries, and the numbers of each. Made with the first entry: most worlds have none. */
  #ring: (RecordedExchange | undefined)[] = NO_EXCHANGES
  #numbers = NO_NUMBERS
  #first = 1
  #next = 1
  #bytes = 0
  #closed = false
  #summarized: { readonly world: World; readonly summary: WorldSummary } | undefined

  constructor(memory: JournalMemory = new JournalMemory()) {
    this.#memory = memory
  }

  /** False: nothing is written down. */
  get isOpen(): boolean {
    return this.#memory.entries > 0 && !this.#closed
  }

  /** The number of the next entry. */
  get next(): number {
    return this.#next
  }

  /** The number of the oldest entry that is not forgotten. */
  get first(): number {
    return this.#first
  }

  get size(): number {
    return this.#next - this.#first
  }

  /** What its entries hold, roughly, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds an exchange; forgets the oldest while a bound is exceeded. */
  add(exchange: RecordedExchange, { wallMs, atMs, tookMs }: ExchangeTiming): void {
    if (!this.isOpen) return
    if (this.#ring === NO_EXCHANGES) this.#begin()
    if (this.size >= this.#memory.entries) this.#forget()
    const bytes = estimateBytes(exchange)
    const place = this.#next % this.#memory.entries
    this.#ring[place] = exchange
    const at = place * NUMBERS_PER_EXCHANGE
    this.#numbers[at] = wallMs
    this.#numbers[at + 1] = atMs
    this.#numbers[at + 2] = tookMs
    this.#numbers[at + BYTES_INDEX] = bytes
    this.#next += 1
    this.#bytes += bytes
    while (this.#bytes > MAX_BYTES && this.size > 1) this.#forget()
    this.#memory.grown(bytes)
  }

  /** Returns what the journal keeps of a world; entries that saw the same world share it. */
  summarize(world: World): WorldSummary {
    if (this.#summarized?.world !== world) this.#summarized = { world, summary: worldSummaryOf(world) }
    return this.#summarized.summary
  }

  get(n: number): JournalEntry | undefined {
    if (n < this.#first || n >= this.#next) return undefined
    const place = n % this.#memory.entries
    const at = place * NUMBERS_PER_EXCHANGE
    const [wallMs, atMs, tookMs] = [this.#numbers[at]!, this.#numbers[at + 1]!, this.#numbers[at + 2]!]
    return { n, wallMs, atMs, tookMs, ...this.#ring[place]! }
  }

  /** Oldest first. */
  all(): JournalEntry[] {
    const entries: JournalEntry[] = []
    for (let n = this.#first; n < this.#next; n++) entries.push(this.get(n)!)
    return entries
  }

  /** Empties it; numbers begin at 1 again. */
  clear(): void {
    this.#ring = NO_EXCHANGES
    this.#numbers = NO_NUMBERS
    this.#first = 1
    this.#next = 1
    this.#bytes = 0
    this.#summarized = undefined
    this.#memory.unregister(this)
  }

  /** Empties it for good: its world is gone, and what was still under way there is not written down. */
  close(): void {
    this.clear()
    this.#closed = true
  }

  /** Forgets the oldest until no more than that is held; the newest entry stays. */
  trim(toBytes: number): void {
    while (this.#bytes > toBytes && this.size > 1) this.#forget()
  }

  #begin(): void {
    this.#ring = []
    this.#numbers = []
    this.#memory.register(this)
  }

  #forget(): void {
    const place = this.#first % this.#memory.entries
    this.#bytes -= this.#numbers[place * NUMBERS_PER_EXCHANGE + BYTES_INDEX] ?? 0
    this.#ring[place] = undefined
    this.#first += 1
  }
}

const NO_EXCHANGES: (RecordedExchange | undefined)[] = []

/** Of each exchange wall time, world time, how long it took, and its bytes: side by side in one list of nothing but numbers, which needs no object for each. */
const NUMBERS_PER_EXCHANGE = 4
const BYTES_INDEX = 3
const NO_NUMBERS: number[] = []

/** What an entry holds beside what it shares with others, roughly, as measured. */
const FIXED_BYTES = 600
const BYTES_PER_HEADER = 32
const BYTES_PER_CHANGE = 1_024

const estimateBytes = ({ request, response: response, before, after }: RecordedExchange): number => {
  const { url, rawHeaders, body } = request
  let bytes = FIXED_BYTES + url.length + body.bytes.length + (response.body === null ? 0 : response.body.length)
  for (let i = 1; i < rawHeaders.length; i += 2) bytes += BYTES_PER_HEADER + rawHeaders[i]!.length
  return before === after ? bytes : bytes + BYTES_PER_CHANGE
}
