import {
  type AssumptionId,
  assumptions,
  chosen,
  type Profile,
  withOptions,
} from '../api/assumptions/profile.ts'
import { signNotification } from '../api/wire/signature.ts'
import { equalInConstantTime } from '../lib/text/constant-time.ts'
import { TIMESTAMP_FORMS, timestampMs } from './verify-signature.ts'

/** The headers and body of a received delivery, as sent. */
export interface DeliveryToVerify {
  readonly hookId: string | undefined
  readonly timestamp: string | undefined
  readonly topic: string | undefined
  readonly signature: string | undefined
  readonly contentType: string
  readonly body: string
}

/** Input for the verification of a delivery. */
export interface VerificationOptions {
  /** Undefined when the user gave none: then no signature can be verified. */
  readonly secret: string | undefined
  readonly profile: Profile
  /** The verifier's clock, in milliseconds since the epoch. */
  readonly nowMs: number
  /** Accepted distance of a timestamp from that clock, in milliseconds. */
  readonly toleranceMs: number
}

/**
 * `unsigned`: a kind of delivery that has no signature (`events/agency-hooks`). `unchecked`: no secret was
 * given.
 */
export type SignatureVerdict = 'verified' | 'wrong' | 'missing' | 'unsigned' | 'unchecked'

/** Result of verifying one delivery. */
export interface Verification {
  readonly signature: SignatureVerdict
  /** Why the signature is not verified; empty when it is. */
  readonly why: string
  /** Age of the timestamp by the verifier's clock, in milliseconds; null when it is unreadable. */
  readonly ageMs: number | null
  /** True when the timestamp is too far from the verifier's clock, or unreadable. */
  readonly stale: boolean
  /** Why the timestamp is stale; empty when it is not. */
  readonly staleWhy: string
}

/** Verifies signature and timestamp of a delivery (EVT-05) by the options of the profile. */
export const verifyDelivery = (delivery: DeliveryToVerify, options: VerificationOptions): Verification => ({
  ...signatureVerdict(delivery, options),
  ...timeliness(delivery, options),
})

const signatureVerdict = (
  delivery: DeliveryToVerify,
  { secret, profile }: VerificationOptions,
): Pick<Verification, 'signature' | 'why'> => {
  const { hookId, timestamp, topic, signature } = delivery
  if (secret === undefined) {
    const sent =
      signature === undefined ? 'and the delivery has no signature' : 'although the delivery has a signature'
    return { signature: 'unchecked', why: `no secret was given, ${sent}` }
  }
  if (signature === undefined || signature === '') {
    return isAdf(delivery)
      ? { signature: 'unsigned', why: 'ADF hooks have no signature (events/agency-hooks)' }
      : { signature: 'missing', why: 'there is no Notification-Signature: is a Secret configured?' }
  }
  const absent =
    hookId === undefined ? 'Notification-Hook-ID' : timestamp === undefined ? 'Notification-Timestamp' : ''
  if (hookId === undefined || timestamp === undefined)
    return { signature: 'wrong', why: `there is no ${absent}` }
  const values = topic === undefined ? [hookId, timestamp] : [hookId, timestamp, topic]
  if (equalInConstantTime(signature, signNotification(profile, secret, values).value))
    return { signature: 'verified', why: '' }
  return { signature: 'wrong', why: diagnose(delivery, { signature, values, secret, profile }) }
}

/** True for the ADF hook of an agency: XML without a topic. */
const isAdf = ({ topic, contentType }: DeliveryToVerify): boolean =>
  topic === undefined && /^(application|text)\/xml\b/i.test(contentType)

interface Mismatch {
  readonly signature: string
  readonly values: readonly string[]
  readonly secret: string
  readonly profile: Profile
}

/** Finds a common mistake that explains a wrong signature. */
const diagnose = (
  { body, topic }: DeliveryToVerify,
  { signature, values, secret, profile }: Mismatch,
): string => {
  const isCorrectFor = (parts: readonly string[], variant: Profile) =>
    equalInConstantTime(signature, signNotification(variant, secret, parts).value)
  const variants = signingProfiles(profile)
  const variant = variants.find((candidate) => isCorrectFor(values, candidate))
  if (variant) {
    const differing = SIGNING_OPTIONS.filter((id) => chosen(variant, id) !== chosen(profile, id))
    return `it is correct under other options: --set ${differing.map((id) => `${id}=${chosen(variant, id)}`).join(' --set ')}`
  }
  if (variants.some((candidate) => isCorrectFor([body], candidate)))
    return 'it covers the body; it must cover the header values (EVT-05)'
  if (topic !== undefined && variants.some((candidate) => isCorrectFor(values.slice(0, 2), candidate)))
    return 'it does not cover Notification-Topic, which is present (EVT-05)'
  return 'it uses another secret, or a header was changed in transit'
}

/** Assumptions about signing. */
const SIGNING_OPTIONS = ['events/signature-join', 'events/signature-encoding'] as const

/** Variants of a profile with every combination of these options. */
const signingProfiles = (profile: Profile): Profile[] =>
  optionsOf(SIGNING_OPTIONS[0]).flatMap((join) =>
    optionsOf(SIGNING_OPTIONS[1]).map((encoding) =>
      withOptions(profile, { [SIGNING_OPTIONS[0]]: join, [SIGNING_OPTIONS[1]]: encoding }, 'given'),
    ),
  )

const optionsOf = (id: AssumptionId): string[] =>
  Object.keys(assumptions.find((assumption) => assumption.id === id)?.options ?? {})

// The keys of an object that no other module extends.
const TIMESTAMP_WORDS = Object.keys(TIMESTAMP_FORMS) as (keyof typeof TIMESTAMP_FORMS)[]

const timeliness = (
  { timestamp }: DeliveryToVerify,
  { profile, nowMs, toleranceMs }: VerificationOptions,
): Pick<Verification, 'ageMs' | 'stale' | 'staleWhy'> => {
  if (timestamp === undefined)
    return { ageMs: null, stale: true, staleWhy: 'there is no Notification-Timestamp' }
  const form = chosen(profile, 'events/timestamp')
  const atMs = timestampMs(timestamp, form)
  if (atMs === undefined) {
    const other = TIMESTAMP_WORDS.find((word) => timestampMs(timestamp, word) !== undefined)
    const hint = other ? `; it has the form of events/timestamp=${other}` : ''
    const staleWhy = `Notification-Timestamp does not have the form ${form}${hint}`
    return { ageMs: null, stale: true, staleWhy }
  }
  const ageMs = nowMs - atMs
  const stale = Math.abs(ageMs) > toleranceMs
  const distance = `${duration(Math.abs(ageMs))} ${ageMs < 0 ? 'ahead of' : 'behind'} this clock`
  return {
    ageMs,
    stale,
    staleWhy: stale ? `stamped ${distance}, and ${duration(toleranceMs)} are tolerated` : '',
  }
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** Formats a duration in its largest unit. */
const duration = (exactMs: number): string => {
  const ms = Math.round(exactMs / 1_000) * 1_000
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [1_000, 'second']
  const count = Math.round((ms / size) * 10) / 10
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
