/**
 * Hashes a text for entity tags: 64 bits, both lanes of cyrb53, as 14 characters `0-9a-z`. Not cryptographic,
 * since a client gains nothing from a forged tag of its own sandbox.
 */
export function contentHash(text: string): string {
  let a = 0xdeadbeef | 0
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  const low = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const high = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return base36Word(high) + base36Word(low)
}

/** Formats 32 bits as 7 characters in base 36. */
const base36Word = (word: number): string => (word >>> 0).toString(36).padStart(7, '0')
