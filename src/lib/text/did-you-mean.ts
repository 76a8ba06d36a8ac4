import { editDistance } from './edit-distance.ts'

/**
 * Longer words are not typing mistakes; the time for the edit distance grows with both lengths.
 */
const MAX_TYPED_LENGTH = 100

/**
 * Returns the candidates that a mistyped word may stand for, closest first, at most `max`. A candidate
 * qualifies within an edit distance of a third of the word's length, ignoring case. None for words over 100
 * characters.
 */
export const closestWords = (word: string, candidates: readonly string[], max = 3): string[] => {
  if (word.length > MAX_TYPED_LENGTH) return []
  const bound = Math.max(1, Math.floor(word.length / 3))
  const typed = word.toLowerCase()
  return candidates
    .flatMap((candidate) => {
      const edits = editDistance(typed, candidate.toLowerCase(), bound)
      return edits === null ? [] : [{ candidate, edits }]
    })
    .sort((a, b) => a.edits - b.edits)
    .slice(0, max)
    .map(({ candidate }) => candidate)
}

/** Returns a question to follow a sentence: ` Did you mean a or b?`; empty without words. */
export const suggestionSentence = (words: readonly string[]): string =>
  words.length > 0 ? ` Did you mean ${words.join(' or ')}?` : ''

/** Returns the same as the end of a sentence: `; did you mean a or b?`. */
export const suggestionEnding = (words: readonly string[]): string =>
  words.length > 0 ? `; did you mean ${words.join(' or ')}?` : ''
