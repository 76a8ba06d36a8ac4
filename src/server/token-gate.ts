import { createHash, timingSafeEqual } from 'node:crypto'
import { serverLimits } from '../api/wire/limits.ts'
import { clientNetwork } from './client-network.ts'

const WINDOW_MS = 60_000
const MAX_FAILURES = serverLimits.wrongTokens.value
/** Maximum number of addresses that are counted; the oldest are forgotten first. */
const MAX_ADDRESSES = 10_000

interface Failures {
  readonly sinceMs: number
  count: number
}

/**
 * Checks the control token, and counts wrong ones per address, both in `Authorization` and on the sign-in
 * page. After 20 within a minute an address gets 429 until the minute is over, even with the right token, or
 * guessing would pay. Other addresses and open sessions of the console are not affected.
 */
export class TokenGate {
  readonly #expected: Buffer
  readonly #nowMs: () => number
  readonly #failures = new Map<string, Failures>()

  constructor(token: string, nowMs: () => number = () => performance.now()) {
    this.#expected = digest(token)
    this.#nowMs = nowMs
  }

  /** Returns the seconds that an address has to wait; 0: it may try. */
  waitS(address: string): number {
    const failures = this.#failures.get(clientNetwork(address))
    if (!failures || failures.count < MAX_FAILURES) return 0
    return Math.max(0, Math.ceil((failures.sinceMs + WINDOW_MS - this.#nowMs()) / 1_000))
  }

  /** Returns whether the token is the right one; does not count. */
  accepts(token: string): boolean {
    // Digests have a fixed length, so the comparison does not reveal the token's length.
    return timingSafeEqual(digest(token), this.#expected)
  }

  /** Counts a wrong token. */
  countFailure(address: string): void {
    const key = clientNetwork(address)
    const known = this.#failures.get(key)
    const isCurrent = known !== undefined && known.sinceMs + WINDOW_MS > this.#nowMs()
    if (isCurrent) {
      known.count += 1
      return
    }
    this.#failures.delete(key)
    const [oldest] = this.#failures.size >= MAX_ADDRESSES ? this.#failures.keys() : []
    if (oldest !== undefined) this.#failures.delete(oldest)
    this.#failures.set(key, { sinceMs: this.#nowMs(), count: 1 })
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
