import type { World } from '../world/world.ts'
import type { Entry, Said, Timing } from './entry.ts'
import { type Glance, glanceAt } from './world-summary.ts'
import { JournalMemory } from './journal-memory.ts'

/** Most bytes that the entries of one world may hold. */
const BYTES = 16 * 1024 * 1024

/** The last exchanges of one world, bounded in number and bytes: the oldest are forgotten first. */
export class Journal {
  readonly #memory: JournalMemory
  /** What was said by number modulo the greatest count of entries, and the numbers of each. Made with the first entry: most worlds have none. */
  #ring: (Said | undefined)[] = NONE
  #numbers = NO_NUMBERS
  #first = 1
  #next = 1
  #bytes = 0
  #closed = false
  #glanced: { readonly world: World; readonly glance: Glance } | undefined

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

  /** Adds an exchange; what is the very same as in the one before is held once. */
  add(said: Said, { wallMs, atMs, tookMs }: Timing): void {
    if (!this.isOpen) return
    if (this.#ring === NONE) this.#begin()
    if (this.size >= this.#memory.entries) this.#forget()
    const bytes = said === this.last ? PER_ENTRY : bytesOf(said)
    const place = this.#next % this.#memory.entries
    this.#ring[place] = said
    const at = place * PER_EXCHANGE
    this.#numbers[at] = wallMs
    this.#numbers[at + 1] = atMs
    this.#numbers[at + 2] = tookMs
    this.#numbers[at + BYTES_AT] = bytes
    this.#next += 1
    this.#bytes += bytes
    while (this.#bytes > BYTES && this.size > 1) this.#forget()
    this.#memory.grown(bytes)
  }

  /** What is kept of a world. Most are asked again as they were left, and what was kept of them is shared. */
  glance(world: World): Glance {
    if (this.#glanced?.world !== world) this.#glanced = { world, glance: glanceAt(world) }
    return this.#glanced.glance
  }

  /** What the newest entry holds. */
  get last(): Said | undefined {
    return this.size === 0 ? undefined : this.#ring[(this.#next - 1) % this.#memory.entries]
  }

  get(n: number): Entry | undefined {
    if (n < this.#first || n >= this.#next) return undefined
    const place = n % this.#memory.entries
    const at = place * PER_EXCHANGE
    const [wallMs, atMs, tookMs] = [this.#numbers[at]!, this.#numbers[at + 1]!, this.#numbers[at + 2]!]
    return { n, wallMs, atMs, tookMs, ...this.#ring[place]! }
  }

  /** Oldest first. */
  all(): Entry[] {
    const entries: Entry[] = []
    for (let n = this.#first; n < this.#next; n++) entries.push(this.get(n)!)
    return entries
  }

  /** Empties it; numbers begin at 1 again. */
  clear(): void {
    this.#ring = NONE
    this.#numbers = NO_NUMBERS
    this.#first = 1
    this.#next = 1
    this.#bytes = 0
    this.#glanced = undefined
    this.#memory.leave(this)
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
    this.#memory.enter(this)
  }

  #forget(): void {
    const place = this.#first % this.#memory.entries
    this.#bytes -= this.#numbers[place * PER_EXCHANGE + BYTES_AT] ?? 0
    this.#ring[place] = undefined
    this.#first += 1
  }
}

const NONE: (Said | undefined)[] = []

/** Of each exchange wall time, world time, how long it took, and its bytes: side by side in one list of nothing but numbers, which needs no object for each. */
const PER_EXCHANGE = 4
const BYTES_AT = 3
const NO_NUMBERS: number[] = []

/** What an entry holds that shares all it says with the one before, roughly, in bytes. */
const PER_ENTRY = 40

/** What an entry holds beside what it shares with others, roughly, as measured. */
const FIXED = 600
const PER_HEADER = 32
const CHANGED = 1_024

const bytesOf = ({ request, answer, before, after }: Said): number => {
  const { url, rawHeaders, body } = request
  let bytes = FIXED + url.length + body.bytes.length + (answer.body === null ? 0 : answer.body.length)
  for (let i = 1; i < rawHeaders.length; i += 2) bytes += PER_HEADER + rawHeaders[i]!.length
  return before === after ? bytes : bytes + CHANGED
}
