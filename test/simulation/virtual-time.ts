/**
 * Time that passes only when the simulation says so: it stands in for the clock and timers of the process.
 */

interface VirtualTimer {
  readonly number: number
  readonly dueMs: number
  readonly run: () => void
  readonly everyMs: number | undefined
}

/** Wall time at which every run begins. */
export const START_MS = Date.parse('2026-03-02T09:00:00-03:00')

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
}

/** The clock and the timers of one run. */
export class VirtualTime {
  #elapsedMs = 0
  #next = 1
  #timers = new Map<number, VirtualTimer>()

  /** Wall time, in milliseconds since the epoch. */
  get wallMs(): number {
    return START_MS + this.#elapsedMs
  }

  /** Number of timers that are set. */
  get timers(): number {
    return this.#timers.size
  }

  /** Puts this clock and its timers in the place of the process's, until the returned function is called. */
  install(): () => void {
    const set =
      (everyMs: boolean) =>
      (run: () => void, ms = 0) =>
        this.#set(run, ms, everyMs ? ms : undefined)
    const clear = (timer: unknown) => this.#clear(timer)
    // The code under simulation uses timers as values that it passes back, and `unref`.
    Object.assign(globalThis, {
      setTimeout: set(false),
      setInterval: set(true),
      clearTimeout: clear,
      clearInterval: clear,
    })
    Object.defineProperty(performance, 'now', { value: () => this.#elapsedMs, configurable: true })
    return () => {
      Object.assign(globalThis, real)
      Reflect.deleteProperty(performance, 'now')
    }
  }

  /** Forgets all timers, as the end of a process does. */
  clear(): void {
    this.#timers.clear()
  }

  /** Moves on to the first timer and runs it; false when there is none within `withinMs`. */
  runNext(withinMs = Number.POSITIVE_INFINITY): boolean {
    let first: VirtualTimer | undefined
    for (const timer of this.#timers.values()) if (!first || timer.dueMs < first.dueMs) first = timer
    if (!first || first.dueMs - this.#elapsedMs > withinMs) return false
    this.#elapsedMs = Math.max(this.#elapsedMs, first.dueMs)
    this.#timers.delete(first.number)
    if (first.everyMs !== undefined) this.#set(first.run, first.everyMs, first.everyMs, first.number)
    first.run()
    return true
  }

  /** Lets time pass in which no timer is due. */
  pass(ms: number): void {
    this.#elapsedMs += ms
  }

  #set(run: () => void, ms: number, everyMs: number | undefined, number = this.#next++) {
    this.#timers.set(number, { number, dueMs: this.#elapsedMs + Math.max(1, ms), run, everyMs })
    const timer = { number, ref: () => timer, unref: () => timer }
    return timer
  }

  #clear(timer: unknown): void {
    // Timers that were set before this clock was installed are not its own.
    if (typeof timer === 'object' && timer !== null && 'number' in timer)
      this.#timers.delete(Number(timer.number))
  }
}

/** Lets promises and callbacks that are ready run. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
