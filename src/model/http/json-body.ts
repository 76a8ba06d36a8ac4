import { MAX_BODY_MEMBERS } from '../../api/wire/limits.ts'
import { isGzipped } from '../../lib/text/gzip-magic.ts'
import { type JsonError, jsonError } from '../../lib/text/json-problem.ts'
import { hasMoreMembers } from '../../lib/text/json-values.ts'

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses the bytes as one JSON object; returns an error sentence otherwise (`errors/malformed-json`). */
export const parseObject = (bytes: Uint8Array): JsonObject | string => {
  if (bytes.length === 0) return 'El cuerpo está vacío; se espera un objeto JSON.'
  if (hasMoreMembers(bytes, MAX_BODY_MEMBERS)) return `El cuerpo tiene más de ${MAX_BODY_MEMBERS} miembros.`
  let text: string | undefined
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch {
    if (isGzipped(bytes)) return 'El cuerpo está comprimido con gzip; se espera JSON sin comprimir.'
    const error = text === undefined || text.length > MAX_SEARCHED ? undefined : jsonError(text)
    return `El cuerpo no es JSON válido en UTF-8${error ? placeOf(error) : ''}.`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Se espera un objeto JSON.'
  // JSON.parse creates own members only, `__proto__` included, which the schema then does not pick.
  return value as JsonObject
}

/** Longest text in which the mistake is looked for, which takes parsing it several times. */
const MAX_SEARCHED = 64 * 1024

const placeOf = ({ line, column, wrong }: JsonError): string =>
  wrong === ''
    ? `: termina antes de tiempo, en la línea ${line}, columna ${column}`
    : `: no se espera «${wrong.slice(0, 20)}» en la línea ${line}, columna ${column}`

const decoder = new TextDecoder('utf-8', { fatal: true })
