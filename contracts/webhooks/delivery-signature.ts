import { createHmac } from 'node:crypto'
import type { ReceivedDelivery } from '../../src/kit/runner/session.ts'

/** How the deliveries of a service are signed (EVT-05), found out by trying: joining and encoding are left open. */

/** Joints, those of `events/signature-join` by their names. */
const JOINTS: readonly (readonly [joint: string, option?: string])[] = [
  ['\n', 'newline'],
  ['', 'nothing'],
  ['.', 'dot'],
  ...['\r\n', ',', ', ', ';', ':', '|', ' ', '-', '_', '&', '/'].map((joint) => [joint] as const),
]

/** Encodings, those of `events/signature-encoding` by their names. */
const ENCODINGS: readonly (readonly [encode: (code: Buffer) => string, option?: string])[] = [
  [(code) => code.toString('base64'), 'base64'],
  [(code) => code.toString('hex'), 'hex'],
  [(code) => `sha256=${code.toString('hex')}`, 'sha256-hex'],
  [(code) => code.toString('hex').toUpperCase()],
  [(code) => code.toString('base64url')],
  [(code) => `sha256=${code.toString('base64')}`],
]

export interface Making {
  /** Options of `events/signature-join` and `events/signature-encoding`; undefined where none says it. */
  readonly join: string | undefined
  readonly encoding: string | undefined
}

export const signatureOf = ({ headers }: ReceivedDelivery): string | undefined => headers['notification-signature']

/** The way in which the delivery is signed; undefined when it is in none that the description allows. */
export const makingOf = (delivered: ReceivedDelivery, secret: string): Making | undefined => {
  const values = signedValues(delivered)
  for (const [joint, join] of JOINTS) {
    const encoding = encodingOf(delivered, secret, values.join(joint))
    if (encoding) return { join, encoding: encoding[1] }
  }
  return undefined
}

/** What is wrong with a signature, in words. */
export const mistakeOf = (delivered: ReceivedDelivery, secret: string): string => {
  if (encodingOf(delivered, secret, delivered.body)) return 'one over the body'
  const [hookId = '', timestamp = ''] = signedValues(delivered)
  if (JOINTS.some(([joint]) => encodingOf(delivered, secret, hookId + joint + timestamp)))
    return 'one without the value of Notification-Topic'
  return `another one, of ${signatureOf(delivered)?.length ?? 0} characters`
}

/** The topic counts when it is there. */
const signedValues = ({ headers }: ReceivedDelivery): string[] =>
  ['notification-hook-id', 'notification-timestamp', 'notification-topic'].flatMap((name) => headers[name] ?? [])

const encodingOf = (delivered: ReceivedDelivery, secret: string, text: string) =>
  // `events/signature-algorithm`: the key may be the secret's text, or what its base64 says.
  [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'base64')]
    .map((key) => createHmac('sha256', key).update(text, 'utf8').digest())
    .flatMap((code) => ENCODINGS.filter(([encode]) => encode(code) === signatureOf(delivered)))[0]

/** Forms of `events/timestamp`, and how each is read. */
const TIMESTAMPS: readonly (readonly [option: string, form: RegExp, read: (text: string) => number])[] = [
  ['iso-8601', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:?00)$/i, Date.parse],
  ['unix-seconds', /^\d{9,11}$/, (text) => Number(text) * 1_000],
  ['http-date', /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, Date.parse],
]

export interface Stamp {
  /** Milliseconds since the epoch. */
  readonly ms: number
  /** How finely it tells, in milliseconds. */
  readonly stepMs: number
  /** Option of `events/timestamp`; undefined where none says it. */
  readonly form: string | undefined
}

/** The moment that a delivery's `Notification-Timestamp` tells; undefined when it tells none. */
export const stampOf = ({ headers }: ReceivedDelivery): Stamp | undefined => {
  const text = headers['notification-timestamp'] ?? ''
  const known = TIMESTAMPS.find(([, form]) => form.test(text))
  const read = known?.[2] ?? (/^\d{12,14}$/.test(text) ? Number : /^\d+(\.\d+)?$/.test(text) ? seconds : Date.parse)
  const ms = read(text)
  const stepMs = /^\d{12,14}$|\.\d/.test(text) ? 1 : 1_000
  return Number.isNaN(ms) ? undefined : { ms, stepMs, form: known?.[0] }
}

const seconds = (text: string): number => Number(text) * 1_000
