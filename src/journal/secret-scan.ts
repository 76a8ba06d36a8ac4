/**
 * Whether a text may hold a secret: the name of one, plain or in disguise, or a URL with a password. Every request passes here, so the text is only
 * searched for letters that are rare outside of such names, and looked at more where some stand. It may be wrong by saying yes.
 */
export const mayHoldSecret = (text: string): boolean => {
  RARE_LETTERS.lastIndex = 0
  while (RARE_LETTERS.test(text)) if (isConfirmed(text, RARE_LETTERS.lastIndex)) return true
  return false
}

/** A part of each name, and the signs of disguises and passwords. Few and short alternatives are what makes it fast. */
const RARE_LETTERS = /[kK][eEiI]|[wW]|[zZ]|[cC][rR]|[gG][nN=]|[hH][mM]|[tT][hH]|[\\@%\0]/g

/** What these are part of, and letters that are escaped as nobody needs to. */
const SECRET_WORDS =
  /key|token|cookie|passw|auth|secret|credential|signature|sig=|hmac|\\u00[2-7]|%(?:[46][1-9a-f]|[57][0-9a])|\0/i

/** How far the rest of the name may reach. */
const CONTEXT_LENGTH = 10

const isConfirmed = (text: string, end: number): boolean =>
  text[end - 1] === '@' ? isUserinfo(text, end - 1) : SECRET_WORDS.test(text.slice(Math.max(0, end - CONTEXT_LENGTH), end + CONTEXT_LENGTH))

/** Whether an `@` ends the userinfo of a URL, and is more than a part of an address of mail. */
const isUserinfo = (text: string, at: number): boolean => {
  for (let i = at - 1; i >= 0; i--) {
    const letter = text[i]
    if (letter === '/') return text[i - 1] === '/'
    if (letter === '"' || letter === ' ' || letter === '?' || letter === '#') return false
  }
  return false
}
