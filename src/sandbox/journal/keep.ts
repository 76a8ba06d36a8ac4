import type { AskBody } from '../../http/ask.ts'
import type { Asked } from '../asked.ts'
import type { KeptBody, KeptRequest } from './entry.ts'

/** Most bytes of a request's body that are kept. */
const BODY_BYTES = 64 * 1024

export const REDACTED = '[redacted]'

/** The request as the journal keeps it: without what must stay secret. */
export const keptRequest = (asked: Asked, body: AskBody): KeptRequest => ({
  method: asked.method,
  url: withoutSecretQuery(asked.url),
  rawHeaders: withoutSecretHeaders(asked.rawHeaders()),
  body: keptBody(body),
})

const SECRET_HEADER = /^(?:proxy-)?authorization$|cookie|secret|token|api-?key|password/i

/** Whether a header's value is secret, by its name as sent; clients send few different names. */
const judged = new Map<string, boolean>()
const JUDGED_AT_MOST = 1_000

const isSecretHeader = (name: string): boolean => {
  const known = judged.get(name)
  if (known !== undefined) return known
  if (judged.size >= JUDGED_AT_MOST) judged.clear()
  const secret = SECRET_HEADER.test(name)
  judged.set(name, secret)
  return secret
}

const withoutSecretHeaders = (raw: readonly string[]): string[] => {
  const kept = raw.slice()
  for (let i = 0; i + 1 < kept.length; i += 2) if (isSecretHeader(kept[i]!)) kept[i + 1] = schemeAlone(kept[i + 1]!)
  return kept
}

/** The word that names the scheme of credentials is no secret, and tells what the client tried. */
const schemeAlone = (value: string): string => {
  const scheme = /^(bearer|basic|digest|acs-hmac)(?=\s)/i.exec(value)?.[1]
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`
}

const SECRET_PARAMETER = /([?&][^=&#]*(?:secret|token|key|password|signature)[^=&#]*=)[^&#]*/gi

const withoutSecretQuery = (url: string): string =>
  url.includes('?') ? url.replaceAll(SECRET_PARAMETER, `$1${REDACTED}`) : url

const EMPTY: KeptBody = { bytes: new Uint8Array(0), size: 0 }

const keptBody = (body: AskBody): KeptBody => {
  if (body.kind === 'too-large' || body.bytes.length === 0) return EMPTY
  const { bytes } = body
  const size = bytes.length
  const cut = size > BODY_BYTES ? bytes.subarray(0, BODY_BYTES) : bytes
  const text = mayHoldSecret(cut) ? Buffer.from(withoutSecrets(Buffer.from(cut).toString('utf8'))) : cut
  // A part of a larger buffer would keep all of it alive.
  return { bytes: text.buffer.byteLength > 2 * text.length + 1_024 ? new Uint8Array(text) : text, size }
}

const mayHoldSecret = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // `\u` may spell any letter of a member's name.
  return buffer.includes('ecret') || buffer.includes('ECRET') || buffer.includes('\\u')
}

const SECRET_NAME =
  '(?:[sS]|\\\\u00[57]3)(?:[eE]|\\\\u00[46]5)(?:[cC]|\\\\u00[46]3)(?:[rR]|\\\\u00[57]2)(?:[eE]|\\\\u00[46]5)(?:[tT]|\\\\u00[57]4)'
const SECRET_MEMBER = new RegExp(`("${SECRET_NAME}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`, 'g')

/** JSON text, well-formed or not, with the value of every member `Secret` taken out; null stays. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(SECRET_MEMBER, (whole, name: string, value: string) =>
    value === 'null' ? whole : `${name}"${REDACTED}"`,
  )
