/**
 * The candidates that a mistyped word may have meant, best first: those within a third of its length in edits, case
 * ignored. Empty when none is that close.
 */
export const closestWords = (word: string, candidates: readonly string[], most = 3): string[] => {
  const bound = Math.max(1, Math.floor(word.length / 3))
  return candidates
    .map((candidate) => ({ candidate, edits: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= bound)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to turn one word into the other. */
export const editDistance = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const edits = Math.min(last[column]! + 1, current[column - 1]! + 1, changed)
      current.push(swapped ? Math.min(edits, beforeLast[column - 2]! + 1) : edits)
    }
    beforeLast = last
    last = current
  }
  return last[to.length]!
}
