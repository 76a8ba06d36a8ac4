/** Returns a text in lower case and without accents, for comparisons. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the words and numbers of a text, folded; none for an absent value. */
export const foldedWords = (value: unknown): readonly string[] =>
  foldText(String(value ?? '')).match(/[\p{L}\p{N}]+/gu) ?? []
