/**
 * Whether a text may hold a secret: the name of one, plain or in disguise, or a URL with a password. Every request passes here, so the text is read
 * once, letter by letter, and only where a rare letter of such a name stands are its neighbours looked at. It may be wrong by saying yes.
 */
export const isSuspicious = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 128 && MARKS[code] !== 0 && isConfirmed(text, i, code)) return true
  }
  return false
}

/** Letters that stand in the names, one for each name, in both cases; and signs of passwords and disguises. */
const MARKED = 'kKwWzZcCgGhH@\\%\0'
const MARKS = new Uint8Array(128)
for (const letter of MARKED) MARKS[letter.charCodeAt(0)] = 1

/** What stands around the marked letter. */
const isConfirmed = (text: string, i: number, code: number): boolean => {
  switch (code) {
    case LETTER.k:
    case LETTER.K:
      // key, token, cookie
      return followed(text, i, 'ey') || followed(text, i, 'en') || followed(text, i, 'ie')
    case LETTER.w:
    case LETTER.W:
      // passw
      return preceded(text, i, 'ss')
    case LETTER.z:
    case LETTER.Z:
      // authoriz
      return preceded(text, i, 'ri')
    case LETTER.c:
    case LETTER.C:
      // secret, credential
      return followed(text, i, 're')
    case LETTER.g:
    case LETTER.G:
      // signature, sig=
      return followed(text, i, 'na') || followed(text, i, '=')
    case LETTER.h:
    case LETTER.H:
      // hmac
      return followed(text, i, 'ma')
    case LETTER['@']:
      return isUserinfo(text, i)
    case LETTER['\\']:
      return followed(text, i, 'u00')
    case LETTER['%']:
      // An escaped letter: nobody needs to escape one.
      return /^%(?:[46][1-9a-f]|[57][0-9a])/i.test(text.slice(i, i + 3))
    default:
      return true
  }
}

const LETTER = {
  k: 107,
  K: 75,
  w: 119,
  W: 87,
  z: 122,
  Z: 90,
  c: 99,
  C: 67,
  g: 103,
  G: 71,
  h: 104,
  H: 72,
  '@': 64,
  '\\': 92,
  '%': 37,
} as const

const CASE_BIT = 0x20

const followed = (text: string, i: number, word: string): boolean => spells(text, i + 1, word)
const preceded = (text: string, i: number, word: string): boolean => spells(text, i - word.length, word)

/** In any case; the word is in lower case. */
const spells = (text: string, from: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++)
    if ((text.charCodeAt(from + i) | CASE_BIT) !== (word.charCodeAt(i) | CASE_BIT)) return false
  return true
}

/** Whether an `@` ends the userinfo of a URL, and no more than an address of mail. */
const isUserinfo = (text: string, at: number): boolean => {
  for (let i = at - 1; i >= 0; i--) {
    const letter = text[i]
    if (letter === '/') return text[i - 1] === '/'
    if (letter === '"' || letter === ' ' || letter === '?' || letter === '#') return false
  }
  return false
}
