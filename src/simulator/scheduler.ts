import { type World, type WorldClock, worldTimeMs } from '../world/world.ts'
import type { EventBus } from './event-bus.ts'
import type { WorldHandle } from './world-registry.ts'

/** Something that the world's clock has reached. */
export interface CompletedTask {
  /** World time at which it was due, in milliseconds since the epoch. */
  readonly atMs: number
  readonly kind: 'delivery' | 'fault-ended' | 'story'
  /** What it was, e.g. `d12` or `f3`. */
  readonly id: string
  /** What became of it, in a few words. */
  readonly outcome: string
}

/** Something that waits for the world's clock. */
export interface ScheduledTask {
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** Does it. From its first moment on, the world must no longer tell that it waits. */
  run(worldHandle: WorldHandle): CompletedTask | Promise<CompletedTask>
  /** True: it begins only when all that began before it is over. */
  readonly isExclusive?: boolean
}

/** A kind of thing that waits: tells the first of its kind, if any. */
export type TaskSource = (world: World, worldHandle: WorldHandle) => ScheduledTask | undefined

interface SchedulerPorts {
  wallMs(): number
  readonly eventBus: EventBus
  report(error: unknown): void
}

/** The longest that a timer can wait; whoever waits longer looks again then. */
const MAX_TIMER_MS = 2_000_000_000
/** Most things of one world that are being done at a time. */
const MAX_CONCURRENT = 3

/** What a world is doing for its clock just now. */
interface SchedulerState {
  readonly inProgress: Set<Promise<unknown>>
  /** Moves of the clock, one after another; while there is one, nothing rings. */
  pendingAdvances: number
  lastAdvance: Promise<unknown>
}

/** Makes what waits for a world's clock happen: by itself while the clock runs, in order when it is moved on. */
export class Scheduler {
  readonly #rim: SchedulerPorts
  readonly #waits: readonly TaskSource[]
  readonly #doing = new WeakMap<WorldHandle, SchedulerState>()

  constructor(ports: SchedulerPorts, waits: readonly TaskSource[]) {
    this.#rim = ports
    this.#waits = waits
  }

  /** Looks anew at what the world waits for and sets the alarm to it. */
  reschedule(worldHandle: WorldHandle): void {
    clearTimeout(worldHandle.timer)
    worldHandle.timer = undefined
    const { pendingAdvances: moves, inProgress: inProgress } = this.#doingOf(worldHandle)
    const first = moves > 0 || inProgress.size >= MAX_CONCURRENT ? undefined : this.#first(worldHandle)
    if (!first || (first.isExclusive && inProgress.size > 0)) return
    const { clock } = worldHandle.world
    const leftMs = first.atMs - worldTimeMs(clock, this.#rim.wallMs())
    // A frozen clock reaches nothing more by itself.
    if (leftMs > 0 && !clock.running) return
    const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(leftMs / clock.speed)))
    worldHandle.timer = setTimeout(() => this.#ring(worldHandle), waitMs)
    worldHandle.timer.unref()
  }

  /** Moves the clock on by some milliseconds of world time, and does in order what falls due on the way. */
  async advance(worldHandle: WorldHandle, byMs: number): Promise<readonly CompletedTask[]> {
    const doing = this.#doingOf(worldHandle)
    clearTimeout(worldHandle.timer)
    doing.pendingAdvances += 1
    const move = doing.lastAdvance.then(() => this.#moveOn(worldHandle, byMs))
    doing.lastAdvance = move.catch(() => undefined)
    try {
      return await move
    } finally {
      doing.pendingAdvances -= 1
      this.#rim.eventBus.publish({ kind: 'clock', world: worldHandle.name })
      this.reschedule(worldHandle)
    }
  }

  /** Sets the clock without anything happening on the way; what is overdue then happens at once. */
  set(
    worldHandle: WorldHandle,
    { nowMs = this.#now(worldHandle), ...how }: Partial<Pick<WorldClock, 'running' | 'speed'>> & { nowMs?: number },
  ): void {
    this.#put(worldHandle, nowMs, how)
    this.#rim.eventBus.publish({ kind: 'clock', world: worldHandle.name })
    this.reschedule(worldHandle)
  }

  async #moveOn(worldHandle: WorldHandle, byMs: number): Promise<readonly CompletedTask[]> {
    const { epoch } = worldHandle
    const { inProgress: inProgress } = this.#doingOf(worldHandle)
    // What began before belongs to the time before.
    await Promise.allSettled(inProgress)
    const toMs = this.#now(worldHandle) + byMs
    const completed: Promise<CompletedTask>[] = []
    let batchMs = Number.NEGATIVE_INFINITY
    while (worldHandle.epoch === epoch) {
      const first = this.#first(worldHandle)
      // What is due at one moment is done side by side, what is due later afterwards.
      if (inProgress.size > 0 && (!first || first.isExclusive || first.atMs > batchMs || inProgress.size >= MAX_CONCURRENT)) {
        await (first && !first.isExclusive && first.atMs <= batchMs ? Promise.race(inProgress) : Promise.allSettled(inProgress))
        continue
      }
      if (!first || first.atMs > toMs) break
      batchMs = Math.max(first.atMs, this.#now(worldHandle))
      if (first.atMs > this.#now(worldHandle)) this.#put(worldHandle, first.atMs)
      completed.push(this.#start(worldHandle, first))
    }
    if (worldHandle.epoch === epoch && toMs > this.#now(worldHandle)) this.#put(worldHandle, toMs)
    return Promise.all(completed)
  }

  #ring(worldHandle: WorldHandle): void {
    worldHandle.timer = undefined
    const { pendingAdvances: moves, inProgress: inProgress } = this.#doingOf(worldHandle)
    while (moves === 0 && inProgress.size < MAX_CONCURRENT) {
      const first = this.#first(worldHandle)
      if (!first || first.atMs > this.#now(worldHandle) || (first.isExclusive && inProgress.size > 0)) break
      this.#start(worldHandle, first).then(
        () => this.reschedule(worldHandle),
        (error: unknown) => this.#rim.report(error),
      )
    }
    this.reschedule(worldHandle)
  }

  #start(worldHandle: WorldHandle, task: ScheduledTask): Promise<CompletedTask> {
    const { inProgress: inProgress } = this.#doingOf(worldHandle)
    const run = Promise.resolve(task.run(worldHandle))
    inProgress.add(run)
    const over = () => void inProgress.delete(run)
    run.then(over, over)
    return run
  }

  #now(worldHandle: WorldHandle): number {
    return worldTimeMs(worldHandle.world.clock, this.#rim.wallMs())
  }

  #put(worldHandle: WorldHandle, nowMs: number, how: Partial<WorldClock> = {}): void {
    worldHandle.world = { ...worldHandle.world, clock: { ...worldHandle.world.clock, ...how, atMs: nowMs, wallMs: this.#rim.wallMs() } }
  }

  #first(worldHandle: WorldHandle): ScheduledTask | undefined {
    let first: ScheduledTask | undefined
    for (const source of this.#waits) {
      const task = source(worldHandle.world, worldHandle)
      if (task && (!first || task.atMs < first.atMs)) first = task
    }
    return first
  }

  #doingOf(worldHandle: WorldHandle): SchedulerState {
    const known = this.#doing.get(worldHandle)
    if (known) return known
    const state = { inProgress: new Set<Promise<unknown>>(), pendingAdvances: 0, lastAdvance: Promise.resolve() }
    this.#doing.set(worldHandle, state)
    return state
  }
}
