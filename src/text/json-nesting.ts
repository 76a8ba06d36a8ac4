/** The most that JSON may be nested. What people mean is flatter, and walking what is deeper can exhaust the stack. */
export const MAX_JSON_DEPTH = 200

const CODES = { quote: 0x22, backslash: 0x5c, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d }

/** Whether brackets outside of texts are nested deeper than that. The text need be no valid JSON. */
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
