/** Draws an integer from 0 to `bound` exclusive. */
export type TextPrng = (bound: number) => number

/**
 * Creates a prng from a text seed: FNV-1a feeds Mulberry32. The shipped catalogue is derived from its draws,
 * so `createPrng`, which draws other numbers, cannot replace it without changing every version's name, price
 * and id.
 */
export const createTextPrng = (seed: string): TextPrng => {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
