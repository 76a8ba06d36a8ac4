import { editDistance } from './edit-distance.ts'

/**
 * Returns the candidates that a mistyped word may stand for, closest first, at most `max`. A candidate
 * qualifies within an edit distance of a third of the word's length, ignoring case.
 */
export const closestWords = (word: string, candidates: readonly string[], max = 3): string[] => {
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
