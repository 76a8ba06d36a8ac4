/**
 * Splits the value of a header at a separator, such as a comma or a semicolon; one inside a quoted string
 * separates nothing (RFC 9110, 5.6.4). A quote that is never closed is text like any other.
 */
export const headerParts = (value: string, separator: ',' | ';'): string[] => {
  if (!value.includes('"')) return value.split(separator)
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '"') at = endOfQuoted(value, at)
    else if (value[at] === separator) {
      parts.push(value.slice(start, at))
      start = at + 1
    }
  }
  parts.push(value.slice(start))
  return parts
}

/** Returns the place of the quote that closes a quoted string, or of the one that opens it if none does. */
const endOfQuoted = (value: string, open: number): number => {
  for (let at = open + 1; at < value.length; at++) {
    if (value[at] === '\\') at += 1
    else if (value[at] === '"') return at
  }
  return open
}
