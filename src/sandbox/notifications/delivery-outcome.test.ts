import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NOW } from '../../../test/support/miniature-world.ts'
import {
  CHANNELS,
  deliveriesOf,
  delivery,
  inquiryOn,
  inquiryReceived,
  queuedFor,
  webhook,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import { type DeliveryAttempt, forkedDeliveries, nextDueDelivery } from '../../model/world/delivery.ts'
import { webhookKey } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'
import { attemptVerdict, cancelDelivery, recordAttempt, scheduleRedelivery } from './delivery-outcome.ts'
import { queueDeliveries } from './plan.ts'

const TOPIC = 'publicacion-consultada'

const one = (profile: Readonly<Record<string, string>> = {}): World => {
  const world = worldWithListing({ profile, webhooks: [webhook(TOPIC)] })
  return queuedFor(world, inquiryReceived(inquiryOn(world)))
}

const attempt = (status: number, atMs: number, headers: Record<string, string> = {}): DeliveryAttempt => ({
  atMs,
  request: null,
  response: { status, headers, body: '' },
  ...attemptVerdict(status),
  tookMs: 1,
})

const unanswered = (atMs: number): DeliveryAttempt => ({
  atMs,
  request: null,
  response: null,
  verdict: 'no response within 10 seconds',
  delivered: false,
  tookMs: 10_000,
})

/** Runs due attempts with that status until none is due; returns their seconds since the first attempt. */
const triedOut = (
  world: World,
  status = 500,
  headers: Record<string, string> = {},
): { world: World; seconds: number[] } => {
  const seconds: number[] = []
  let after = world
  for (let due = nextDueDelivery(after.deliveries); due; due = nextDueDelivery(after.deliveries)) {
    if (seconds.length > 20) throw new Error('it is tried for ever')
    seconds.push((due.dueMs - NOW) / 1_000)
    after = recordAttempt(after, due.number, attempt(status, due.dueMs, headers), due.dueMs)
  }
  return { world: after, seconds }
}

it('events/success: any 2xx is delivered, all else is not', () => {
  const delivered = [200, 201, 202, 204, 226, 299].map((status) =>
    delivery(recordAttempt(one(), 1, attempt(status, NOW), NOW)),
  )
  expect(delivered.map(({ state, dueMs }) => [state, dueMs])).toEqual(Array(6).fill(['delivered', null]))
  for (const status of [199, 300, 302, 304, 400, 401, 404, 429, 500, 503]) {
    expect(delivery(recordAttempt(one(), 1, attempt(status, NOW), NOW)).state).toBe('pending')
  }
  expect(delivery(recordAttempt(one(), 1, unanswered(NOW), NOW)).state).toBe('pending')
})

it('events/retries=five-attempts: 30 seconds, 5 minutes, 30 minutes and 2 hours lie between the five, then it has failed', () => {
  const { world, seconds } = triedOut(one())
  expect(seconds).toEqual([0, 30, 300, 1_800, 7_200])
  const { state, attempts, dueMs } = delivery(world)
  expect([state, attempts.length, dueMs]).toEqual(['failed', 5, null])
})

it.each([
  ['a number of seconds', 503, { 'retry-after': '3600' }, [0, 3_600, 7_200, 10_800, 16_200]],
  [
    'a date, from that of the response',
    429,
    { 'retry-after': 'Sun, 01 Mar 2026 12:10:00 GMT', date: 'Sun, 01 Mar 2026 12:00:00 GMT' },
    [0, 600, 1_200, 2_700, 8_100],
  ],
  ['less than the schedule', 503, { 'retry-after': '5' }, [0, 30, 300, 1_800, 7_200]],
  ['another status', 500, { 'retry-after': '3600' }, [0, 30, 300, 1_800, 7_200]],
  ['no time', 503, { 'retry-after': 'soon' }, [0, 30, 300, 1_800, 7_200]],
])(
  'events/retries=retry-after: an attempt waits as the response before it asks: %s',
  (_, status, headers, seconds) => {
    const world = one({ 'events/retries': 'retry-after' })
    expect(triedOut(world, status, headers).seconds).toEqual(seconds)
    expect(triedOut(one(), status, headers).seconds).toEqual([0, 30, 300, 1_800, 7_200])
  },
)

it('events/retries=one-attempt: the first failure is the last', () => {
  const { world, seconds } = triedOut(one({ 'events/retries': 'one-attempt' }))
  expect(seconds).toEqual([0])
  expect(delivery(world).state).toBe('failed')
})

it('events/gone: 410 stops, or is retried as any failure', () => {
  expect(triedOut(one({ 'events/gone': 'stops' }), 410).seconds).toEqual([0])
  expect(triedOut(one({ 'events/gone': 'retried' }), 410).seconds).toHaveLength(5)
})

it('events/after-last: the configuration of an app stays active, or is suspended', () => {
  const activo = (option: string, status: number) =>
    triedOut(one({ 'events/after-last': option }), status).world.webhooks.get(webhookKey('uno', TOPIC))
      ?.Activo
  expect([activo('stays-active', 500), activo('suspended', 500)]).toEqual([true, false])
  expect([activo('stays-active', 410), activo('suspended', 410)]).toEqual([true, false])
  expect(activo('suspended', 200)).toBe(true)
})

it('events/after-last=suspended: of an agency the one channel that failed is suspended', () => {
  const world = worldWithListing({ profile: { 'events/after-last': 'suspended' }, channels: CHANNELS })
  const full = queuedFor(world, inquiryReceived(inquiryOn(world)))
  const mail = deliveriesOf(full).find(
    ({ to }) => to.kind === 'agency-channel' && to.channel.endsWith('AdfMail'),
  )
  let after = full
  for (let i = 0; i < 5; i++) after = recordAttempt(after, mail?.number ?? 0, unanswered(NOW), NOW)
  const channels = after.agencies.get('jefa@taller.example')?.notifications ?? {}
  expect(Object.entries(channels).flatMap(([name, { Activo }]) => (Activo ? [] : [name]))).toEqual([
    'PublicacionConsultadaAdfMail',
  ])
  expect(channels.PublicacionConsultadaAdfMail?.Email).toBe('crm@agencia.example')
})

it('a delivery that is given up during an attempt records the attempt and stays given up', () => {
  const world = cancelDelivery(one(), 1, 'The webhook is not active any more.')
  expect(delivery(world)).toMatchObject({
    state: 'cancelled',
    dueMs: null,
    why: 'The webhook is not active any more.',
  })
  expect(nextDueDelivery(world.deliveries)).toBeUndefined()
  const after = recordAttempt(world, 1, attempt(200, NOW), NOW)
  expect([delivery(after).state, delivery(after).attempts.length]).toEqual(['cancelled', 1])
  expect(recordAttempt(world, 99, attempt(200, NOW), NOW)).toBe(world)
  expect(cancelDelivery(world, 1, 'again')).toBe(world)
})

it('a redelivery is due now, keeps its hook id and attempts, and has five attempts of its own', () => {
  const failed = triedOut(one()).world
  const again = scheduleRedelivery(failed, 1, NOW + 99_999_000)
  expect(delivery(again)).toMatchObject({ state: 'pending', dueMs: NOW + 99_999_000, earlier: 5 })
  expect(delivery(again).hookId).toBe(delivery(failed).hookId)
  const { world, seconds } = triedOut(again)
  expect(seconds.map((s) => s - 99_999)).toEqual([0, 30, 300, 1_800, 7_200])
  expect([delivery(world).attempts.length, delivery(world).state]).toEqual([10, 'failed'])
})

it('a redelivery is possible from every end, and one that waits is only due sooner', () => {
  const ends = {
    delivered: recordAttempt(one(), 1, attempt(200, NOW), NOW),
    failed: triedOut(one()).world,
    cancelled: cancelDelivery(one(), 1, 'why'),
    copied: { ...one(), deliveries: forkedDeliveries(one().deliveries) },
  }
  for (const [state, world] of Object.entries(ends)) {
    expect(delivery(world).state).toBe(state)
    expect(delivery(scheduleRedelivery(world, 1, NOW + 5))).toMatchObject({
      state: 'pending',
      dueMs: NOW + 5,
      why: null,
    })
  }
  const waiting = recordAttempt(one(), 1, attempt(500, NOW), NOW)
  expect(delivery(scheduleRedelivery(waiting, 1, NOW + 5))).toMatchObject({ dueMs: NOW + 5, earlier: 0 })
  expect(scheduleRedelivery(waiting, 99, NOW)).toBe(waiting)
})

it('previous attempts are kept in a bounded number', () => {
  let world = one()
  for (let i = 0; i < 30; i++)
    world = recordAttempt(scheduleRedelivery(world, 1, NOW), 1, attempt(200, NOW), NOW)
  expect(delivery(world).attempts.length).toBe(21)
})

it('a fork has pending deliveries as copies that are never sent, and finished ones unchanged', () => {
  const world = worldWithListing({ webhooks: [webhook(TOPIC)], channels: CHANNELS })
  const full = recordAttempt(queuedFor(world, inquiryReceived(inquiryOn(world))), 1, attempt(200, NOW), NOW)
  const fork = forkedDeliveries(full.deliveries)
  expect([...fork.all].map(({ state }) => state)).toEqual([
    'delivered',
    'copied',
    'copied',
    'copied',
    'copied',
  ])
  expect(nextDueDelivery(fork)).toBeUndefined()
  expect(fork.next).toBe(full.deliveries.next)
  expect([...fork.ended]).toEqual([...fork.all])
  expect(forkedDeliveries(fork)).toBe(fork)
  expect(nextDueDelivery(full.deliveries)?.number).toBe(2)
})

it('ended deliveries are remembered in a bounded number, oldest forgotten first, waiting ones always', () => {
  let world = one()
  for (let i = 0; i < 2_005; i++) {
    world = queueDeliveries(world, [inquiryReceived(inquiryOn(world))], {
      nowMs: NOW,
      base: 'http://playa.localhost',
    })
    world = recordAttempt(world, i + 2, attempt(200, NOW), NOW)
  }
  expect([world.deliveries.all.size, world.deliveries.ended.size, world.deliveries.due.size]).toEqual([
    2_001, 2_000, 1,
  ])
  expect(
    deliveriesOf(world)
      .slice(0, 2)
      .map(({ number }) => number),
  ).toEqual([1, 7])
})

/** Any step that changes the deliveries of a world. */
const STEPS = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('plan' as const) }),
    fc.record({ kind: fc.constant('try' as const), status: fc.constantFrom(200, 204, 302, 404, 410, 500) }),
    fc.record({ kind: fc.constant('cancel' as const), number: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ kind: fc.constant('redeliver' as const), number: fc.integer({ min: 1, max: 8 }) }),
  ),
  { maxLength: 60 },
)

it('whatever happens: at most five attempts a run, in due order, under one hook id, and the lists agree', () => {
  const start = worldWithListing({ webhooks: [webhook(TOPIC)] })
  fc.assert(
    fc.property(STEPS, (steps) => {
      let world = start
      let nowMs = NOW
      const ids = new Map<number, string>()
      for (const step of steps) {
        if (step.kind === 'plan')
          world = queueDeliveries(world, [inquiryReceived(inquiryOn(start))], { nowMs, base: 'http://x' })
        if (step.kind === 'cancel') world = cancelDelivery(world, step.number, 'why')
        if (step.kind === 'redeliver') world = scheduleRedelivery(world, step.number, nowMs)
        if (step.kind === 'try') {
          const due = nextDueDelivery(world.deliveries)
          if (!due) continue
          // The clock never has to go back to serve what is due next.
          expect(due.dueMs).toBe(Math.min(...deliveriesOf(world).flatMap(({ dueMs }) => dueMs ?? [])))
          nowMs = Math.max(nowMs, due.dueMs)
          world = recordAttempt(world, due.number, attempt(step.status, nowMs), nowMs)
        }
        for (const { number, hookId, attempts, earlier, state, dueMs } of deliveriesOf(world)) {
          expect(ids.get(number) ?? hookId).toBe(hookId)
          ids.set(number, hookId)
          expect(attempts.length - earlier).toBeLessThanOrEqual(5)
          expect(dueMs !== null).toBe(state === 'pending')
        }
        const { all, due, ended } = world.deliveries
        expect(due.size + ended.size).toBe(all.size)
      }
    }),
    { seed: 11, numRuns: 100 },
  )
})
