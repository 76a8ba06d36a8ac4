/** Longer patterns match nothing: no request has a path, an id or a header of this length. */
const MAX_PATTERN_LENGTH = 32 * 1024

/** True when a text matches a pattern in which `*` stands for any characters, including none. */
export const matchesWildcard = (pattern: string, text: string): boolean => {
  if (pattern.length > MAX_PATTERN_LENGTH) return false
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  // The leftmost match of each part leaves the most text for the next ones, so no backtracking is needed.
  let at = first.length
  const end = text.length - last.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
