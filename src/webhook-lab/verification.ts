import { timingSafeEqual } from 'node:crypto'
import { type AssumptionId, assumptions, choose, chosen, type Profile } from '../assumptions/profile.ts'
import { signatureOf } from '../notifications/signature.ts'
import { readTimestamp, timestampForm } from './timestamp.ts'

/** What a delivery says of itself, as it arrived. */
export interface Arrived {
  readonly hookId: string | undefined
  readonly timestamp: string | undefined
  readonly topic: string | undefined
  readonly signature: string | undefined
  readonly contentType: string
  readonly body: string
}

export interface Judging {
  /** Undefined when whoever asks gave none: then nothing can be verified. */
  readonly secret: string | undefined
  readonly profile: Profile
  /** The judge's clock, in milliseconds since the epoch. */
  readonly nowMs: number
  /** How far a timestamp may be from that clock, in milliseconds. */
  readonly toleranceMs: number
}

/**
 * `unsigned`: a kind of delivery that carries no signature (`events/agency-hooks`). `unchecked`: there is no secret to
 * check with.
 */
export type SignatureVerdict = 'verified' | 'wrong' | 'missing' | 'unsigned' | 'unchecked'

export interface Verification {
  readonly signature: SignatureVerdict
  /** Why it is not verified; empty when it is. */
  readonly why: string
  /** How long before the judge's clock it was stamped, in milliseconds; null when that cannot be read. */
  readonly ageMs: number | null
  /** Too far from the judge's clock, or unreadable. */
  readonly stale: boolean
  /** What is wrong with the timestamp; empty when nothing is. */
  readonly staleWhy: string
}

/** Judges signature and timestamp of a delivery (EVT-05) by the options of the profile. */
export const verify = (arrived: Arrived, judging: Judging): Verification => ({
  ...signatureVerdict(arrived, judging),
  ...timeliness(arrived, judging),
})

const signatureVerdict = (arrived: Arrived, { secret, profile }: Judging): Pick<Verification, 'signature' | 'why'> => {
  const { hookId, timestamp, topic, signature } = arrived
  if (secret === undefined) {
    const sent = signature === undefined ? 'and it carries no signature' : 'though it carries a signature'
    return { signature: 'unchecked', why: `no secret was given to check with, ${sent}` }
  }
  if (signature === undefined || signature === '') {
    return isAdf(arrived)
      ? { signature: 'unsigned', why: 'ADF hooks carry no signature (events/agency-hooks)' }
      : { signature: 'missing', why: 'there is no Notification-Signature: is a Secret configured?' }
  }
  const absent = hookId === undefined ? 'Notification-Hook-ID' : timestamp === undefined ? 'Notification-Timestamp' : ''
  if (hookId === undefined || timestamp === undefined) return { signature: 'wrong', why: `there is no ${absent}` }
  const values = topic === undefined ? [hookId, timestamp] : [hookId, timestamp, topic]
  if (isSame(signature, signatureOf(profile, secret, values).value)) return { signature: 'verified', why: '' }
  return { signature: 'wrong', why: diagnosis(arrived, { signature, values, secret, profile }) }
}

/** No topic, and XML: the ADF hook of an agency. */
const isAdf = ({ topic, contentType }: Arrived): boolean =>
  topic === undefined && /^(application|text)\/xml\b/i.test(contentType)

/** Comparing takes the same time wherever the texts differ, and texts of other lengths differ too. */
const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')]
  return left.length === right.length && timingSafeEqual(left, right)
}

interface Mismatch {
  readonly signature: string
  readonly values: readonly string[]
  readonly secret: string
  readonly profile: Profile
}

/** What the signature would be right for, if anything that is often mistaken. */
const diagnosis = ({ body, topic }: Arrived, { signature, values, secret, profile }: Mismatch): string => {
  const isRightFor = (parts: readonly string[], way: Profile) =>
    isSame(signature, signatureOf(way, secret, parts).value)
  const ways = otherWays(profile)
  const way = ways.find((candidate) => isRightFor(values, candidate))
  if (way) {
    const differing = WAYS.filter((id) => chosen(way, id) !== chosen(profile, id))
    return `it is right under other options: --set ${differing.map((id) => `${id}=${chosen(way, id)}`).join(' --set ')}`
  }
  if (ways.some((candidate) => isRightFor([body], candidate)))
    return 'it was made over the body, and belongs over the values of the headers (EVT-05)'
  if (topic !== undefined && ways.some((candidate) => isRightFor(values.slice(0, 2), candidate)))
    return 'it was made without Notification-Topic, which is present (EVT-05)'
  return 'it was made with another secret, or a header changed on the way'
}

/** What a profile says about signing. */
const WAYS = ['events/signature-join', 'events/signature-encoding'] as const

/** Every profile that differs in these at most. */
const otherWays = (profile: Profile): Profile[] =>
  optionsOf(WAYS[0]).flatMap((join) =>
    optionsOf(WAYS[1]).map((encoding) => choose(profile, { [WAYS[0]]: join, [WAYS[1]]: encoding }, 'given')),
  )

const optionsOf = (id: AssumptionId): string[] =>
  Object.keys(assumptions.find((assumption) => assumption.id === id)?.options ?? {})

const timeliness = (
  { timestamp }: Arrived,
  { profile, nowMs, toleranceMs }: Judging,
): Pick<Verification, 'ageMs' | 'stale' | 'staleWhy'> => {
  if (timestamp === undefined) return { ageMs: null, stale: true, staleWhy: 'there is no Notification-Timestamp' }
  const atMs = readTimestamp(timestamp, profile)
  if (atMs === undefined) {
    const form = timestampForm(timestamp)
    const hint = form ? `; it has the form of events/timestamp=${form}` : ''
    const staleWhy = `Notification-Timestamp is not of the form ${chosen(profile, 'events/timestamp')}${hint}`
    return { ageMs: null, stale: true, staleWhy }
  }
  const ageMs = nowMs - atMs
  const stale = Math.abs(ageMs) > toleranceMs
  const distance = `${duration(Math.abs(ageMs))} ${ageMs < 0 ? 'ahead of' : 'behind'} this clock`
  return { ageMs, stale, staleWhy: stale ? `stamped ${distance}, and ${duration(toleranceMs)} are tolerated` : '' }
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** A span in words, in its largest unit. */
const duration = (exactMs: number): string => {
  const ms = Math.round(exactMs / 1_000) * 1_000
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [1_000, 'second']
  const count = Math.round((ms / size) * 10) / 10
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
