import { randomUUID } from 'node:crypto'
import { chosen, type Profile } from '../assumptions/profile.ts'
import { hookHeaders } from '../notifications/delivery-headers.ts'
import { signatureOf } from '../notifications/signature.ts'
import type { Observed, Shot } from './probe-request.ts'
import { agencyBody, appBody, type Sample } from './sample-entities.ts'

/** `advice`: nothing is lost, but a careful receiver does it otherwise. */
export type Grade = 'pass' | 'fail' | 'advice'

export interface Judgement {
  readonly grade: Grade
  /** What to do; empty when it passed. */
  readonly advice: string
}

/** One thing that is tried on an endpoint. */
export interface ProbeCase {
  readonly id: string
  /** Decides over the exit code; the others give advice at most. */
  readonly essential: boolean
  readonly sent: string
  /** What a careful receiver answers, and why. */
  readonly careful: string
  /** Requests, one after the other; each is made when its turn has come. */
  readonly shots: readonly ((mint: Mint) => Shot)[]
  /** Judges what became of them: there is one for each. */
  judge(observed: readonly Observed[], timeoutMs: number): Judgement
}

/** How a delivery differs from a plain one: signed rightly and just now, about the first topic. */
export interface Wish {
  readonly topic?: string
  /** `agency`: the web hook of an agency, which has no topic (`events/topic-header`). */
  readonly to?: 'app' | 'agency'
  readonly hookId?: string
  /** How long ago it was stamped, in milliseconds; negative for what is still to come. */
  readonly ageMs?: number
  /** In place of the timestamp that the profile says, and signed. */
  readonly timestamp?: string
  /** Signs with another secret than the endpoint's. */
  readonly forged?: boolean
  readonly sample?: Partial<Pick<Sample, 'text' | 'suspended'>>
  /** How long ago the thing happened that it tells of, in milliseconds. */
  readonly happenedAgoMs?: number
  /** Members beside those of the body. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Headers after signing: another value, or null to leave it out. */
  readonly tampered?: Readonly<Record<string, string | null>>
  readonly overMs?: number
}

export interface Mint {
  readonly topics: readonly string[]
  /** How long the sending of a slow body takes, in milliseconds. */
  readonly slowMs: number
  (wish?: Wish): Shot
}

export interface Minting {
  readonly secret: string
  readonly profile: Profile
  readonly topics: readonly string[]
  readonly slowMs: number
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
}

/** Makes deliveries as the service does, so far as the wish lets it. */
export const mintFor = ({ secret, profile, topics, slowMs, now }: Minting): Mint => {
  const configuration = randomUUID()
  const mint = (wish: Wish = {}): Shot => {
    const nowMs = now()
    const topic = wish.topic ?? topics[0] ?? ''
    const isAgency = wish.to === 'agency'
    const perConfiguration = chosen(profile, 'events/hook-id') === 'per-configuration'
    const hookId = perConfiguration ? configuration : (wish.hookId ?? randomUUID())
    const key = wish.forged ? `not-${secret}` : secret
    const stamped = { hookId, nowMs: nowMs - (wish.ageMs ?? 0), secret: key, custom: [] }
    const { headers: signed } = hookHeaders(profile, isAgency ? stamped : { ...stamped, topic })
    const sample = { topic, atMs: nowMs - (wish.happenedAgoMs ?? 0), profile, ...wish.sample }
    const body = { ...(isAgency ? agencyBody(sample) : appBody(sample)), ...wish.members }
    const headers: Record<string, string | null> = {
      'Content-Type': 'application/json',
      ...Object.fromEntries(signed),
      ...(wish.timestamp !== undefined && {
        'Notification-Timestamp': wish.timestamp,
        'Notification-Signature': signatureOf(profile, key, [hookId, wish.timestamp, topic]).value,
      }),
      ...wish.tampered,
    }
    return {
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
      body: JSON.stringify(body),
      ...(wish.overMs !== undefined && { overMs: wish.overMs }),
    }
  }
  return Object.assign(mint, { topics, slowMs })
}
