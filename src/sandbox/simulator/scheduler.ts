import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { inBackground, type Timer } from '../../lib/runtime/timers.ts'
import { type World, type WorldClock, worldTimeMs } from '../../model/world/world.ts'
import type { EventBus } from './event-bus.ts'
import type { WorldHandle } from './world-registry.ts'

/** A task that ran. */
export interface CompletedTask {
  /** World time at which it was due, in milliseconds since the epoch. */
  readonly atMs: number
  readonly kind: 'delivery' | 'fault-ended' | 'story'
  /** Id of the task's subject, e.g. `d12` or `f3`. */
  readonly id: string
  /** The outcome in a few words. */
  readonly outcome: string
}

/** A task that is due at a moment of the world's clock. */
export interface ScheduledTask {
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** Runs the task. Its source must no longer return it once `run` was called. */
  run(worldHandle: WorldHandle): CompletedTask | Promise<CompletedTask>
  /** True: the task starts only when all earlier tasks are done. */
  readonly isExclusive?: boolean
}

/** Returns the first due task of one kind, if any. */
export type TaskSource = (world: World, worldHandle: WorldHandle) => ScheduledTask | undefined

/** Ports of the scheduler. */
interface SchedulerPorts {
  wallMs(): number
  readonly eventBus: EventBus
  report(error: unknown): void
}

/** Wakes a process that may leave memory before a task is due. */
export interface Alarm {
  /** Maximum wait that a timer of the process is set for, in milliseconds. */
  readonly longestTimerMs: number
  /** Requests a wake-up at a wall time, in milliseconds since the epoch. */
  set(atMs: number): void
}

/** Maximum wait of one timer; a longer wait takes several. */
const MAX_TIMER_MS = 2_000_000_000
/** Maximum of tasks that one world runs at the same time. */
const MAX_CONCURRENT = 64
/** Maximum of tasks that all worlds run at the same time. */
const MAX_CONCURRENT_TOGETHER = 512
/**
 * Tasks that an advance starts before it yields, and for how long: mails in the outbox, and events, wait for
 * nothing.
 */
const TASKS_PER_TURN = 50
const TURN_MS = 4
/** Maximum time of the wall clock that one advance waits for receivers. */
const MAX_ADVANCE_WAIT_MS = 15_000

/** The result of an advance of the clock. */
export interface AdvanceResult {
  /** The tasks that became due during the advance, in the order of their start; not those due before. */
  readonly completed: readonly CompletedTask[]
  /**
   * Present when receivers took longer than an advance waits: the clock is at its new time, and the remaining
   * attempts continue in the background.
   */
  readonly unfinished?: string
}

/** The running tasks and advances of one world. */
interface SchedulerState {
  readonly inProgress: Set<Promise<unknown>>
  /** Advances run one after another; while one is pending, the timer is off. */
  pendingAdvances: number
  lastAdvance: Promise<unknown>
}

/**
 * Runs the tasks of a world's clock: by a timer while the clock runs, and in order when the clock is
 * advanced.
 */
export class Scheduler {
  readonly #ports: SchedulerPorts
  readonly #sources: readonly TaskSource[]
  readonly #states = new WeakMap<WorldHandle, SchedulerState>()
  readonly #maxAdvanceWaitMs: number
  readonly #alarm: Alarm | undefined
  /** Tasks in progress, of all worlds. */
  #running = 0
  /** Worlds whose tasks wait for those of others. */
  readonly #waiting = new Set<WorldHandle>()

  constructor(
    ports: SchedulerPorts,
    sources: readonly TaskSource[],
    {
      maxAdvanceWaitMs = MAX_ADVANCE_WAIT_MS,
      alarm,
    }: { readonly maxAdvanceWaitMs?: number; readonly alarm?: Alarm } = {},
  ) {
    this.#ports = ports
    this.#sources = sources
    this.#maxAdvanceWaitMs = maxAdvanceWaitMs
    this.#alarm = alarm
  }

  /** Sets the world's timer to its next task. */
  reschedule(worldHandle: WorldHandle): void {
    clearTimeout(worldHandle.timer)
    worldHandle.timer = undefined
    const { pendingAdvances, inProgress } = this.#stateOf(worldHandle)
    const isBusy = pendingAdvances > 0 || inProgress.size >= MAX_CONCURRENT
    if (!isBusy && this.#running >= MAX_CONCURRENT_TOGETHER) {
      this.#waiting.add(worldHandle)
      return
    }
    const first = isBusy ? undefined : this.#nextTask(worldHandle)
    if (!first || (first.isExclusive && inProgress.size > 0)) return
    const { clock } = worldHandle.world
    const leftMs = first.atMs - worldTimeMs(clock, this.#ports.wallMs())
    // A frozen clock reaches no later task.
    if (leftMs > 0 && !clock.running) return
    const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(leftMs / clock.speed)))
    if (this.#alarm && waitMs > this.#alarm.longestTimerMs) {
      this.#alarm.set(this.#ports.wallMs() + waitMs)
      return
    }
    worldHandle.timer = inBackground(setTimeout(() => this.#runDue(worldHandle), waitMs))
  }

  /** Resolves when no task of the world is in progress and none waits for its timer. */
  async settled(worldHandle: WorldHandle): Promise<void> {
    const { inProgress } = this.#stateOf(worldHandle)
    while (inProgress.size > 0 || worldHandle.timer !== undefined) {
      await Promise.allSettled(inProgress)
      await nextTurn()
    }
  }

  /**
   * Advances the clock by `byMs` of world time and runs in order the tasks that become due on the way. Waits
   * for receivers at most a quarter of a minute.
   */
  async advance(worldHandle: WorldHandle, byMs: number): Promise<AdvanceResult> {
    const state = this.#stateOf(worldHandle)
    clearTimeout(worldHandle.timer)
    state.pendingAdvances += 1
    const advanced = state.lastAdvance.then(() => this.#advanceNow(worldHandle, byMs))
    state.lastAdvance = advanced.catch(() => undefined)
    try {
      return await advanced
    } finally {
      state.pendingAdvances -= 1
      this.#ports.eventBus.publish({ kind: 'clock', world: worldHandle.name })
      this.reschedule(worldHandle)
    }
  }

  /** Sets the clock; tasks that are then overdue run at once. */
  set(
    worldHandle: WorldHandle,
    {
      nowMs = this.#now(worldHandle),
      ...settings
    }: Partial<Pick<WorldClock, 'running' | 'speed'>> & { nowMs?: number },
  ): void {
    this.#setClock(worldHandle, nowMs, settings)
    this.#ports.eventBus.publish({ kind: 'clock', world: worldHandle.name })
    this.reschedule(worldHandle)
  }

  async #advanceNow(worldHandle: WorldHandle, byMs: number): Promise<AdvanceResult> {
    const { epoch } = worldHandle
    const { inProgress } = this.#stateOf(worldHandle)
    const wait = new BoundedWait(this.#maxAdvanceWaitMs)
    // Tasks that started earlier belong to the time before the advance.
    await wait.forAll(inProgress)
    const fromMs = this.#now(worldHandle)
    const toMs = fromMs + byMs
    const started: StartedTask[] = []
    let batchMs = Number.NEGATIVE_INFINITY
    let turn = { startMs: performance.now(), tasks: 0 }
    while (worldHandle.epoch === epoch && !wait.isOver) {
      if (turn.tasks >= TASKS_PER_TURN || performance.now() - turn.startMs >= TURN_MS) {
        await nextTurn()
        turn = { startMs: performance.now(), tasks: 0 }
        continue
      }
      const first = this.#nextTask(worldHandle)
      // Tasks due at one moment run concurrently; later tasks wait for them.
      const joinsBatch = first !== undefined && !first.isExclusive && first.atMs <= batchMs
      if (inProgress.size > 0 && (!joinsBatch || inProgress.size >= MAX_CONCURRENT)) {
        await (joinsBatch ? wait.forOne(inProgress) : wait.forAll(inProgress))
        continue
      }
      if (!first || first.atMs > toMs) break
      batchMs = Math.max(first.atMs, this.#now(worldHandle))
      if (first.atMs > this.#now(worldHandle)) this.#setClock(worldHandle, first.atMs)
      const task = this.#start(worldHandle, first)
      turn.tasks += 1
      // Either the timer or the advance starts earlier tasks, so no response may depend on which.
      if (first.atMs > fromMs) started.push(new StartedTask(task))
    }
    wait.end()
    if (worldHandle.epoch === epoch && toMs > this.#now(worldHandle)) this.#setClock(worldHandle, toMs)
    const completed = await completedOf(started)
    const pending = started.length - completed.length
    if (!wait.isOver || worldHandle.epoch !== epoch) return { completed }
    return { completed, unfinished: unfinishedSentence(pending, this.#maxAdvanceWaitMs) }
  }

  #runDue(worldHandle: WorldHandle): void {
    worldHandle.timer = undefined
    const { pendingAdvances, inProgress } = this.#stateOf(worldHandle)
    while (
      pendingAdvances === 0 &&
      inProgress.size < MAX_CONCURRENT &&
      this.#running < MAX_CONCURRENT_TOGETHER
    ) {
      const first = this.#nextTask(worldHandle)
      if (!first || first.atMs > this.#now(worldHandle) || (first.isExclusive && inProgress.size > 0)) break
      this.#start(worldHandle, first).then(
        () => this.reschedule(worldHandle),
        (error: unknown) => this.#ports.report(error),
      )
    }
    this.reschedule(worldHandle)
  }

  #start(worldHandle: WorldHandle, task: ScheduledTask): Promise<CompletedTask> {
    const { inProgress } = this.#stateOf(worldHandle)
    const run = Promise.resolve(task.run(worldHandle))
    inProgress.add(run)
    this.#running += 1
    const settle = () => {
      inProgress.delete(run)
      this.#running -= 1
      const [next] = this.#waiting
      if (!next) return
      this.#waiting.delete(next)
      this.reschedule(next)
    }
    run.then(settle, settle)
    return run
  }

  #now(worldHandle: WorldHandle): number {
    return worldTimeMs(worldHandle.world.clock, this.#ports.wallMs())
  }

  #setClock(worldHandle: WorldHandle, nowMs: number, settings: Partial<WorldClock> = {}): void {
    const { world } = worldHandle
    const clock = { ...world.clock, ...settings, atMs: nowMs, wallMs: this.#ports.wallMs() }
    worldHandle.world = { ...world, clock }
  }

  #nextTask(worldHandle: WorldHandle): ScheduledTask | undefined {
    if (worldHandle.playing) return undefined
    let first: ScheduledTask | undefined
    for (const source of this.#sources) {
      const task = source(worldHandle.world, worldHandle)
      if (task && (!first || task.atMs < first.atMs)) first = task
    }
    return first
  }

  #stateOf(worldHandle: WorldHandle): SchedulerState {
    const known = this.#states.get(worldHandle)
    if (known) return known
    const state = {
      inProgress: new Set<Promise<unknown>>(),
      pendingAdvances: 0,
      lastAdvance: Promise.resolve(),
    }
    this.#states.set(worldHandle, state)
    return state
  }
}

/** A task that was started, and what became of it. */
class StartedTask {
  result: CompletedTask | undefined
  error: { readonly cause: unknown } | undefined

  constructor(task: Promise<CompletedTask>) {
    task.then(
      (result) => void (this.result = result),
      (cause: unknown) => void (this.error = { cause }),
    )
  }
}

/** Returns the results of the tasks that are over by now, in order; throws the error of one that failed. */
const completedOf = async (started: readonly StartedTask[]): Promise<CompletedTask[]> => {
  // A task that was over at its start says so in a moment.
  await undefined
  return started.flatMap(({ result, error }) => {
    if (error) throw error.cause
    return result ?? []
  })
}

const unfinishedSentence = (attempts: number, waitedMs: number): string =>
  `Receivers took longer than the ${waitedMs / 1_000} s that an advance waits: ${attempts} attempts are still ` +
  'in progress; they and later tasks continue in the background.'

/** Waits for promises, all together no longer than a time of the wall clock. */
class BoundedWait {
  readonly #over: Promise<void>
  readonly #timer: Timer
  isOver = false

  constructor(ms: number) {
    // The timer starts this promise's end; both are set before anything waits.
    let resolveOver = () => {}
    this.#over = new Promise((resolve) => (resolveOver = resolve))
    this.#timer = setTimeout(() => {
      this.isOver = true
      resolveOver()
    }, ms)
  }

  async forAll(promises: Iterable<Promise<unknown>>): Promise<void> {
    await Promise.race([Promise.allSettled(promises), this.#over])
  }

  async forOne(promises: Iterable<Promise<unknown>>): Promise<void> {
    await Promise.race([...promises].map((promise) => promise.catch(() => undefined)).concat(this.#over))
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
