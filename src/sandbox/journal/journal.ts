import { serverLimits } from '../../api/wire/limits.ts'
import type { World } from '../../model/world/world.ts'
import type { ExchangeTiming, JournalEntry, RecordedExchange, RecordedRequest } from './journal-entry.ts'
import { JournalMemory } from './journal-memory.ts'
import { type WorldSummary, worldSummaryOf } from './world-summary.ts'

const MAX_BYTES = serverLimits.journalBytes.value

/** The last exchanges of one world, bounded in number and bytes: the oldest are dropped first. */
export class Journal {
  readonly #memory: JournalMemory
  /**
   * Exchanges by number modulo the maximum, their parts and numbers in a row each, allocated with the first
   * entry: most worlds have none. An object for each would be moved and freed by V8 long after its request.
   */
  #parts = NO_PARTS
  #numbers = NO_NUMBERS
  #first = 1
  #next = 1
  #bytes = 0
  #closed = false
  #summarized: { readonly world: World; readonly summary: WorldSummary } | undefined
  /** Grows when all entries are removed: the numbers that follow were used before. */
  generation = 0
  /** Called after an entry was added or all were removed; set where journals are stored. */
  changed: (() => void) | undefined

  constructor(memory: JournalMemory = new JournalMemory()) {
    this.#memory = memory
  }

  /** False: nothing is recorded. */
  get isOpen(): boolean {
    return this.#memory.entries > 0 && !this.#closed
  }

  /** Number of the next entry. */
  get next(): number {
    return this.#next
  }

  /** Number of the oldest entry. */
  get first(): number {
    return this.#first
  }

  /** Number of entries. */
  get size(): number {
    return this.#next - this.#first
  }

  /** Estimated size of the entries, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds an exchange; drops the oldest while a bound is exceeded. */
  add(exchange: RecordedExchange, { wallMs, atMs, tookMs }: ExchangeTiming): void {
    if (!this.isOpen) return
    if (this.#parts === NO_PARTS) this.#allocate()
    if (this.size >= this.#memory.entries) this.#dropOldest()
    const bytes = estimateBytes(exchange)
    const place = this.#next % this.#memory.entries
    writeParts(this.#parts, place * PARTS_PER_EXCHANGE, exchange)
    const at = place * NUMBERS_PER_EXCHANGE
    this.#numbers[at] = wallMs
    this.#numbers[at + 1] = atMs
    this.#numbers[at + 2] = tookMs
    this.#numbers[at + BYTES_INDEX] = bytes
    this.#next += 1
    this.#bytes += bytes
    while (this.#bytes > MAX_BYTES && this.size > 1) this.#dropOldest()
    this.#memory.grown(bytes)
    this.changed?.()
  }

  /** Replaces all entries by those of another journal, with their numbers. */
  restore(entries: readonly JournalEntry[]): void {
    this.clear()
    const kept = entries.slice(-this.#memory.entries)
    this.#first = kept[0]?.n ?? 1
    this.#next = this.#first
    for (const { n: _, wallMs, atMs, tookMs, ...exchange } of kept)
      this.add(exchange, { wallMs, atMs, tookMs })
  }

  /** Returns the summary of a world; entries of the same world share it. */
  summarize(world: World): WorldSummary {
    if (this.#summarized?.world !== world) this.#summarized = { world, summary: worldSummaryOf(world) }
    return this.#summarized.summary
  }

  /** Returns the entry of that number; undefined when it was dropped or does not exist yet. */
  get(n: number): JournalEntry | undefined {
    if (n < this.#first || n >= this.#next) return undefined
    const place = n % this.#memory.entries
    const at = place * NUMBERS_PER_EXCHANGE
    const [wallMs, atMs, tookMs] = [this.#numbers[at]!, this.#numbers[at + 1]!, this.#numbers[at + 2]!]
    return { n, wallMs, atMs, tookMs, ...exchangeAt(this.#parts, place * PARTS_PER_EXCHANGE) }
  }

  /** Returns all entries, oldest first. */
  all(): JournalEntry[] {
    const entries: JournalEntry[] = []
    for (let n = this.#first; n < this.#next; n++) entries.push(this.get(n)!)
    return entries
  }

  /** Removes all entries; numbering starts at 1 again. */
  clear(): void {
    this.#parts = NO_PARTS
    this.#numbers = NO_NUMBERS
    this.#first = 1
    this.#next = 1
    this.#bytes = 0
    this.#summarized = undefined
    this.#memory.unregister(this)
    this.generation += 1
    this.changed?.()
  }

  /** Removes all entries and records nothing more: the world was deleted. */
  close(): void {
    this.clear()
    this.#closed = true
  }

  /** Drops the oldest entries until at most `toBytes` are held; the newest entry stays. */
  trim(toBytes: number): void {
    while (this.#bytes > toBytes && this.size > 1) this.#dropOldest()
  }

  #allocate(): void {
    this.#parts = []
    this.#numbers = []
    this.#memory.register(this)
  }

  #dropOldest(): void {
    const place = this.#first % this.#memory.entries
    this.#bytes -= this.#numbers[place * NUMBERS_PER_EXCHANGE + BYTES_INDEX] ?? 0
    const at = place * PARTS_PER_EXCHANGE
    this.#parts.fill(undefined, at, at + PARTS_PER_EXCHANGE)
    this.#first += 1
  }
}

/** Parts of each exchange, in the order in which `writeParts` writes them. */
const PARTS_PER_EXCHANGE = 9
const NO_PARTS: unknown[] = []

const writeParts = (parts: unknown[], at: number, exchange: RecordedExchange): void => {
  const { request, response, before, after, injectedFault } = exchange
  parts[at] = request.method
  parts[at + 1] = request.url
  parts[at + 2] = request.rawHeaders
  parts[at + 3] = request.body
  parts[at + 4] = request.app
  parts[at + 5] = response
  parts[at + 6] = before
  parts[at + 7] = after
  parts[at + 8] = injectedFault
}

const exchangeAt = (parts: readonly unknown[], at: number): RecordedExchange => {
  // What `writeParts` wrote there.
  const [method, url, rawHeaders, body, app, response, before, after, injectedFault] = parts.slice(
    at,
    at + PARTS_PER_EXCHANGE,
  ) as ExchangeParts
  const exchange = { request: { method, url, rawHeaders, body, app }, response, before, after }
  return injectedFault ? { ...exchange, injectedFault } : exchange
}

type ExchangeParts = [
  method: RecordedRequest['method'],
  url: RecordedRequest['url'],
  rawHeaders: RecordedRequest['rawHeaders'],
  body: RecordedRequest['body'],
  app: RecordedRequest['app'],
  response: RecordedExchange['response'],
  before: WorldSummary,
  after: WorldSummary,
  injectedFault: RecordedExchange['injectedFault'],
]

/** Numbers of each exchange: wall time, world time, duration, bytes. */
const NUMBERS_PER_EXCHANGE = 4
const BYTES_INDEX = 3
const NO_NUMBERS: number[] = []

/** Measured estimate of an entry's size, without values that it shares with others. */
const FIXED_BYTES = 600
const BYTES_PER_HEADER = 32
const BYTES_PER_CHANGE = 1_024

const estimateBytes = ({ request, response, before, after }: RecordedExchange): number => {
  const { url, rawHeaders, body } = request
  let bytes =
    FIXED_BYTES + url.length + body.bytes.length + (response.body === null ? 0 : response.body.length)
  for (let i = 1; i < rawHeaders.length; i += 2) bytes += BYTES_PER_HEADER + rawHeaders[i]!.length
  return before === after ? bytes : bytes + BYTES_PER_CHANGE
}
