import { REDACTED } from '../../lib/redaction/secret-names.ts'
import { parseJson } from '../../lib/text/parse-json.ts'
import type { BodyView } from './exchange-schemas.ts'
import type { Redactor } from './redactor.ts'

/** Maximum bytes of a body that are shown. */
const MAX_SHOWN_BYTES = 64 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Shows a body, as text where possible; null when there was none. `size` is the size of the whole body.
 * `isTextOnly` leaves out the parsed JSON, which takes most of the time.
 */
export const bodyView = (
  body: Uint8Array | string | null,
  {
    type,
    size,
    redactor,
    isTextOnly = false,
  }: {
    readonly type: string | null
    readonly size?: number
    readonly redactor: Redactor
    readonly isTextOnly?: boolean
  },
): BodyView | null => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes === null || bytes.length === 0) return null
  const shown = bytes.subarray(0, MAX_SHOWN_BYTES)
  const totalSize = size ?? bytes.length
  // A redacted body is shorter than the one that was sent, and whole.
  const head = { type, size: totalSize, truncated: totalSize > MAX_SHOWN_BYTES }
  const text = decodeUtf8(shown, head.truncated)
  if (text === undefined) return { ...head, ...binaryView(shown, redactor) }
  const isParsed = !head.truncated && (hasEscapes(text) || !isTextOnly)
  const json = isParsed ? parseJson(text) : undefined
  const redacted = hasEscapes(text) ? redactEscaped(text, json, redactor) : redactor.text(text)
  const isShown = json !== undefined && !isTextOnly
  return { ...head, text: redacted, ...(isShown && { json: redactor.value(json) }) }
}

const decodeUtf8 = (bytes: Uint8Array, isCut: boolean): string | undefined => {
  try {
    return isCut ? decoder.decode(bytes.subarray(0, wholeLength(bytes))) : decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the length without a final character that the cut may have split. */
const wholeLength = (bytes: Uint8Array): number => {
  let end = bytes.length
  while (end > 0 && bytes.length - end < 3 && (bytes[end - 1]! & 0b1100_0000) === 0b1000_0000) end -= 1
  return end > 0 && bytes[end - 1]! >= 0b1100_0000 ? end - 1 : bytes.length
}

const binaryView = (bytes: Uint8Array, redactor: Redactor): { base64: string } | { text: string } => {
  const latin = Buffer.from(bytes).toString('latin1')
  return redactor.text(latin) === latin
    ? { base64: Buffer.from(bytes).toString('base64') }
    : { text: REDACTED }
}

const hasEscapes = (text: string): boolean => text.includes('\\u')

/** Redacts text whose escapes may spell a secret, which a plain search would miss. */
const redactEscaped = (text: string, json: unknown, redactor: Redactor): string => {
  if (json !== undefined) {
    const plain = JSON.stringify(json)
    const redacted = JSON.stringify(redactor.value(json))
    return plain === redacted ? text : redacted
  }
  const unescaped = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return redactor.text(unescaped) === unescaped ? text : REDACTED
}
