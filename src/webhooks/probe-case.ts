import { randomUUID } from 'node:crypto'
import { isChosen, type Profile } from '../api/assumptions/profile.ts'
import { hookHeaders } from '../api/wire/delivery-headers.ts'
import { signNotification } from '../api/wire/signature.ts'
import type { ProbeOutcome, ProbeRequest } from './probe-request.ts'
import { agencyBody, appBody, type Sample } from './sample-entities.ts'

/** `advice`: no delivery is lost, but a careful receiver responds differently. */
export type Grade = 'pass' | 'fail' | 'advice'

/** Grade of one case, with advice. */
export interface Assessment {
  readonly grade: Grade
  /** What to change; empty for a pass. */
  readonly advice: string
}

/** One test case of a probe. */
export interface ProbeCase {
  readonly id: string
  /** Counts for the exit code; other cases only give advice. */
  readonly essential: boolean
  readonly sent: string
  /** The response of a careful receiver, and the reason. */
  readonly careful: string
  /** Builders of the requests, called one after the other. */
  readonly requests: readonly ((build: DeliveryFactory) => ProbeRequest)[]
  /** Assesses the outcomes, one for each request. */
  assess(observed: readonly ProbeOutcome[], timeoutMs: number): Assessment
}

/** Deviations from a plain delivery, which is correctly signed, just stamped and about the first topic. */
export interface DeliveryOverrides {
  readonly topic?: string
  /** `agency`: the webhook of an agency, which has no topic (`events/topic-header`). */
  readonly to?: 'app' | 'agency'
  readonly hookId?: string
  /** Age of the timestamp in milliseconds; negative for a future one. */
  readonly ageMs?: number
  /** Replaces the timestamp of the profile's format; it is signed. */
  readonly timestamp?: string
  /** True: signs with another secret than the endpoint's. */
  readonly forged?: boolean
  readonly sample?: Partial<Pick<Sample, 'text' | 'suspended'>>
  /** Age of the event in milliseconds. */
  readonly happenedAgoMs?: number
  /** Additional members of the body. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Headers changed after signing: another value, or null to omit it. */
  readonly tampered?: Readonly<Record<string, string | null>>
  readonly spreadMs?: number
}

/** Builds requests for one endpoint. */
export interface DeliveryFactory {
  readonly topics: readonly string[]
  /** Milliseconds over which a slow body is sent. */
  readonly slowMs: number
  (overrides?: DeliveryOverrides): ProbeRequest
}

/** Input of a factory of deliveries. */
export interface DeliveryFactoryOptions {
  readonly secret: string
  readonly profile: Profile
  readonly topics: readonly string[]
  readonly slowMs: number
  /** Current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/** Creates a factory that builds deliveries as the service does, apart from the given overrides. */
export const deliveryFactory = ({
  secret,
  profile,
  topics,
  slowMs,
  now,
}: DeliveryFactoryOptions): DeliveryFactory => {
  const configuration = randomUUID()
  const build = (overrides: DeliveryOverrides = {}): ProbeRequest => {
    const nowMs = now()
    const topic = overrides.topic ?? topics[0] ?? ''
    const isAgency = overrides.to === 'agency'
    const perConfiguration = isChosen(profile, 'events/hook-id', 'per-configuration')
    const hookId = perConfiguration ? configuration : (overrides.hookId ?? randomUUID())
    const key = overrides.forged ? `not-${secret}` : secret
    const stamped = { hookId, nowMs: nowMs - (overrides.ageMs ?? 0), secret: key, custom: [] }
    const { headers: signed } = hookHeaders(profile, isAgency ? stamped : { ...stamped, topic })
    const sample = { topic, atMs: nowMs - (overrides.happenedAgoMs ?? 0), profile, ...overrides.sample }
    const body = { ...(isAgency ? agencyBody(sample) : appBody(sample)), ...overrides.members }
    const headers: Record<string, string | null> = {
      'Content-Type': 'application/json',
      ...Object.fromEntries(signed),
      ...(overrides.timestamp !== undefined && {
        'Notification-Timestamp': overrides.timestamp,
        'Notification-Signature': signNotification(profile, key, [hookId, overrides.timestamp, topic]).value,
      }),
      ...overrides.tampered,
    }
    return {
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
      body: JSON.stringify(body),
      ...(overrides.spreadMs !== undefined && { spreadMs: overrides.spreadMs }),
    }
  }
  return Object.assign(build, { topics, slowMs })
}
