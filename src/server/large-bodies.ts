/** Bodies up to this size are parsed without waiting for a turn. */
const NEEDS_TURN_BYTES = 256 * 1024
/** Most calls with a large body that wait for their turn. */
const MAX_WAITING_CALLS = 4

/** Runs calls with large bodies one after the other, so that only one of them is parsed at a time. */
export class LargeBodyQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Runs the call in its turn; returns undefined when too many wait already. */
  run<T>(bodyBytes: number, call: () => Promise<T>): Promise<T> | undefined {
    if (bodyBytes <= NEEDS_TURN_BYTES) return call()
    if (this.#waiting > MAX_WAITING_CALLS) return undefined
    this.#waiting += 1
    const done = this.#last.then(call).finally(() => {
      this.#waiting -= 1
    })
    this.#last = done.catch(() => undefined)
    return done
  }
}
