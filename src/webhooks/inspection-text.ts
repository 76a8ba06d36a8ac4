import { jsonOrText } from '../lib/text/parse-json.ts'
import { painterFor, printable } from '../lib/text/terminal-style.ts'
import type { InspectedDelivery } from './delivery-inspector.ts'

/** Characters of a body that are printed, at most. */
const MAX_CHARACTERS = 65_536

/** How deliveries are printed. */
export interface InspectionTextOptions {
  readonly colour: boolean
  /** True: prints bodies in addition to their summaries. */
  readonly bodies: boolean
}

/** Formats a delivery in a few lines. */
export const inspectionText = (
  delivery: InspectedDelivery,
  { colour, bodies }: InspectionTextOptions,
): string => {
  const { number, atMs, method, path, topic, hookId, duplicateOf, status, answer, bytes, summary } = delivery
  const { signature, why, ageMs, stale, staleWhy } = delivery.verification
  const paint = painterFor(colour)
  const isRefused = signature === 'wrong' || signature === 'missing'
  const verdict =
    signature === 'verified'
      ? paint('green', 'verified')
      : paint(isRefused ? 'red' : 'yellow', `not verified: ${why}`)
  const age = stale ? paint('yellow', `stale: ${staleWhy}`) : ageText(ageMs ?? 0)
  const repeated =
    duplicateOf && paint('yellow', `duplicate of #${duplicateOf.number}${retryText(duplicateOf.status)}`)
  const custom = Object.entries(delivery.customHeaders).map(([name, value]) => `${name}: ${value}`)
  const isReasonShown = answer === '' || answer === why || answer === staleWhy
  const topicText = paint('bold', printable(topic ?? 'no topic'))
  return [
    `#${number} ${clock(atMs)} ${method} ${printable(path)}  ${topicText}  hook ${printable(hookId ?? 'without id')}`,
    `   ${[verdict, age, repeated].filter(Boolean).join('; ')}`,
    ...delivery.notes.map((note) => `   note: ${printable(note)}`),
    ...(custom.length > 0 ? [`   with ${printable(custom.join(', '))}`] : []),
    `   body of ${bytes} bytes: ${printable(summary.text)}`,
    ...(bodies && delivery.body !== '' ? [indented(printable(delivery.body.slice(0, MAX_CHARACTERS)))] : []),
    `   answered ${paint(status < 300 ? 'green' : 'red', String(status))}${isReasonShown ? '' : `: ${answer}`}`,
  ].join('\n')
}

const ageText = (ageMs: number): string =>
  Math.abs(ageMs) < 2_000
    ? 'stamped just now'
    : `stamped ${Math.round(Math.abs(ageMs) / 1_000)} s ${ageMs < 0 ? 'ahead' : 'ago'}`

/** Marks a duplicate of a refused delivery as a retry. */
const retryText = (status: number): string =>
  status >= 200 && status < 300 ? '' : `, a retry after ${status}`

/** Formats a time as `12:00:01.250` in the local time zone. */
const clock = (atMs: number): string => {
  const at = new Date(atMs)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

const indented = (text: string): string => text.replace(/^/gm, '     ')

/** Serializes a delivery as one line of JSON. */
export const inspectionJson = (delivery: InspectedDelivery): string => {
  const { verification, duplicateOf, summary, body, answer, ...rest } = delivery
  const { signature, why, ageMs, stale, staleWhy } = verification
  return JSON.stringify({
    event: 'delivery',
    number: rest.number,
    at: new Date(rest.atMs).toISOString(),
    method: rest.method,
    path: rest.path,
    topic: rest.topic ?? null,
    hookId: rest.hookId ?? null,
    timestamp: rest.timestamp ?? null,
    verified: signature === 'verified',
    signature,
    why,
    ageSeconds: ageMs === null ? null : ageMs / 1_000,
    stale,
    staleWhy,
    duplicate: duplicateOf !== undefined,
    duplicateOf: duplicateOf?.number ?? null,
    time: rest.time,
    customHeaders: rest.customHeaders,
    contentType: rest.contentType,
    bytes: rest.bytes,
    summary: summary.text,
    body: jsonOrText(body.slice(0, MAX_CHARACTERS)),
    notes: rest.notes,
    answered: rest.status,
    answer,
  })
}

/** Counts of the deliveries so far. */
export interface Tally {
  readonly deliveries: number
  readonly verified: number
  readonly notVerified: number
  readonly stale: number
  readonly duplicates: number
  readonly accepted: number
}

/** Tally before the first delivery. */
export const emptyTally: Tally = {
  deliveries: 0,
  verified: 0,
  notVerified: 0,
  stale: 0,
  duplicates: 0,
  accepted: 0,
}

/** Adds a delivery; returns the new tally. */
export const addToTally = (tally: Tally, { verification, duplicateOf, status }: InspectedDelivery): Tally => {
  const verified = verification.signature === 'verified' ? 1 : 0
  return {
    deliveries: tally.deliveries + 1,
    verified: tally.verified + verified,
    notVerified: tally.notVerified + 1 - verified,
    stale: tally.stale + (verification.stale ? 1 : 0),
    duplicates: tally.duplicates + (duplicateOf ? 1 : 0),
    accepted: tally.accepted + (status >= 200 && status < 300 ? 1 : 0),
  }
}

/** Formats a tally as one sentence. */
export const tallyText = (tally: Tally): string => {
  const { deliveries, verified, notVerified, stale, duplicates, accepted } = tally
  return `${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'}: ${verified} verified, ${notVerified} not, ${stale} stale, ${duplicates} duplicate${duplicates === 1 ? '' : 's'}; ${accepted} answered 2xx.`
}
