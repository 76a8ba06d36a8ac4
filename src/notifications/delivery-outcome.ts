import { chosen, type Profile } from '../assumptions/profile.ts'
import { agencyAt } from '../world/agency.ts'
import { type Attempt, type Delivery, deliveryOf, withDelivery } from '../world/delivery.ts'
import { MINUTE_MS, SECOND_MS } from '../calendar/date-time.ts'
import type { World } from '../world/world.ts'
import { suspended } from './active-channels.ts'

/** How long a receiver may take for its whole answer, in milliseconds (`events/success`). */
export const ANSWER_WITHIN_MS = 10 * SECOND_MS

/** What an answer of that status makes of an attempt: any 2xx is success (`events/success`). */
export const verdictOf = (status: number): Pick<Attempt, 'delivered' | 'verdict'> => {
  if (status >= 200 && status <= 299) return { delivered: true, verdict: 'delivered' }
  return { delivered: false, verdict: status === GONE ? 'answered 410, gone' : `answered ${status}, not 2xx` }
}

/**
 * The world after an attempt at the delivery of that number (EVT-07): it is delivered, or due again, or failed. A delivery that was given
 * up meanwhile only remembers the attempt; one that the world does not know (any more) changes nothing.
 */
export const settled = (world: World, number: number, attempt: Attempt, nowMs: number): World => {
  const before = deliveryOf(world.deliveries, number)
  if (!before) return world
  const tried = { ...before, attempts: [...before.attempts, attempt] }
  if (before.state !== 'pending') return put(world, tried)
  if (attempt.delivered) return put(world, { ...tried, state: 'delivered', dueMs: null })
  const dueMs = nextAttemptMs(world.setting.profile, tried, attempt)
  if (dueMs !== undefined) return put(world, { ...tried, dueMs: Math.max(dueMs, nowMs) })
  return afterLast(put(world, { ...tried, state: 'failed', dueMs: null }), tried)
}

/** When the attempts after the first one are due, counted from it on the world's clock (`events/retries`). */
const AFTER_THE_FIRST = {
  'five-attempts': [30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS],
  'one-attempt': [],
} as const

const GONE = 410

const nextAttemptMs = (profile: Profile, { attempts, earlier }: Delivery, last: Attempt): number | undefined => {
  if (last.response?.status === GONE && chosen(profile, 'events/gone') === 'stops') return undefined
  const [first] = attempts.slice(earlier)
  const after = AFTER_THE_FIRST[chosen(profile, 'events/retries')][attempts.length - earlier - 1]
  return first === undefined || after === undefined ? undefined : first.atMs + after
}

/** `events/after-last`. */
const afterLast = (world: World, { to, agency }: Delivery): World =>
  chosen(world.setting.profile, 'events/after-last') === 'suspended'
    ? suspended(world, to, agencyAt(world.agencies, agency))
    : world

/** Gives up a waiting delivery, because there is no way left to deliver it; `why` is one sentence. */
export const cancelled = (world: World, number: number, why: string): World => {
  const before = deliveryOf(world.deliveries, number)
  if (before?.state !== 'pending') return world
  return put(world, { ...before, state: 'cancelled', why, dueMs: null })
}

/**
 * Puts a delivery on its way again, whatever became of it: due now, under the same hook id, and tried as often as at first. One
 * that waits anyway does not wait any longer; one that is not known changes nothing.
 */
export const redelivered = (world: World, number: number, nowMs: number): World => {
  const before = deliveryOf(world.deliveries, number)
  if (!before) return world
  if (before.dueMs !== null) return put(world, { ...before, dueMs: Math.min(before.dueMs, nowMs) })
  const attempts = before.attempts.slice(-ATTEMPTS_KEPT)
  return put(world, { ...before, state: 'pending', why: null, dueMs: nowMs, attempts, earlier: attempts.length })
}

/** Most attempts of former runs that are remembered when it starts again. */
const ATTEMPTS_KEPT = 20

const put = (world: World, delivery: Delivery): World => ({
  ...world,
  deliveries: withDelivery(world.deliveries, delivery),
})
