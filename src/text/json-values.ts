const VALUE_STARTS: ReadonlySet<number> = new Set([...',[{'].map((mark) => mark.charCodeAt(0)))

/**
 * Tells whether JSON has more than `most` values: `[{},{},...` takes thirty times its length when it is parsed.
 * Marks in texts count too, which only matters for texts of nothing else.
 */
export const hasMoreValues = (json: Uint8Array, most: number): boolean => {
  if (json.length <= most) return false
  let left = most
  for (const byte of json) {
    if (VALUE_STARTS.has(byte)) left -= 1
    if (left < 0) return true
  }
  return false
}
