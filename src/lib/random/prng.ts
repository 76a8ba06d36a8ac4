/**
 * A seeded pseudo-random number generator. All randomness of a world comes from here, so equal seeds give
 * equal worlds. It must not generate secrets.
 */

/** A sequence of pseudo-random numbers; each call advances it by one draw. */
export interface Prng {
  /** Returns a float in [0, 1) with 32 random bits. */
  next(): number
  /** Returns an integer from `min` to `max` inclusive. Throws RangeError when `max < min`. */
  int(min: number, max: number): number
  /** Returns one element, all equally likely. Throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T
  /**
   * Returns one value with a probability proportional to its weight, at least 0. Throws RangeError when all
   * weights are 0.
   */
  weighted<T>(pairs: readonly (readonly [T, number])[]): T
}

/**
 * Creates an independent generator (sfc32). Any number is a seed; all its 64 bits count, so 1 and 1.5 differ.
 * Two generators of one seed return the same numbers.
 */
export function createPrng(seed: number): Prng {
  const next = sfc32(mixSeed(seed, 0), mixSeed(seed, 1), mixSeed(seed, 2))
  return {
    next,
    int(min, max) {
      if (max < min) throw new RangeError(`int: expected min <= max, got ${min} and ${max}`)
      return min + Math.floor(next() * (max - min + 1))
    },
    pick(list) {
      if (list.length === 0) throw new RangeError('pick: expected a list with at least one element')
      return list[Math.floor(next() * list.length)]!
    },
    weighted(pairs) {
      const total = pairs.reduce((sum, [, weight]) => sum + weight, 0)
      if (!(total > 0)) throw new RangeError('weighted: expected at least one weight above 0')
      let left = next() * total
      for (const [value, weight] of pairs) {
        if (left < weight) return value
        left -= weight
      }
      // Rounding may leave a small remainder after the last pair; the last weighted value takes it.
      return pairs.findLast(([, weight]) => weight > 0)![0]
    },
  }
}

/**
 * Mixes a seed and parts into an unsigned 32-bit integer, e.g. `mixSeed(world.seed, 'inquiry', 12)`. Order
 * and type count: `mixSeed(1, 2, 3)`, `mixSeed(1, 3, 2)`, `mixSeed(1, '2', 3)` and `mixSeed(1, 23)` all
 * differ.
 */
export function mixSeed(seed: number, ...parts: (number | string)[]): number {
  let h = foldNumber(0x9e3779b9, seed)
  for (const part of parts)
    h = typeof part === 'number' ? foldNumber(h ^ 0x51, part) : foldString(h ^ 0xa7, part)
  return avalanche(h)
}

/** sfc32 by Chris Doty-Humphrey: 128 bits of state, passes PractRand, four additions per draw. */
function sfc32(a: number, b: number, c: number): () => number {
  let counter = 1
  const next = () => {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    return (out >>> 0) / 0x100000000
  }
  // The first draws still correlate with the seed; the author recommends twelve rounds.
  for (let i = 0; i < 12; i++) next()
  return next
}

const float = new Float64Array(1)
const words = new Uint32Array(float.buffer)

/** Folds in both 32-bit words of the number, so that large and fractional seeds keep all their bits. */
function foldNumber(h: number, value: number): number {
  // JSON writes -0 as 0, so both must be the same seed.
  float[0] = value + 0
  return fold(fold(h, words[0]!), words[1]!)
}

function foldString(h: number, value: string): number {
  for (let i = 0; i < value.length; i++) h = fold(h, value.charCodeAt(i))
  return fold(h, value.length)
}

/** One round of murmur3. */
function fold(h: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51)
  const mixed = h ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

/** The final step of murmur3: every input bit affects every output bit. */
function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
