/**
 * Hashes a text for entity tags: 64 bits, both lanes of cyrb53, as 14 characters `0-9a-z`. Not cryptographic,
 * since a client gains nothing from a forged tag of its own sandbox.
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

/** Hashes a text, or the text that `after` has already hashed followed by this one. */
export function hashLanes(text: string, after: HashState = INITIAL_HASH): HashLanes {
  const { a, b } = continueHash(text, after)
  const low = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const high = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return { low, high }
}

/** Sums up the lanes of several texts in place: a pair of lanes for each text is not an object of its own. */
export class HashSum implements HashLanes {
  low: number
  high: number

  constructor({ low, high }: HashLanes = { low: 0, high: 0 }) {
    this.low = low
    this.high = high
  }

  add({ low, high }: HashLanes): void {
    this.low = (this.low + low) | 0
    this.high = (this.high + high) | 0
  }

  /** Adds the lanes of a text that follows what `after` has hashed. */
  addText(text: string, after: HashState): void {
    this.add(hashLanes(text, after))
  }
}

/** State of a hash after some text, so that a prefix shared by many texts is hashed once. */
export interface HashState {
  readonly a: number
  readonly b: number
}

const INITIAL_HASH: HashState = { a: 0xdeadbeef | 0, b: 0x41c6ce57 }

/** Continues a hash with more text. */
export function continueHash(text: string, { a, b }: HashState = INITIAL_HASH): HashState {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  return { a, b }
}

/** Formats 32 bits as 7 characters in base 36. */
export function base36Word(word: number): string {
  return (word >>> 0).toString(36).padStart(7, '0')
}
