import { decodedUri } from '../text/decoded-uri.ts'
import { isSecretName, mayHoldSecret, REDACTED } from './secret-names.ts'

/**
 * Removes passwords and values of secret parameters from the URLs in a text, fragments included. Every
 * pattern reads each character once: no part of a URL can be part of another match.
 */
export const redactUrls = (text: string): string =>
  // Without these there is no parameter and no password.
  (text.includes('=') || (text.includes('@') && text.includes('//'))) && mayHoldSecret(text)
    ? redactUrlParts(text, 0)
    : text

/** Parameters may hold a whole URL, percent-encoded: this many levels are searched. */
const MAX_ENCODINGS = 2

const redactUrlParts = (text: string, encodings: number): string => {
  const redacted = text.includes('@')
    ? text.replace(USERINFO, (_, start: string) => `${start}${REDACTED}@`)
    : text
  const at = redacted.search(/[?&#;]/)
  // Most URLs have no parameter whose name or value may be secret, whatever their path holds.
  if (at < 0 || !mayHoldSecret(redacted.slice(at))) return redacted
  return redacted.replace(PARAMETER, (whole: string, mark: string, name: string, value: string) => {
    if (value === '') return whole
    const isSecret = isSecretName(percentDecoded(name)) || holdsSecretUrl(value, encodings)
    return isSecret ? `${mark}${name}=${REDACTED}` : whole
  })
}

const USERINFO = /(:\/\/|\/\/(?=[^/?#\s"'<>:@]*:))[^/?#\s"'<>]+@/g
const PARAMETER = /([?&#;])([^=&#;\s"'<>?]+)=([^&#;\s"'<>]*)/g

const holdsSecretUrl = (value: string, encodings: number): boolean => {
  if (encodings >= MAX_ENCODINGS || !value.includes('%')) return false
  const decoded = percentDecoded(value)
  return decoded !== value && redactUrlParts(decoded, encodings + 1) !== decoded
}

/** Decodes percent-encoded ASCII; other bytes stay, because no name of a secret consists of them. */
export const percentDecoded = (text: string): string =>
  text.includes('%')
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** Removes the end of a cut text when a password may lie there whose `@` was cut off. */
export const withoutOpenUserinfo = (text: string): string => {
  const at = text.lastIndexOf('//')
  return at >= 0 && !/[/?#\s"'<>]/.test(text.slice(at + 2)) ? text.slice(0, at) : text
}

/** Returns the secret values of a URL: its password, and those of its parameters. */
export const secretsOfUrl = ({ password, searchParams, hash }: URL): string[] => [
  ...(password === '' ? [] : [password, decodedUri(password)]),
  ...[...searchParams, ...new URLSearchParams(hash.slice(1))].flatMap(([name, value]) =>
    isSecretName(name) ? [value] : [],
  ),
]
