import { createHmac } from 'node:crypto'
import type { ReceivedDelivery } from '../../src/kit/runner/deliveries.ts'

/** Finds how a service signs its deliveries (EVT-05) by trying: separator and encoding are open. */

/** Separators of the signed values, with the options of `events/signature-join`. */
const SEPARATORS: readonly (readonly [separator: string, option?: string])[] = [
  ['\n', 'newline'],
  ['', 'nothing'],
  ['.', 'dot'],
  ...['\r\n', ',', ', ', ';', ':', '|', ' ', '-', '_', '&', '/'].map((separator) => [separator] as const),
]

/** Encodings of the signature, with the options of `events/signature-encoding`. */
const ENCODINGS: readonly (readonly [encode: (code: Buffer) => string, option?: string])[] = [
  [(code) => code.toString('base64'), 'base64'],
  [(code) => code.toString('hex'), 'hex'],
  [(code) => `sha256=${code.toString('hex')}`, 'sha256-hex'],
  [(code) => code.toString('hex').toUpperCase()],
  [(code) => `sha256=${code.toString('hex').toUpperCase()}`],
  [(code) => code.toString('base64url')],
  [(code) => `sha256=${code.toString('base64')}`],
]

/** How a delivery is signed. */
export interface SignatureScheme {
  /** Option of `events/signature-join`; undefined when no option describes the separator. */
  readonly join: string | undefined
  /** Option of `events/signature-encoding`; undefined when no option describes the encoding. */
  readonly encoding: string | undefined
}

/** Returns the `Notification-Signature` of a delivery. */
export const signatureHeader = ({ headers }: ReceivedDelivery): string | undefined =>
  headers['notification-signature']

/** Returns how a delivery is signed; undefined when the description allows no such signature. */
export const signatureSchemeOf = (
  delivery: ReceivedDelivery,
  secret: string,
): SignatureScheme | undefined => {
  const values = signedValues(delivery)
  for (const [separator, join] of SEPARATORS) {
    const encoding = encodingOf(delivery, secret, values.join(separator))
    if (encoding) return { join, encoding: encoding[1] }
  }
  return undefined
}

/** Describes what is wrong with a signature. */
export const signatureMistake = (delivery: ReceivedDelivery, secret: string): string => {
  if (encodingOf(delivery, secret, delivery.body)) return 'one over the body'
  const [hookId = '', timestamp = ''] = signedValues(delivery)
  if (SEPARATORS.some(([separator]) => encodingOf(delivery, secret, hookId + separator + timestamp)))
    return 'one without the value of Notification-Topic'
  return `another one, of ${signatureHeader(delivery)?.length ?? 0} characters`
}

/** Returns the signed header values; the topic counts when it is present. */
const signedValues = ({ headers }: ReceivedDelivery): string[] =>
  ['notification-hook-id', 'notification-timestamp', 'notification-topic'].flatMap(
    (name) => headers[name] ?? [],
  )

const encodingOf = (delivery: ReceivedDelivery, secret: string, text: string) =>
  // The key is the secret's text, or the bytes that it encodes in base64 (`events/signature-algorithm`).
  [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'base64')]
    .map((key) => createHmac('sha256', key).update(text, 'utf8').digest())
    .flatMap((code) => ENCODINGS.filter(([encode]) => encode(code) === signatureHeader(delivery)))[0]

/** Options of `events/timestamp`, with the format and the parser of each. */
const TIMESTAMPS: readonly (readonly [option: string, form: RegExp, read: (text: string) => number])[] = [
  ['iso-8601', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:?00)$/i, Date.parse],
  ['unix-seconds', /^\d{9,11}$/, (text) => Number(text) * 1_000],
  ['http-date', /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, Date.parse],
]

/** A parsed `Notification-Timestamp`. */
export interface DeliveryTimestamp {
  /** Milliseconds since the epoch. */
  readonly ms: number
  /** Resolution, in milliseconds. */
  readonly stepMs: number
  /** Option of `events/timestamp`; undefined when no option describes the format. */
  readonly form: string | undefined
}

/** Parses the `Notification-Timestamp` of a delivery; undefined when it is unreadable. */
export const deliveryTimestamp = ({ headers }: ReceivedDelivery): DeliveryTimestamp | undefined => {
  const text = headers['notification-timestamp'] ?? ''
  const known = TIMESTAMPS.find(([, form]) => form.test(text))
  const read =
    known?.[2] ?? (/^\d{12,14}$/.test(text) ? Number : /^\d+(\.\d+)?$/.test(text) ? seconds : Date.parse)
  const ms = read(text)
  const stepMs = /^\d{12,14}$|\.\d/.test(text) ? 1 : 1_000
  return Number.isNaN(ms) ? undefined : { ms, stepMs, form: known?.[0] }
}

const seconds = (text: string): number => Number(text) * 1_000
