import { editDistance } from './edit-distance.ts'

/** Fuzzy comparison of names that people type: tokens, typos and Spanish phonetics. */

/** In UTF-16 units. No name in the catalogue comes close, so a longer text is not searched. */
const MAX_NAME_LENGTH = 300

/**
 * Splits a text into lower-case words without accents or punctuation. A decimal number stays one word with a
 * point: `Citroën C4-Cactus 1,6` gives `['citroen', 'c4', 'cactus', '1.6']`. Empty for a text over 300
 * characters.
 */
export function tokenize(text: string): readonly string[] {
  if (text.length > MAX_NAME_LENGTH) return []
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.match(/\d+[.,]\d+(?!\d)|[\p{L}\p{N}]+/gu)?.map((token) => token.replace(',', '.')) ?? []
}

/** Returns the tokens of a text, joined by single spaces. */
export const normalizeText = (text: string): string => tokenize(text).join(' ')

/**
 * Returns the edits that count as typos between words of two lengths. Short words differ on purpose, so none
 * does.
 */
export const allowedTypos = (a: number, b: number): number =>
  Math.min(a, b) < 4 ? 0 : Math.max(a, b) < 7 ? 1 : 2

/** Replacements that turn a word into its sound, in this order. */
const SOUNDS: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/sch|sh/g, 'ch'],
  [/ch(?=[lr])/g, 'k'],
  [/e?au/g, 'o'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/^x/g, 's'],
  [/x+/g, 'ks'],
  [/g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])|z/g, 's'],
  [/qu(?=[ei])|ck|c(?!h)|q/g, 'k'],
  [/ph/g, 'f'],
  [/(?<!c)h/g, ''],
  [/[vw]/g, 'b'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/**
 * Returns a key that is equal for words that sound the same when an Argentine says them, the cause of most
 * misspellings: `chebrolet` and `chevrolet`, `cruce` and `cruze`, `corola` and `corolla`, `kangu` and
 * `kangoo`.
 */
export const phoneticKey = (word: string): string =>
  SOUNDS.reduce((sound, [pattern, replacement]) => sound.replace(pattern, replacement), word)

/**
 * Counts the typos that turn `word` into `typed`; null for different words. Words with digits (`208`, `c3`)
 * have no typos.
 */
export function typosBetween(typed: string, word: string): number | null {
  const max = allowedTypos(typed.length, word.length)
  if (Math.abs(typed.length - word.length) > max || /\d/.test(typed) || /\d/.test(word))
    return typed === word ? 0 : null
  return editDistance(typed, word, max)
}

/**
 * Returns the letters of a word as a bitset. One edit changes at most two bits, so distant bitsets exclude
 * similar words.
 */
export function letterBitset(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31)
  return set
}

/** Counts the bits in which two letter bitsets differ. */
export function differingLetters(a: number, b: number): number {
  let count = 0
  for (let rest = a ^ b; rest !== 0; rest &= rest - 1) count++
  return count
}
