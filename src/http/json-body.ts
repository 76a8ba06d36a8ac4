import { isGzipped } from '../text/gzip-magic.ts'
import { hasMoreMembers } from '../text/json-values.ts'
import { MAX_BODY_MEMBERS } from '../wire/limits.ts'

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses the bytes as one JSON object; returns an error sentence otherwise (`errors/malformed-json`). */
export const parseObject = (bytes: Uint8Array): JsonObject | string => {
  if (bytes.length === 0) return 'El cuerpo está vacío; se espera un objeto JSON.'
  if (hasMoreMembers(bytes, MAX_BODY_MEMBERS)) return `El cuerpo tiene más de ${MAX_BODY_MEMBERS} miembros.`
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    return isGzipped(bytes)
      ? 'El cuerpo está comprimido con gzip; se espera JSON sin comprimir.'
      : 'El cuerpo no es JSON válido en UTF-8.'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Se espera un objeto JSON.'
  // JSON.parse creates own members only, `__proto__` included, which the schema then does not pick.
  return value as JsonObject
}

const decoder = new TextDecoder('utf-8', { fatal: true })
