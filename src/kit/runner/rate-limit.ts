import type { WireResponse } from '../target/exchange.ts'
import { delay, retryAfterMs } from './pacing.ts'
import { RunStopped } from './violation.ts'

/** Longest `Retry-After` that a run waits for. */
const MAX_RETRY_AFTER_MS = 120_000
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
/** How long a service may answer only 429: before its first other response, and afterwards. */
const PATIENCE_MS = { atFirst: 8_000, later: 75_000 }

/**
 * Waits while the target answers 429, for all requests of a run together: as `Retry-After` says, else longer
 * with every refusal (`limits/rate`).
 */
export class RateLimit {
  readonly #signal: AbortSignal | undefined
  #resumeAtMs = 0
  #refusals = 0
  #refusedSinceMs: number | undefined
  #hasAnswered = false

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    for (let waitMs = this.#waitMs(); waitMs > 0; waitMs = this.#waitMs()) await delay(waitMs, this.#signal)
  }

  /** Records a response that is not a 429. */
  answered(): void {
    this.#hasAnswered = true
    this.#refusals = 0
    this.#refusedSinceMs = undefined
  }

  /** Records a 429 or 503. Throws a `RunStopped` when waiting makes no sense. */
  refused({ status, headers }: WireResponse): void {
    const now = performance.now()
    const askedMs = retryAfterMs(headers)
    if (askedMs !== undefined && askedMs > MAX_RETRY_AFTER_MS)
      throw new RunStopped({
        code: 'rate-limited',
        message: `The service answers ${status} and asks to wait ${Math.round(askedMs / 1_000)} s (Retry-After): run again after that, with --rps below its limit.`,
      })
    this.#refusedSinceMs ??= now
    const refusedMs = now - this.#refusedSinceMs
    const patienceMs = Math.max(
      this.#hasAnswered ? PATIENCE_MS.later : PATIENCE_MS.atFirst,
      4 * (askedMs ?? 0),
    )
    if (refusedMs > patienceMs)
      throw new RunStopped({
        code: 'rate-limited',
        message: `The service has answered nothing but ${status} for ${Math.round(refusedMs / 1_000)} s: run again later, with --rps below its limit.`,
      })
    const waitMs = askedMs ?? Math.min(FIRST_WAIT_MS * 2 ** this.#refusals, MAX_WAIT_MS)
    this.#refusals += 1
    this.#resumeAtMs = Math.max(this.#resumeAtMs, now + waitMs)
  }

  #waitMs(): number {
    return this.#resumeAtMs - performance.now()
  }
}
