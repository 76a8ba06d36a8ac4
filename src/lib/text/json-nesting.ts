/** Maximum nesting of JSON. Real bodies are flatter, and walking deeper ones can exhaust the stack. */
export const MAX_JSON_DEPTH = 200

const CODES = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
}

/**
 * True when brackets outside of strings nest deeper than `MAX_JSON_DEPTH`. The text need not be valid JSON.
 */
export const isNestedTooDeep = (json: string): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inText) {
      if (code === CODES.backslash) at++
      else if (code === CODES.quote) inText = false
    } else if (code === CODES.quote) inText = true
    else if (code === CODES.openBracket || code === CODES.openBrace) {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (code === CODES.closeBracket || code === CODES.closeBrace) depth--
  }
  return false
}
