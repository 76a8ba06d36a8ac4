import { type Delivery, destinationKey, MAX_ATTEMPTS_PER_DESTINATION } from '../../model/world/delivery.ts'

/** Maximum number of attempts of one world at a time to destinations whose last attempt failed. */
const TO_FAILING = 24

/**
 * The attempts of one world that are in progress. Every destination may have a few, only one after a failure,
 * so that a hanging receiver delays no other.
 */
export class AttemptsInProgress {
  readonly #keyByNumber = new Map<number, string>()
  readonly #countByKey = new Map<string, number>()
  readonly #failing = new Set<string>()
  readonly #held = new Set<number>()
  /** Maximum number of attempts at a time to one destination. */
  readonly most: number

  constructor(most = MAX_ATTEMPTS_PER_DESTINATION) {
    this.most = most
  }

  /** Returns whether another attempt of that delivery may start now. */
  allows(delivery: Delivery): boolean {
    if (this.#keyByNumber.has(delivery.number) || this.#held.has(delivery.number)) return false
    const key = destinationKey(delivery)
    const count = this.#countByKey.get(key) ?? 0
    if (!this.#failing.has(key)) return count < this.most
    return count === 0 && this.#failingInProgress() < TO_FAILING
  }

  /** Keeps a delivery from being attempted, without a place among those of its destination. */
  hold(number: number): void {
    this.#held.add(number)
  }

  /** Ends the hold of a delivery. */
  release(number: number): void {
    this.#held.delete(number)
  }

  /** Records that an attempt starts. */
  start(delivery: Delivery): void {
    const key = destinationKey(delivery)
    this.#keyByNumber.set(delivery.number, key)
    this.#countByKey.set(key, (this.#countByKey.get(key) ?? 0) + 1)
  }

  /** Records that an attempt ended; `failed` limits the next attempts to that destination. */
  end(number: number, failed: boolean): void {
    const key = this.#keyByNumber.get(number)
    if (key === undefined) return
    this.#keyByNumber.delete(number)
    const left = (this.#countByKey.get(key) ?? 1) - 1
    if (left === 0) this.#countByKey.delete(key)
    else this.#countByKey.set(key, left)
    if (failed) this.#failing.add(key)
    else this.#failing.delete(key)
  }

  #failingInProgress(): number {
    let count = 0
    for (const key of this.#countByKey.keys()) if (this.#failing.has(key)) count += 1
    return count
  }
}
