import { byOption, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/calendar/date-time.ts'
import { agencyByOrdinal } from '../../model/world/agency.ts'
import {
  type Delivery,
  type DeliveryAttempt,
  deliveryByNumber,
  withDelivery,
} from '../../model/world/delivery.ts'
import type { World } from '../../model/world/world.ts'
import { deactivateConfiguration } from './active-channels.ts'

/** Time limit for a receiver's complete response, in milliseconds (`events/success`). */
export const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS

/** Judges an attempt by its response status: any 2xx is a success (`events/success`). */
export const attemptVerdict = (status: number): Pick<DeliveryAttempt, 'delivered' | 'verdict'> => {
  if (status >= 200 && status <= 299) return { delivered: true, verdict: 'delivered' }
  return { delivered: false, verdict: status === GONE ? 'answered 410, gone' : `answered ${status}, not 2xx` }
}

/**
 * Records an attempt (EVT-07); returns the world in which the delivery is delivered, due again or failed.
 * A cancelled delivery only keeps the attempt; an unknown number changes nothing.
 */
export const recordAttempt = (
  world: World,
  number: number,
  attempt: DeliveryAttempt,
  nowMs: number,
): World => {
  const before = deliveryByNumber(world.deliveries, number)
  if (!before) return world
  const updated = { ...before, attempts: [...before.attempts, attempt] }
  if (before.state !== 'pending') return withUpdated(world, updated)
  if (attempt.delivered) return withUpdated(world, { ...updated, state: 'delivered', dueMs: null })
  const dueMs = nextAttemptMs(world.setting.profile, updated, attempt)
  if (dueMs !== undefined) return withUpdated(world, { ...updated, dueMs: Math.max(dueMs, nowMs) })
  return afterLastAttempt(withUpdated(world, { ...updated, state: 'failed', dueMs: null }), updated)
}

const FIVE_ATTEMPTS_MS = [30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]

/** Delays of the retries, counted from the first attempt on the world's clock (`events/retries`). */
const RETRIES = {
  'five-attempts': { delays: FIVE_ATTEMPTS_MS, heedsRetryAfter: false },
  'retry-after': { delays: FIVE_ATTEMPTS_MS, heedsRetryAfter: true },
  'one-attempt': { delays: [], heedsRetryAfter: false },
}

const GONE = 410

const nextAttemptMs = (
  profile: Profile,
  { attempts, earlier }: Delivery,
  last: DeliveryAttempt,
): number | undefined => {
  if (last.response?.status === GONE && isChosen(profile, 'events/gone', 'stops')) return undefined
  const [first] = attempts.slice(earlier)
  const { delays, heedsRetryAfter } = byOption(profile, 'events/retries', RETRIES)
  const made = attempts.length - earlier
  const after = delays[made - 1]
  if (first === undefined || after === undefined) return undefined
  if (!heedsRetryAfter) return first.atMs + after
  // Counted from the previous attempt, which a receiver may have postponed.
  const gap = after - (delays[made - 2] ?? 0)
  return last.atMs + Math.max(gap, retryAfterMs(last) ?? 0)
}

/** Maximum wait that a receiver may request, in milliseconds. */
const MAX_WAIT_MS = 24 * 60 * MINUTE_MS

/**
 * Returns the wait that a receiver requests with 429 or 503, in milliseconds; undefined without one. A date
 * (RFC 9110, 10.2.3) counts from the `Date` of the same response, since the world has a clock of its own.
 */
const retryAfterMs = ({ response }: DeliveryAttempt): number | undefined => {
  if (response?.status !== 429 && response?.status !== 503) return undefined
  const asked = response.headers['retry-after']?.trim() ?? ''
  const waitMs = /^\d+$/.test(asked)
    ? Number(asked) * SECOND_MS
    : Date.parse(asked) - Date.parse(response.headers['date'] ?? '')
  return waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : undefined
}

/** Suspends the configuration after the last failed attempt, if the profile says so (`events/after-last`). */
const afterLastAttempt = (world: World, { to, agency }: Delivery): World =>
  isChosen(world.setting.profile, 'events/after-last', 'suspended')
    ? deactivateConfiguration(world, to, agencyByOrdinal(world.agencies, agency))
    : world

/** Cancels a pending delivery that can no longer be delivered; `why` is one sentence. */
export const cancelDelivery = (world: World, number: number, why: string): World => {
  const before = deliveryByNumber(world.deliveries, number)
  if (before?.state !== 'pending') return world
  return withUpdated(world, { ...before, state: 'cancelled', why, dueMs: null })
}

/**
 * Schedules a delivery again in any state: due now, with the same hook id and a full set of attempts.
 * A pending one becomes due now; an unknown number changes nothing.
 */
export const scheduleRedelivery = (world: World, number: number, nowMs: number): World => {
  const before = deliveryByNumber(world.deliveries, number)
  if (!before) return world
  if (before.dueMs !== null) return withUpdated(world, { ...before, dueMs: Math.min(before.dueMs, nowMs) })
  const attempts = before.attempts.slice(-ATTEMPTS_KEPT)
  return withUpdated(world, {
    ...before,
    state: 'pending',
    why: null,
    dueMs: nowMs,
    attempts,
    earlier: attempts.length,
  })
}

/** Attempts of earlier runs that a redelivery keeps, at most. */
const ATTEMPTS_KEPT = 20

const withUpdated = (world: World, delivery: Delivery): World => ({
  ...world,
  deliveries: withDelivery(world.deliveries, delivery),
})
