/** Bodies up to this size need no turn: what is parsed of them is small. */
const NEEDS_TURN_BYTES = 256 * 1024
/** Most calls with a large body that wait for their turn. */
const MAX_WAITING_CALLS = 4

/** A value of JSON takes up to seven times this, so that a body has a bound of its own beside its length. */
const LEAST_BYTES_PER_VALUE = 8

const VALUE_STARTS: ReadonlySet<number> = new Set([...',[{'].map((mark) => mark.charCodeAt(0)))

/**
 * Tells whether a body has more values than one of `limitBytes` may have: `[{},{},...` takes thirty times its
 * length when it is parsed. Marks in texts count too, which only matters for texts of nothing else.
 */
export const hasTooManyValues = (bytes: Uint8Array, limitBytes: number): boolean => {
  let left = limitBytes / LEAST_BYTES_PER_VALUE
  if (bytes.length <= left) return false
  for (const byte of bytes) {
    if (VALUE_STARTS.has(byte)) left -= 1
    if (left < 0) return true
  }
  return false
}

/** Runs calls with large bodies one after the other, so that only one of them is parsed at a time. */
export class LargeBodyQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Runs the call when it is its turn; returns undefined when too many wait already. */
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
