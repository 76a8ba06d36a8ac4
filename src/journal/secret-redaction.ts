import { isSecretName, REDACTED } from '../redaction/secret-names.ts'
import { mayHoldSecret } from './secret-scan.ts'

/** Removes passwords and values of secret parameters from the URLs in a text. */
export const redactUrls = (text: string): string => (mayHoldSecret(text) ? redactUrlParts(text) : text)

const redactUrlParts = (text: string): string => {
  const redacted = text.includes('@') ? text.replace(USERINFO, `$1${REDACTED}@`) : text
  return redacted.includes('=') ? redacted.replace(PARAMETER, redactParameter) : redacted
}

const USERINFO = /(:\/\/)[^/?#\s"'<>]+(?=@)@/g
const PARAMETER = /([?&#;])([^=&#;\s"'<>?]{1,200})=([^&#;\s"'<>]*)/g

const redactParameter = (whole: string, mark: string, name: string): string =>
  isSecretName(percentDecoded(name)) ? `${mark}${name}=${REDACTED}` : whole

const percentDecoded = (name: string): string =>
  name.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Removes the secrets of a body; returns the same text when there are none. JSON keeps its shape. Other text
 * is cut at the first name of a secret, because the end of the secret is unknown.
 */
export const redactBody = (text: string): string => {
  if (!mayHoldSecret(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const redacted = redactValue(value)
    return redacted === value ? text : JSON.stringify(redacted)
  } catch {
    // Not JSON, or nested too deeply for the parser.
    return redactFromFirstSecret(text)
  }
}

const redactFromFirstSecret = (text: string): string => {
  const at = text.search(ANY_SECRET_NAME)
  const redacted = redactUrls(at < 0 ? text : text.slice(0, at))
  if (ANY_SECRET_NAME.test(unescaped(redacted))) return REDACTED
  return at < 0 ? redacted : `${redacted}${REDACTED}`
}

/** Matches names of secrets anywhere in a text, without the bounds of a name. */
const ANY_SECRET_NAME = /authoriz|cookie|secret|token|passw|credential|signature|hmac|key/i

/**
 * Decodes the text as a lenient reader would: escapes are decoded, and the zeros of wider encodings removed.
 */
const unescaped = (text: string): string =>
  percentDecoded(
    text
      .replaceAll('\0', '')
      .replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** Removes the secrets of a JSON value; returns the same value when there are none. */
const redactValue = (value: unknown): unknown => {
  if (typeof value === 'string') return redactUrlParts(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const redacted = value.map(redactValue)
    return redacted.every((item, i) => item === value[i]) ? value : redacted
  }
  const isSecret = secretMemberTest(value)
  let isChanged = false
  const redacted = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const kept = inner !== null && isSecret(name) ? REDACTED : redactValue(inner)
    if (kept !== inner) isChanged = true
    return [name, kept]
  })
  return isChanged ? Object.fromEntries(redacted) : value
}

/**
 * Returns a test for secret members. In a custom header (COM-09), `Name` decides whether `Value` is secret.
 */
const secretMemberTest = (value: object): ((name: string) => boolean) => {
  const headerName: unknown = Reflect.get(value, 'Name')
  const holdsSecret = typeof headerName === 'string' && isSecretName(headerName)
  return (name) => isSecretName(name) || (holdsSecret && name === 'Value')
}
