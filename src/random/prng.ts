/**
 * Seeded chance and content hashing, without state outside the returned values. Everything that looks random in a world
 * comes from here, so equal seeds give equal worlds. None of it is fit for secrets.
 */

/** Numbers in a fixed, seed-determined order; each call moves on by one draw. */
export interface Prng {
  /** A float in [0, 1), 32 bits of it. */
  next(): number
  /** An integer from `min` to `max`, both included. Throws RangeError when `max < min`. */
  int(min: number, max: number): number
  /** One element, all equally likely. Throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T
  /** One value, as likely as its weight's share; a weight is at least 0. Throws RangeError when all weights are 0. */
  weighted<T>(pairs: readonly (readonly [T, number])[]): T
}

/**
 * A generator of its own for this seed (sfc32). Any number is a seed: its full 64-bit value counts, so 1 and 1.5 differ.
 * Two generators of one seed give the same numbers and do not disturb each other.
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
      // Rounding may leave a hair over after the last pair; the last value with a weight takes it.
      return pairs.findLast(([, weight]) => weight > 0)![0]
    },
  }
}

/**
 * Folds a seed and any parts into an unsigned 32-bit integer, e.g. `mix(world.seed, 'inquiry', 12)`.
 * Order and kind count: `mix(1, 2, 3)`, `mix(1, 3, 2)`, `mix(1, '2', 3)` and `mix(1, 23)` all differ.
 */
export function mixSeed(seed: number, ...parts: (number | string)[]): number {
  let h = foldNumber(0x9e3779b9, seed)
  for (const part of parts) h = typeof part === 'number' ? foldNumber(h ^ 0x51, part) : foldString(h ^ 0xa7, part)
  return avalanche(h)
}

/**
 * A fast fingerprint of a text for entity tags: 64 bits (the two lanes of cyrb53, kept whole) as 14 characters `0-9a-z`.
 * Not cryptographic: nobody gains by forging a tag of the own sandbox.
 */
export function contentHash(text: string): string {
  const { low, high } = hashLanes(text)
  return base36Word(high) + base36Word(low)
}

/** The two lanes of `contentHash`, each a 32-bit integer. */
export interface HashLanes {
  readonly low: number
  readonly high: number
}

/** The lanes of a text, or of what `after` has read with the text behind it. */
export function hashLanes(text: string, after: HashState = INITIAL_HASH): HashLanes {
  const { a, b } = continueHash(text, after)
  const low = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const high = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return { low, high }
}

/** Where hashing stands after some text, so that a beginning which many texts share is read once. */
export interface HashState {
  readonly a: number
  readonly b: number
}

const INITIAL_HASH: HashState = { a: 0xdeadbeef | 0, b: 0x41c6ce57 }

export function continueHash(text: string, { a, b }: HashState = INITIAL_HASH): HashState {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  return { a, b }
}

/** 32 bits as 7 characters: they are at most that many digits in base 36. */
export function base36Word(word: number): string {
  return (word >>> 0).toString(36).padStart(7, '0')
}

/** sfc32 by Chris Doty-Humphrey: 128 bits of state, passes PractRand, four additions a draw. */
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
  // The first draws still show the seed's pattern; twelve rounds are the author's advice.
  for (let i = 0; i < 12; i++) next()
  return next
}

const float = new Float64Array(1)
const words = new Uint32Array(float.buffer)

/** Both 32-bit words of the number go in, so large and fractional seeds keep all their bits. */
function foldNumber(h: number, value: number): number {
  // -0 is written 0 in JSON, so it must be the same seed.
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

/** murmur3's last step: every input bit reaches every output bit. */
function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
