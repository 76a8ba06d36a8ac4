import { redactJson } from './redact-json.ts'
import { percentDecoded, redactUrls, withoutOpenUserinfo } from './redact-urls.ts'
import { firstSecretName, mayHoldSecret, REDACTED } from './secret-names.ts'

/**
 * Removes the secrets of a body; returns the same text when there are none. JSON stays as sent but for its
 * secrets. Other text is cut at the first name of a secret, because the end of the secret is unknown. Of a
 * body with secrets at most about `maxLength` characters are returned.
 */
export const redactBody = (text: string, maxLength = Number.POSITIVE_INFINITY): string => {
  if (!mayHoldSecret(text)) return text
  return redactJson(text, maxLength) ?? redactText(text, maxLength)
}

const redactText = (text: string, maxLength: number): string => {
  const isCut = text.length > maxLength
  const read = isCut ? text.slice(0, maxLength) : text
  const at = firstSecretName(read)
  const kept = at < 0 ? read : read.slice(0, at)
  const redacted = redactUrls(isCut ? withoutOpenUserinfo(kept) : kept)
  if (firstSecretName(unescaped(redacted)) >= 0) return REDACTED
  return at < 0 ? redacted : `${redacted}${REDACTED}`
}

/**
 * Decodes the text as a lenient reader would: escapes are decoded, and the zeros of wider encodings removed.
 */
const unescaped = (text: string): string =>
  percentDecoded(
    text
      .replaceAll('\0', '')
      .replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
