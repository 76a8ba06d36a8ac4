/** What shown texts carry instead of a secret or of personal data. */
export const REDACTED = '[redacted]'

/**
 * Parts of names that mark a secret anywhere in a name. Names that only look similar stay: `Author`,
 * `WWW-Authenticate` (a challenge), `Idempotency-Key`, `keyword`.
 */
const SECRET_PART =
  /(?<!www-)auth(?!or(?!i))|cookie|secret|token|passw|passphr|contrase|credential|credencial|signature|hmac|jwt|session|pwd|cvv|(?<!idempotency[-_]?)key(?!word|board)/i

/** Words that mark a secret only as a whole word of a name: `pin`, `userPin`, `otp_code`, not `Pinos`. */
const SECRET_WORD = /(?<![\p{L}])(?:sig|pin|otp|clave|cvc|pass)(?![\p{L}])/iu

/** Letters of the words above: most names have none of them, and are not split. */
const MAYBE_WORD = /sig|pin|otp|clave|cvc|pass/i

/** Returns whether a header, a JSON member or a query parameter of this name holds a secret. */
export const isSecretName = (name: string): boolean => {
  const known = KNOWN_NAMES.get(name)
  if (known !== undefined) return known
  const isSecret =
    SECRET_PART.test(name) ||
    (MAYBE_WORD.test(name) && SECRET_WORD.test(name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1-')))
  // Clients choose names, so their number and their length are bounded.
  if (KNOWN_NAMES.size >= MAX_KNOWN_NAMES) KNOWN_NAMES.clear()
  if (name.length <= MAX_KNOWN_LENGTH) KNOWN_NAMES.set(name, isSecret)
  return isSecret
}

/** Names that were asked for before: nearly all repeat. */
const KNOWN_NAMES = new Map<string, boolean>()
const MAX_KNOWN_NAMES = 2_000
const MAX_KNOWN_LENGTH = 100

/** Matches what names of secrets and URLs with secrets consist of, plain or escaped. */
const TRACE_OF_SECRET =
  /auth|cookie|secret|token|pass|contrase|cred|signature|hmac|jwt|session|pwd|cvv|key|sig|pin|otp|clave|cvc|\/\/[^/]*@|\\u00[2-7]|%[2-7]|\0/i

/**
 * Returns whether a text may hold a secret: the name of one, plain or escaped, or a URL with a password. One
 * pass; false positives are possible, false negatives are not.
 */
export const mayHoldSecret = (text: string): boolean => TRACE_OF_SECRET.test(text)

/** Returns where the first name of a secret begins in a text without known syntax; -1 without one. */
export const firstSecretName = (text: string): number => {
  const part = text.search(ANY_PART)
  WORD.lastIndex = 0
  for (let found = WORD.exec(text); found; found = WORD.exec(text)) {
    if (part >= 0 && found.index >= part) break
    if (isSecretName(found[0])) return found.index
  }
  return part
}

/** Parts of names anywhere in a text, without the bounds of a name. */
const ANY_PART =
  /authoriz|cookie|secret|token|passw|contrase|credential|signature|hmac|jwt|session|pwd|cvv|key/i

/** Runs of characters of names; no run overlaps another, so a text is read once. */
const WORD = /[\p{L}\p{N}_-]+/gu
