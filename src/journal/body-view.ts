import * as z from 'zod'
import type { Redactor } from './redactor.ts'
import { parseJson } from './request-details.ts'
import { REDACTED } from './secret-redaction.ts'

export const BodyView = z.object({
  type: z.string().nullable().describe('Media type as sent'),
  size: z.int().describe('Bytes, of which the following may be the beginning only'),
  truncated: z.boolean(),
  text: z.string().optional().describe('As sent, where it is UTF-8'),
  json: z.unknown().optional().describe('The same, where it is whole and JSON'),
  base64: z.string().optional().describe('Where it is no UTF-8'),
})
export type BodyView = z.infer<typeof BodyView>

/** Most bytes of a body that are told. */
const MAX_SHOWN_BYTES = 64 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body as people read it: text where it is one. Null when there was none. `size` is that of the whole. */
export const bodyView = (
  body: Uint8Array | string | null,
  { type, size, redactor }: { readonly type: string | null; readonly size?: number; readonly redactor: Redactor },
): BodyView | null => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes === null || bytes.length === 0) return null
  const part = bytes.subarray(0, MAX_SHOWN_BYTES)
  const whole = size ?? bytes.length
  const head = { type, size: whole, truncated: part.length < whole }
  const text = decodeUtf8(part, head.truncated)
  if (text === undefined) return { ...head, ...binaryView(part, redactor) }
  const json = head.truncated ? undefined : parseJson(text)
  const shown = hasEscapes(text) ? redactEscaped(text, json, redactor) : redactor.text(text)
  return { ...head, text: shown, ...(json !== undefined && { json: redactor.value(json) }) }
}

const decodeUtf8 = (bytes: Uint8Array, cut: boolean): string | undefined => {
  try {
    return cut ? decoder.decode(bytes.subarray(0, wholeLength(bytes))) : decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Where the last character that is whole may end: a cut falls into the middle of some. */
const wholeLength = (bytes: Uint8Array): number => {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 3 && (bytes[end - 1]! & 0b1100_0000) === 0b1000_0000) end -= 1
  return end > 0 && bytes[end - 1]! >= 0b1100_0000 ? end - 1 : bytes.length
}

const binaryView = (bytes: Uint8Array, redactor: Redactor): { base64: string } | { text: string } => {
  const latin = Buffer.from(bytes).toString('latin1')
  return redactor.text(latin) === latin ? { base64: Buffer.from(bytes).toString('base64') } : { text: REDACTED }
}

const hasEscapes = (text: string): boolean => text.includes('\\u')

/** JSON may spell a secret in escapes, where no mask finds it. */
const redactEscaped = (text: string, json: unknown, redactor: Redactor): string => {
  if (json !== undefined) {
    const plain = JSON.stringify(json)
    const masked = JSON.stringify(redactor.value(json))
    return plain === masked ? text : masked
  }
  const read = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return redactor.text(read) === read ? text : REDACTED
}
