/**
 * Tells whether a text may hold a secret: the name of one, plain or escaped, or a URL with a password. It
 * runs on every request, so it searches only for rare letters and examines their surroundings. False
 * positives are possible, false negatives are not.
 */
export const mayHoldSecret = (text: string): boolean => {
  RARE_LETTERS.lastIndex = 0
  while (RARE_LETTERS.test(text)) if (isConfirmed(text, RARE_LETTERS.lastIndex)) return true
  return false
}

/** A part of each name, and characters of escapes and passwords. Few, short alternatives keep it fast. */
const RARE_LETTERS = /[kK][eEiI]|[wW]|[zZ]|[cC][rR]|[gG][nN=]|[hH][mM]|[tT][hH]|[\\@%\0]/g

/** Names of secrets, and escapes of letters that need no escape. */
const SECRET_WORDS =
  /key|token|cookie|passw|auth|secret|credential|signature|sig=|hmac|\\u00[2-7]|%(?:[46][1-9a-f]|[57][0-9a])|\0/i

/** Maximum distance to the rest of the name. */
const CONTEXT_LENGTH = 10

const isConfirmed = (text: string, end: number): boolean =>
  text[end - 1] === '@'
    ? isUserinfo(text, end - 1)
    : SECRET_WORDS.test(text.slice(Math.max(0, end - CONTEXT_LENGTH), end + CONTEXT_LENGTH))

/** Tells whether an `@` ends the userinfo of a URL, and is not part of a mail address. */
const isUserinfo = (text: string, at: number): boolean => {
  for (let i = at - 1; i >= 0; i--) {
    const letter = text[i]
    if (letter === '/') return text[i - 1] === '/'
    if (letter === '"' || letter === ' ' || letter === '?' || letter === '#') return false
  }
  return false
}
