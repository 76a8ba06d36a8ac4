import { normalizeText } from './fuzzy-text.ts'

/**
 * True when the query is empty or one of the texts contains it, ignoring accents and case (`catalogue/q`). A
 * query without a letter or digit is in no text.
 */
export const matchesText = (query: unknown, ...texts: readonly (string | null)[]): boolean => {
  if (typeof query !== 'string' || query.trim() === '') return true
  const wanted = normalizeText(query)
  return wanted !== '' && texts.some((text) => text !== null && normalizeText(text).includes(wanted))
}
