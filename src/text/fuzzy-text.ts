/** Reading of text that people type: what two spellings of one name have in common, and how far two words are apart. */

/** No name in the catalogue comes near this length (UTF-16 units); a longer text names nothing and is not read. */
const MAX_NAME_LENGTH = 300

/**
 * The words of a text: lower case, without accents or punctuation. A decimal number stays one word with a point:
 * `Citroën C4-Cactus 1,6` gives `['citroen', 'c4', 'cactus', '1.6']`. Empty for a text over 300 characters.
 */
export function tokenize(text: string): readonly string[] {
  if (text.length > MAX_NAME_LENGTH) return []
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.match(/\d+[.,]\d+(?!\d)|[\p{L}\p{N}]+/gu)?.map((token) => token.replace(',', '.')) ?? []
}

/** The text with nothing but its words, one space apart. */
export const normalizeText = (text: string): string => tokenize(text).join(' ')

/** The text with its words glued, so that `eco sport`, `Eco-Sport` and `EcoSport` are the same. */
export const joinTokens = (text: string): string => tokenize(text).join('')

/** Edits that still count as slips of the keyboard between words of these lengths. Short words differ on purpose. */
export const allowedTypos = (a: number, b: number): number => (Math.min(a, b) < 4 ? 0 : Math.max(a, b) < 7 ? 1 : 2)

/**
 * Edits between two words, at most `most`: insertions, deletions, replacements and swaps of neighbours count one each.
 * Null when they are further apart.
 */
export function editsBetween(a: string, b: string, most: number): number | null {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return null
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1))
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) edits = Math.min(edits, before[column - 2]! + 1)
      current.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return null
    before = above
    above = current
  }
  const edits = above[b.length]!
  return edits <= most ? edits : null
}

/**
 * How a word sounds to Spanish ears, where most misspellings come from: `chebrolet` and `chevrolet`, `cruce` and `cruze`,
 * `corola` and `corolla` each sound alike.
 */
export const phoneticKey = (word: string): string =>
  word
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/qu(?=[ei])|ck|c(?!h)|q/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/(?<!c)h/g, '')
    .replace(/[vw]/g, 'b')
    .replace(/y/g, 'i')
    .replace(/(.)\1+/g, '$1')

/** Slips that make `typed` of `word`, or null when they are two words, as words with digits (`208`, `c3`) always are. */
export function typosBetween(typed: string, word: string): number | null {
  const most = allowedTypos(typed.length, word.length)
  if (Math.abs(typed.length - word.length) > most || /\d/.test(typed) || /\d/.test(word))
    return typed === word ? 0 : null
  return editsBetween(typed, word, most)
}

/** The letters of a word as a set of bits. Each edit puts in or takes out two at most, so unlike sets are unlike words. */
export function letterBitset(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31)
  return set
}

export function differingLetters(a: number, b: number): number {
  let count = 0
  for (let rest = a ^ b; rest !== 0; rest &= rest - 1) count++
  return count
}
