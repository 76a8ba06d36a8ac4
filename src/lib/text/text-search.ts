import { normalizeText } from './fuzzy-text.ts'

/**
 * Returns a function that is true when one of its texts contains the query, ignoring accents and case
 * (`catalogue/q`): always for an empty query, never for one without a letter or digit. It reads thousands of
 * texts in a request, so texts that cannot match are rejected at once, and equal texts are read once.
 */
export const textMatcher = (query: unknown): ((...texts: readonly (string | null)[]) => boolean) => {
  if (typeof query !== 'string' || query.trim() === '') return () => true
  const wanted = normalizeText(query)
  if (wanted === '') return () => false
  const firstWord = wanted.slice(0, `${wanted} `.indexOf(' '))
  // The point of a decimal number may be a comma in the text.
  const mayContain = firstWord.includes('.')
    ? () => true
    : (text: string) => NOT_ASCII.test(text) || text.toLowerCase().includes(firstWord)
  const known = new Map<string, boolean>()
  const contains = (text: string): boolean => {
    const found = known.get(text) ?? normalizeText(text).includes(wanted)
    known.set(text, found)
    return found
  }
  return (...texts) => texts.some((text) => text !== null && mayContain(text) && contains(text))
}

const NOT_ASCII = /[^\0-\x7f]/
