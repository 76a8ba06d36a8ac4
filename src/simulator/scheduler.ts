import { type Clock, timeOf, type World } from '../world/world.ts'
import type { Feed } from './event-bus.ts'
import type { Held } from './world-registry.ts'

/** Something that the world's clock has reached. */
export interface Fallen {
  /** World time at which it was due, in milliseconds since the epoch. */
  readonly atMs: number
  readonly kind: 'delivery' | 'fault-ended' | 'story'
  /** What it was, e.g. `d12` or `f3`. */
  readonly id: string
  /** What became of it, in a few words. */
  readonly outcome: string
}

/** Something that waits for the world's clock. */
export interface Waiting {
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** Does it. From its first moment on, the world must no longer tell that it waits. */
  run(held: Held): Fallen | Promise<Fallen>
  /** True: it begins only when all that began before it is over. */
  readonly alone?: boolean
}

/** A kind of thing that waits: tells the first of its kind, if any. */
export type Waits = (world: World, held: Held) => Waiting | undefined

interface Rim {
  wallMs(): number
  readonly feed: Feed
  report(error: unknown): void
}

/** The longest that a timer can wait; whoever waits longer looks again then. */
const LONGEST_MS = 2_000_000_000
/** Most things of one world that are being done at a time. */
const AT_ONCE = 3

/** What a world is doing for its clock just now. */
interface Doing {
  readonly underWay: Set<Promise<unknown>>
  /** Moves of the clock, one after another; while there is one, nothing rings. */
  moves: number
  lastMove: Promise<unknown>
}

/** Makes what waits for a world's clock happen: by itself while the clock runs, in order when it is moved on. */
export class Agenda {
  readonly #rim: Rim
  readonly #waits: readonly Waits[]
  readonly #doing = new WeakMap<Held, Doing>()

  constructor(rim: Rim, waits: readonly Waits[]) {
    this.#rim = rim
    this.#waits = waits
  }

  /** Looks anew at what the world waits for and sets the alarm to it. */
  stir(held: Held): void {
    clearTimeout(held.alarm)
    held.alarm = undefined
    const { moves, underWay } = this.#doingOf(held)
    const first = moves > 0 || underWay.size >= AT_ONCE ? undefined : this.#first(held)
    if (!first || (first.alone && underWay.size > 0)) return
    const { clock } = held.world
    const leftMs = first.atMs - timeOf(clock, this.#rim.wallMs())
    // A frozen clock reaches nothing more by itself.
    if (leftMs > 0 && !clock.running) return
    const waitMs = Math.min(LONGEST_MS, Math.max(0, Math.ceil(leftMs / clock.speed)))
    held.alarm = setTimeout(() => this.#ring(held), waitMs)
    held.alarm.unref()
  }

  /** Moves the clock on by some milliseconds of world time, and does in order what falls due on the way. */
  async advance(held: Held, byMs: number): Promise<readonly Fallen[]> {
    const doing = this.#doingOf(held)
    clearTimeout(held.alarm)
    doing.moves += 1
    const move = doing.lastMove.then(() => this.#moveOn(held, byMs))
    doing.lastMove = move.catch(() => undefined)
    try {
      return await move
    } finally {
      doing.moves -= 1
      this.#rim.feed.tell({ kind: 'clock', world: held.name })
      this.stir(held)
    }
  }

  /** Sets the clock without anything happening on the way; what is overdue then happens at once. */
  set(
    held: Held,
    { nowMs = this.#now(held), ...how }: Partial<Pick<Clock, 'running' | 'speed'>> & { nowMs?: number },
  ): void {
    this.#put(held, nowMs, how)
    this.#rim.feed.tell({ kind: 'clock', world: held.name })
    this.stir(held)
  }

  async #moveOn(held: Held, byMs: number): Promise<readonly Fallen[]> {
    const { epoch } = held
    const { underWay } = this.#doingOf(held)
    // What began before belongs to the time before.
    await Promise.allSettled(underWay)
    const toMs = this.#now(held) + byMs
    const fallen: Promise<Fallen>[] = []
    let batchMs = Number.NEGATIVE_INFINITY
    while (held.epoch === epoch) {
      const first = this.#first(held)
      // What is due at one moment is done side by side, what is due later afterwards.
      if (underWay.size > 0 && (!first || first.alone || first.atMs > batchMs || underWay.size >= AT_ONCE)) {
        await (first && !first.alone && first.atMs <= batchMs ? Promise.race(underWay) : Promise.allSettled(underWay))
        continue
      }
      if (!first || first.atMs > toMs) break
      batchMs = Math.max(first.atMs, this.#now(held))
      if (first.atMs > this.#now(held)) this.#put(held, first.atMs)
      fallen.push(this.#start(held, first))
    }
    if (held.epoch === epoch && toMs > this.#now(held)) this.#put(held, toMs)
    return Promise.all(fallen)
  }

  #ring(held: Held): void {
    held.alarm = undefined
    const { moves, underWay } = this.#doingOf(held)
    while (moves === 0 && underWay.size < AT_ONCE) {
      const first = this.#first(held)
      if (!first || first.atMs > this.#now(held) || (first.alone && underWay.size > 0)) break
      this.#start(held, first).then(
        () => this.stir(held),
        (error: unknown) => this.#rim.report(error),
      )
    }
    this.stir(held)
  }

  #start(held: Held, waiting: Waiting): Promise<Fallen> {
    const { underWay } = this.#doingOf(held)
    const run = Promise.resolve(waiting.run(held))
    underWay.add(run)
    const over = () => void underWay.delete(run)
    run.then(over, over)
    return run
  }

  #now(held: Held): number {
    return timeOf(held.world.clock, this.#rim.wallMs())
  }

  #put(held: Held, nowMs: number, how: Partial<Clock> = {}): void {
    held.world = { ...held.world, clock: { ...held.world.clock, ...how, atMs: nowMs, wallMs: this.#rim.wallMs() } }
  }

  #first(held: Held): Waiting | undefined {
    let first: Waiting | undefined
    for (const wait of this.#waits) {
      const waiting = wait(held.world, held)
      if (waiting && (!first || waiting.atMs < first.atMs)) first = waiting
    }
    return first
  }

  #doingOf(held: Held): Doing {
    const known = this.#doing.get(held)
    if (known) return known
    const doing = { underWay: new Set<Promise<unknown>>(), moves: 0, lastMove: Promise.resolve() }
    this.#doing.set(held, doing)
    return doing
  }
}
