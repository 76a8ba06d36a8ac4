import { piecesOf, textReplacer } from '../text/text-replacer.ts'
import { REDACTED } from './secret-names.ts'

/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 6

/**
 * Returns a function that removes secrets, known by value, from a text: as they are, percent-encoded,
 * JSON-escaped and in base64. The longest go first, so that no part of a secret remains.
 */
export const secretRemover = (secrets: Iterable<string>): ((text: string) => string) => {
  const spellings = new Set(
    [...secrets].filter((secret) => secret.length >= MIN_SECRET_LENGTH).flatMap(spellingsOf),
  )
  return textReplacer(new Map([...spellings].flatMap(piecesOf).map((piece) => [piece, REDACTED])))
}

/** Returns how a secret may be written: as it is, percent-encoded, JSON-escaped and in base64. */
export const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(wellFormed(secret)),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret)
    .toString('base64')
    .replace(/={1,2}$/, ''),
]

/** Replaces lone surrogates, which have no percent-encoding. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

/** Returns what is secret in a header: all of it, what follows the scheme, and the parts of `Basic`. */
export const secretsOfHeader = (value: string): string[] => {
  const [, scheme, token] = /^(\S+)\s+(\S+)$/.exec(value) ?? []
  if (token === undefined) return [value]
  const isBasic = scheme?.toLowerCase() === 'basic'
  const [, password] = isBasic ? (/^[^:]*:(.*)$/s.exec(Buffer.from(token, 'base64').toString()) ?? []) : []
  return [token, ...(password === undefined ? [] : [password])]
}
