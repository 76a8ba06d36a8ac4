import type { World } from '../../domain/world.ts'
import type { Entry } from './entry.ts'
import { type Glance, glanceAt } from './glance.ts'
import { JournalMemory } from './memory.ts'

/** Most bytes that the entries of one world may hold. */
const BYTES = 16 * 1024 * 1024

/** The last exchanges of one world, bounded in number and bytes: the oldest are forgotten first. */
export class Journal {
  readonly #memory: JournalMemory
  /** The entries by number modulo their greatest count, and what each holds. Made with the first entry: most worlds have none. */
  #ring: (Entry | undefined)[] = NONE
  #sizes: number[] = NO_SIZES
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

  /** The entry must have the number that is next. */
  add(entry: Entry): void {
    if (!this.isOpen) return
    if (this.#ring === NONE) this.#begin()
    if (this.size >= this.#memory.entries) this.#forget()
    const bytes = bytesOf(entry)
    const place = entry.n % this.#memory.entries
    this.#ring[place] = entry
    this.#sizes[place] = bytes
    this.#next = entry.n + 1
    this.#bytes += bytes
    while (this.#bytes > BYTES && this.size > 1) this.#forget()
    this.#memory.grown(bytes)
  }

  /** What is kept of a world. Most are asked again as they were left, and what was kept of them is shared. */
  glance(world: World): Glance {
    if (this.#glanced?.world !== world) this.#glanced = { world, glance: glanceAt(world) }
    return this.#glanced.glance
  }

  get(n: number): Entry | undefined {
    return n >= this.#first && n < this.#next ? this.#ring[n % this.#memory.entries] : undefined
  }

  /** Oldest first. */
  all(): Entry[] {
    const entries: Entry[] = []
    for (let n = this.#first; n < this.#next; n++) entries.push(this.#ring[n % this.#memory.entries]!)
    return entries
  }

  /** Empties it; numbers begin at 1 again. */
  clear(): void {
    this.#ring = NONE
    this.#sizes = NO_SIZES
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
    this.#sizes = []
    this.#memory.enter(this)
  }

  #forget(): void {
    const place = this.#first % this.#memory.entries
    this.#bytes -= this.#sizes[place] ?? 0
    this.#ring[place] = undefined
    this.#first += 1
  }
}

const NONE: (Entry | undefined)[] = []
const NO_SIZES: number[] = []

/** What an entry holds beside what it shares with others, roughly, as measured. */
const FIXED = 600
const PER_HEADER = 32
const CHANGED = 1_024

const bytesOf = ({ request, answer, before, after }: Entry): number => {
  const { url, rawHeaders, body } = request
  let bytes = FIXED + url.length + body.bytes.length + (answer.body === null ? 0 : answer.body.length)
  for (let i = 1; i < rawHeaders.length; i += 2) bytes += PER_HEADER + rawHeaders[i]!.length
  return before === after ? bytes : bytes + CHANGED
}
