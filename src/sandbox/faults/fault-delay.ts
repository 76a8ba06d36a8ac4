import { createPrng, mixSeed, type Prng } from '../../lib/random/prng.ts'
import type { FaultDelay, FaultRule } from '../../model/world/fault-rule.ts'

/** Maximum delay of one exchange, however many rules delay it. */
export const MAX_DELAY_MS = 60_000

/**
 * Creates the random source of one rule and one matching exchange, so that the same script meets the same
 * faults.
 */
export const faultPrng = (seed: number, rule: FaultRule, seen: number): Prng =>
  createPrng(mixSeed(seed, 'disturbance', rule.number, seen))

/** Draws a delay in whole milliseconds, at most `MAX_DELAY_MS`. */
export const drawDelay = (random: Prng, delay: FaultDelay): number =>
  Math.min(MAX_DELAY_MS, Math.round(unboundedDelay(random, delay)))

const unboundedDelay = (random: Prng, delay: FaultDelay): number => {
  switch (delay.kind) {
    case 'fixed':
      return delay.ms
    case 'uniform':
      return delay.minMs + random.next() * (delay.maxMs - delay.minMs)
    case 'lognormal':
      return delay.medianMs * Math.exp(delay.sigma * normal(random))
  }
}

/** Draws from the standard normal distribution (Box and Muller). */
const normal = (random: Prng): number =>
  // `next` may be 0, which has no logarithm, but never 1.
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
