import { gateTurns } from '../runtime/next-turn.ts'
import {
  collectGarbage,
  externalBytes,
  heapLimitBytes,
  keepHeapSmall,
  residentBytes,
  setHeapGrowth,
  usedMemoryBytes,
} from '../runtime/process-memory.ts'
import { inBackground } from '../runtime/timers.ts'
import { HeldBytes } from './held-bytes.ts'

const MIB = 1024 * 1024

/**
 * Smallest budget of a server. Node takes 73 MiB at rest, and up to 115 MiB outside its heap while clients of
 * many kinds flood it, whatever the budget: with less, too little is left for their data.
 */
export const MIN_BUDGET_BYTES = 256 * MIB
/** Largest default: a sandbox rarely needs more. */
const MAX_DEFAULT_BYTES = 2_048 * MIB

/** Returns the default budget: a quarter of the memory that the process may use, within bounds. */
export const defaultBudgetBytes = (availableBytes: number): number =>
  // The heap of V8 has its own limit, and ends the process when it is reached.
  Math.max(MIN_BUDGET_BYTES, Math.min(MAX_DEFAULT_BYTES, availableBytes / 4, 0.75 * heapLimitBytes()))

/**
 * Shares of the holders in the budget, in sixteenths; the rest is for worlds and the process itself.
 */
const SIXTEENTHS = {
  journals: 2,
  representations: 1,
  bodies: 1,
  answers: 1,
  waiting: 1,
  photos: 0.5,
} as const

/** Part of the budget at which a collection shows how much is really held. */
const MEASURE_AT = 0.4
/** Part of the budget above which held memory is freed, and new bodies and worlds are refused. */
const FULL_AT = 0.6
/** What the process takes beside its heap under floods, whatever the budget is. */
const BESIDE_HEAP_BYTES = 112 * MIB
/**
 * Part above which the same happens if the process exceeds its budget: its buffers, code and threads are not
 * in the heap. Below this part it serves, because refusing would free little.
 */
const FULL_WHEN_RESIDENT_AT = 0.35
/** Part of their share that bodies keep while it is full, when no further ones are read. */
const BODIES_WHEN_FULL = 1 / 4
const CHECK_INTERVAL_MS = 50
/** When the first collection happens: after the start, and before any client can have filled much. */
const FIRST_COLLECTION_MS = 300
/**
 * Percentage by which the heap may grow between two collections, once much of the budget is used: V8 would
 * let it double, and garbage would exceed the budget.
 */
const GROWING_PERCENT = 15
/**
 * Below this budget the space of new objects, which V8 lets grow to 32 MiB, is kept small as well, and less
 * room on the pages of the heap is left unused: 16 to 27 MiB of 190.
 */
const SMALL_BUDGET_BYTES = 512 * MIB
/**
 * Part of the budget that may be allocated between two collections while it is full: more work waits for the
 * next one.
 */
const MADE_BETWEEN = 1 / 16
/** Resident memory, as a part of the budget, above which half of that is the limit. */
const HIGH_AT = 1.15
/** A collection stops the process, so at most this part of the time is spent on them. */
const MAX_COLLECTING = 0.2

/**
 * The memory budget of one process, shared by its holders. Bodies in flight, answers that wait for their
 * reader, waiting requests and journals are weighed exactly; worlds share their records, so the heap is
 * measured for them. When the budget is exceeded, journals and kept representations are dropped first; then
 * new bodies and worlds are refused until there is room again.
 */
export class MemoryBudget {
  readonly bytes: number
  /** Request bodies that are read or decided; the largest is refused first. */
  readonly bodies: HeldBytes
  /** Responses that wait for their reader; the one that waits longest is cut first. */
  readonly answers: HeldBytes
  /** Requests that wait for an earlier response on their connection; the longest queue is cut first. */
  readonly waiting: HeldBytes
  readonly #giveBack: () => void
  #measuredBytes = 0
  /** Bytes outside of the heap after the last collection. */
  #externalBytes = 0
  #nextCollectionMs = 0
  #isFull = false
  #growsSlowly = false
  /** True: the process has nearly reached its budget. */
  #isHigh = false
  #nextMeasure: Promise<void> | undefined

  /** `giveBack` drops data that can be recreated, or is only a history. */
  constructor(bytes: number, giveBack: () => void) {
    this.bytes = bytes
    this.#giveBack = giveBack
    this.bodies = new HeldBytes(this.share('bodies'), 'largest')
    this.answers = new HeldBytes(this.share('answers'), 'oldest')
    this.waiting = new HeldBytes(this.share('waiting'), 'largest')
  }

  /** Returns the share of a holder, in bytes. */
  share(holder: keyof typeof SIXTEENTHS): number {
    return (this.bytes * SIXTEENTHS[holder]) / 16
  }

  /** Most connections at a time: each takes some buffers. */
  get connections(): number {
    return Math.min(20_000, Math.floor(this.bytes / (64 * 1024)))
  }

  /** Most connections whose reads Node may parse whole: 64 KiB of pipelined requests take 8 MiB. */
  get wholeReads(): number {
    return Math.floor(this.bytes / (32 * MIB))
  }

  /** What may be held before new bodies and worlds are refused. */
  get #fullBytes(): number {
    return Math.min(FULL_AT * this.bytes, this.bytes - BESIDE_HEAP_BYTES)
  }

  /** Largest body of a new world: read, parsed and built, it takes several times its length. */
  get largestBodyBytes(): number {
    return Math.min(32 * MIB, Math.floor(this.bytes / 32))
  }

  /** True while new bodies and worlds are refused. Measures again, now and then, since memory was freed. */
  get isFull(): boolean {
    if (this.#isFull && performance.now() >= this.#nextCollectionMs) this.#measure()
    return this.#isFull
  }

  /**
   * True while the heap has grown so much, mostly by garbage, that more work waits: V8 collects concurrently,
   * too late on a busy machine.
   */
  get isCrowded(): boolean {
    const mostMadeBytes = MADE_BETWEEN * this.bytes
    const used = usedMemoryBytes()
    return this.#isHigh
      ? used > this.#measuredBytes + mostMadeBytes / 2
      : used > Math.max(this.#measuredBytes, this.#fullBytes) + mostMadeBytes
  }

  /** True while the process has nearly reached its budget: large works are done one at a time. */
  get isShort(): boolean {
    return this.#isFull || this.#isHigh
  }

  /** Resolves after the next collection; undefined: there is room for more work. */
  room(): Promise<void> | undefined {
    if (!this.isCrowded) return undefined
    this.#nextMeasure ??= new Promise<void>((resolve) => {
      setTimeout(resolve, this.#nextCollectionMs - performance.now())
    }).then(() => {
      this.#nextMeasure = undefined
      if (this.isCrowded) this.#measure()
    })
    return this.#nextMeasure
  }

  /**
   * Watches the heap until the returned function is called. Slices of long-running work wait for room and
   * for `others`.
   */
  watch(others: () => Promise<void> | undefined = () => undefined): () => void {
    const isSmall = this.bytes < SMALL_BUDGET_BYTES
    if (isSmall) keepHeapSmall(true)
    this.#limitGrowth(isSmall)
    gateTurns(() => this.room() ?? others())
    // Before the first full collection V8 lets the heap grow to a size that fits the machine, not the budget.
    const first = isSmall ? inBackground(setTimeout(collectGarbage, FIRST_COLLECTION_MS)) : undefined
    const timer = inBackground(setInterval(() => this.#check(), CHECK_INTERVAL_MS))
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      gateTurns()
      if (isSmall) keepHeapSmall(false)
      this.#limitGrowth(false)
    }
  }

  #check(): void {
    this.#collectYoung()
    const used = usedMemoryBytes()
    this.#isHigh = residentBytes() > HIGH_AT * this.bytes
    // V8 resets it for all threads when one is started.
    if (this.bytes < SMALL_BUDGET_BYTES) keepHeapSmall(true)
    this.#limitGrowth(used >= MEASURE_AT * this.bytes || this.bytes < SMALL_BUDGET_BYTES)
    // Measuring pays only after the heap has grown by a good part.
    if (used < MEASURE_AT * this.bytes || used < this.#measuredBytes + MADE_BETWEEN * this.bytes) return
    if (performance.now() >= this.#nextCollectionMs) this.#measure()
  }

  /**
   * Collects the parts of bodies and files that were read: they are outside of the heap, whose growth
   * triggers other collections.
   */
  #collectYoung(): void {
    const bytes = externalBytes()
    const isMuch = bytes > this.#externalBytes + (MADE_BETWEEN / 2) * this.bytes
    if (isMuch) collectGarbage('minor')
    this.#externalBytes = isMuch ? externalBytes() : Math.min(this.#externalBytes, bytes)
  }

  /** Sets flags of V8 for the process: with a small budget always, else while much of it is used. */
  #limitGrowth(growsSlowly: boolean): void {
    if (growsSlowly === this.#growsSlowly) return
    this.#growsSlowly = growsSlowly
    setHeapGrowth(growsSlowly ? GROWING_PERCENT : 0)
  }

  #measure(): void {
    const startedMs = performance.now()
    collectGarbage()
    if (this.#isOver()) {
      this.#giveBack()
      collectGarbage()
    }
    this.#measuredBytes = usedMemoryBytes()
    this.#externalBytes = externalBytes()
    this.#isFull = this.#isOver()
    this.bodies.limit = this.share('bodies') * (this.#isFull ? BODIES_WHEN_FULL : 1)
    const endedMs = performance.now()
    this.#nextCollectionMs = endedMs + (endedMs - startedMs) / MAX_COLLECTING
  }

  /** Tells after a collection whether more is held than the budget allows. */
  #isOver(): boolean {
    const used = usedMemoryBytes()
    if (used > this.#fullBytes) return true
    return used > FULL_WHEN_RESIDENT_AT * this.bytes && residentBytes() > this.bytes
  }
}

/** The sentence of a refusal for lack of memory. */
export const MEMORY_FULL_DETAIL =
  'The memory budget of this server is used up. Delete worlds, snapshots or records, ' +
  'or start it with a larger --memory-budget.'

/** The memory is measured again within this time. */
export const MEMORY_RETRY_S = 1
