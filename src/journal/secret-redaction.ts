import { isSecretName, REDACTED } from '../redaction/secret-names.ts'
import { mayHoldSecret } from './secret-scan.ts'

export { isSecretName, REDACTED }

/** A URL, or a text with URLs in it, without passwords and without the values of secret parameters. */
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
 * The text of a body without secrets; the very same text when there are none. JSON keeps its shape. Of a text that is no JSON everything from the
 * first name of a secret on is left out, since nobody can tell where the secret ends.
 */
export const redactBody = (text: string): string => {
  if (!mayHoldSecret(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const redacted = redactValue(value)
    return redacted === value ? text : JSON.stringify(redacted)
  } catch {
    // It is no JSON, or so deep that nobody means it.
    return redactFromFirstSecret(text)
  }
}

const redactFromFirstSecret = (text: string): string => {
  const at = text.search(ANY_SECRET_NAME)
  const redacted = redactUrls(at < 0 ? text : text.slice(0, at))
  if (ANY_SECRET_NAME.test(unescaped(redacted))) return REDACTED
  return at < 0 ? redacted : `${redacted}${REDACTED}`
}

/** As a part of a text, where no name begins or ends. */
const ANY_SECRET_NAME = /authoriz|cookie|secret|token|passw|credential|signature|hmac|key/i

/** The text as a lenient reader would take it: escapes read, and the zeros of wider encodings left out. */
const unescaped = (text: string): string =>
  percentDecoded(
    text
      .replaceAll('\0', '')
      .replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** The part of a JSON value that may be told; the very same value when all of it may. */
const redactValue = (value: unknown): unknown => {
  if (typeof value === 'string') return redactUrlParts(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const redacted = value.map(redactValue)
    return redacted.every((item, i) => item === value[i]) ? value : redacted
  }
  const hides = secretMemberTest(value)
  let changed = false
  const redacted = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const told = inner !== null && hides(name) ? REDACTED : redactValue(inner)
    if (told !== inner) changed = true
    return [name, told]
  })
  return changed ? Object.fromEntries(redacted) : value
}

/** A custom header (COM-09) names in one member what the other holds. */
const secretMemberTest = (value: object): ((name: string) => boolean) => {
  const named: unknown = Reflect.get(value, 'Name')
  const holds = typeof named === 'string' && isSecretName(named)
  return (name) => isSecretName(name) || (holds && name === 'Value')
}
