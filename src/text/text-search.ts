import { folded } from './fuzzy-text.ts'

/** True when nothing is sought, or one of the texts holds it, accents and case ignored (`catalogue/q`). */
export const matchesText = (sought: unknown, ...texts: readonly (string | null)[]): boolean => {
  if (typeof sought !== 'string' || sought.trim() === '') return true
  const wanted = folded(sought)
  return texts.some((text) => text !== null && folded(text).includes(wanted))
}
