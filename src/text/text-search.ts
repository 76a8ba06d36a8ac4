import { normalizeText } from './fuzzy-text.ts'

/** True when nothing is sought, or one of the texts holds it, accents and case ignored (`catalogue/q`). */
export const matchesText = (sought: unknown, ...texts: readonly (string | null)[]): boolean => {
  if (typeof sought !== 'string' || sought.trim() === '') return true
  const wanted = normalizeText(sought)
  return texts.some((text) => text !== null && normalizeText(text).includes(wanted))
}
