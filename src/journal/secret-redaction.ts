import { mayHoldSecret } from './secret-scan.ts'

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]'

/** Names of headers, members and parameters whose values open doors. */
const SECRET_NAME =
  /authoriz|cookie|secret|token|passw|credential|signature|hmac|(?:^|[-_])sig$|(?<!idempotency[-_]?)key(?!word|board)/i

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** A URL, or a text with URLs in it, without passwords and without the values of secret parameters. */
export const withoutSecretUrls = (text: string): string => (mayHoldSecret(text) ? withoutSecretParts(text) : text)

const withoutSecretParts = (text: string): string => {
  const open = text.includes('@') ? text.replace(USERINFO, `$1${REDACTED}@`) : text
  return open.includes('=') ? open.replace(PARAMETER, withoutSecretParameter) : open
}

const USERINFO = /(:\/\/)[^/?#\s"'<>]+(?=@)@/g
const PARAMETER = /([?&#;])([^=&#;\s"'<>?]{1,200})=([^&#;\s"'<>]*)/g

const withoutSecretParameter = (whole: string, mark: string, name: string): string =>
  isSecretName(decoded(name)) ? `${mark}${name}=${REDACTED}` : whole

const decoded = (name: string): string =>
  name.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The text of a body without secrets; the very same text when there are none. JSON keeps its shape. Of a text that is no JSON everything from the
 * first name of a secret on is left out, since nobody can tell where the secret ends.
 */
export const withoutSecrets = (text: string): string => {
  if (!mayHoldSecret(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const open = openPart(value)
    return open === value ? text : JSON.stringify(open)
  } catch {
    // It is no JSON, or so deep that nobody means it.
    return withoutRest(text)
  }
}

const withoutRest = (text: string): string => {
  const at = text.search(ANY_SECRET_NAME)
  const open = withoutSecretUrls(at < 0 ? text : text.slice(0, at))
  if (ANY_SECRET_NAME.test(undisguised(open))) return REDACTED
  return at < 0 ? open : `${open}${REDACTED}`
}

/** As a part of a text, where no name begins or ends. */
const ANY_SECRET_NAME = /authoriz|cookie|secret|token|passw|credential|signature|hmac|key/i

/** The text as a lenient reader would take it: escapes read, and the zeros of wider encodings left out. */
const undisguised = (text: string): string =>
  decoded(
    text
      .replaceAll('\0', '')
      .replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )

/** The part of a JSON value that may be told; the very same value when all of it may. */
const openPart = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutSecretParts(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const open = value.map(openPart)
    return open.every((item, i) => item === value[i]) ? value : open
  }
  const hides = secretMembers(value)
  let changed = false
  const open = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const told = inner !== null && hides(name) ? REDACTED : openPart(inner)
    if (told !== inner) changed = true
    return [name, told]
  })
  return changed ? Object.fromEntries(open) : value
}

/** A custom header (COM-09) names in one member what the other holds. */
const secretMembers = (value: object): ((name: string) => boolean) => {
  const named: unknown = Reflect.get(value, 'Name')
  const holds = typeof named === 'string' && isSecretName(named)
  return (name) => isSecretName(name) || (holds && name === 'Value')
}
