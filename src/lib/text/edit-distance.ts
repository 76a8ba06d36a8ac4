/**
 * Returns the edit distance of two words: insertions, deletions, replacements and swaps of neighbours count
 * one each. Null when it exceeds `max`.
 */
export function editDistance(a: string, b: string, max: number): number | null {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > max) return null
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const currentRow = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(
        lastRow[column]! + 1,
        currentRow[column - 1]! + 1,
        lastRow[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) edits = Math.min(edits, rowBeforeLast[column - 2]! + 1)
      currentRow.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return null
    rowBeforeLast = lastRow
    lastRow = currentRow
  }
  const edits = lastRow[b.length]!
  return edits <= max ? edits : null
}
