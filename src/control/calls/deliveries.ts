import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { CHANNEL_NAMES } from '../../api/wire/channels.ts'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { agencyByOrdinal } from '../../model/world/agency.ts'
import { type Delivery, type DeliveryAttempt, deliveryByNumber } from '../../model/world/delivery.ts'
import type { World } from '../../model/world/world.ts'
import { scheduleRedelivery } from '../../sandbox/notifications/delivery-outcome.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { controlCall, queryInteger } from '../call/call.ts'

/** Webhooks of apps, and the channels of agencies by their names in the settings. */
const RECEIVERS = ['app-webhook', ...CHANNEL_NAMES] as const
const STATES = ['pending', 'delivered', 'failed', 'cancelled', 'copied'] as const

const AttemptView = z.object({
  at: z.string().describe("World's time"),
  verdict: z.string(),
  delivered: z.boolean(),
  tookMs: z.number(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
    })
    .nullable(),
  response: z
    .object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
})

const deliveryMembers = {
  id: z.string(),
  channel: z.string().describe("`app-webhook`, or the agency's channel by its name in the settings"),
  topic: z.string().nullable(),
  app: z.string().nullable(),
  agency: z.string().describe('`adminMail` of the agency concerned'),
  hookId: z.string(),
  what: z.string().describe('What happened, in a few words'),
  happened: z.string().describe("World's time"),
  state: z.enum(STATES),
  why: z.string().nullable(),
  due: z.string().nullable().describe("World's time of the next attempt"),
  attempts: z.int(),
  verdict: z.string().nullable().describe('Of the last attempt'),
}

/** A delivery in one line. */
export const DeliveryView = z.object(deliveryMembers).meta({ id: 'Delivery' })

/** A delivery with every attempt. */
export const DeliveryDetailView = z
  .object({ ...deliveryMembers, attempts: z.array(AttemptView) })
  .meta({ id: 'DeliveryDetail' })

export type DeliveryView = z.infer<typeof DeliveryView>
export type DeliveryDetailView = z.infer<typeof DeliveryDetailView>

/** Describes a delivery in one line. */
export const deliveryView = (world: World, delivery: Delivery): z.infer<typeof DeliveryView> => ({
  id: `d${delivery.number}`,
  channel: delivery.to.kind === 'app-webhook' ? 'app-webhook' : delivery.to.channel,
  topic: delivery.to.kind === 'app-webhook' ? delivery.to.topic : null,
  app: delivery.to.kind === 'app-webhook' ? delivery.to.app : null,
  agency: agencyByOrdinal(world.agencies, delivery.agency)?.adminMail ?? '',
  hookId: delivery.hookId,
  what: whatHappened(delivery),
  happened: scenarioTime(delivery.happenedMs),
  state: delivery.state,
  why: delivery.why,
  due: delivery.dueMs === null ? null : scenarioTime(delivery.dueMs),
  attempts: delivery.attempts.length,
  verdict: delivery.attempts.at(-1)?.verdict ?? null,
})

const whatHappened = ({ event }: Delivery): string => {
  switch (event.kind) {
    case 'inquiry-received':
      return 'version' in event.inquiry.car
        ? 'an inquiry on a catalogue entry'
        : `an inquiry on ${event.inquiry.car.ExternalId}`
    case 'publication-written':
      return `${event.after.ExternalId} became ${event.after.condition}`
    case 'invitation-accepted':
      return `the invitation of ${event.app} was accepted`
  }
}

const attemptView = ({ atMs, ...attempt }: DeliveryAttempt): z.infer<typeof AttemptView> => ({
  at: scenarioTime(atMs),
  verdict: attempt.verdict,
  delivered: attempt.delivered,
  tookMs: attempt.tookMs,
  request: attempt.request && {
    ...attempt.request,
    headers: attempt.request.headers.map(([k, v]) => [k, v]),
  },
  response: attempt.response && { ...attempt.response, headers: { ...attempt.response.headers } },
})

const detailView = (handle: WorldHandle, delivery: Delivery): z.infer<typeof DeliveryDetailView> => ({
  ...deliveryView(handle.world, delivery),
  attempts: delivery.attempts.map(attemptView),
})

const numberOf = (id: string): number => (/^d?\d{1,15}$/.test(id) ? Number(id.replace('d', '')) : Number.NaN)

const requireDelivery = (handle: WorldHandle, id: string): Delivery => {
  const found = deliveryByNumber(handle.world.deliveries, numberOf(id))
  if (found) return found
  const { next } = handle.world.deliveries
  const known = next === 1 ? 'It has none yet.' : `The newest is d${next - 1}.`
  throw new ControlError(404, `World ${handle.name} has no delivery ${id}. ${known}`)
}

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/deliveries',
  summary: 'List webhook, ADF and mail deliveries, newest first',
  query: z.strictObject({
    state: z
      .enum(STATES, `Expected one of ${STATES.join(', ')}.`)
      .optional()
      .describe('Only those in this state'),
    topic: z.string().optional().describe('Only those of this topic'),
    channel: z
      .enum(RECEIVERS, `Expected one of ${RECEIVERS.join(', ')}.`)
      .optional()
      .describe('Only those of `app-webhook`, or of a channel of the agency'),
    limit: queryInteger(0, 9_999).optional().describe('Number of newest entries, by default 100'),
  }),
  status: 200,
  answer: z.array(DeliveryView),
  cli: [{ verb: 'deliveries', example: 'playa deliveries --state failed' }],
  task: { name: 'list_deliveries' },
  handle: ({ world: { world }, query }) => {
    const { limit = 100 } = query
    const rows: DeliveryView[] = []
    for (const delivery of [...world.deliveries.all].reverse()) {
      if (rows.length >= limit) break
      const row = deliveryView(world, delivery)
      const isWanted = (['state', 'topic', 'channel'] as const).every(
        (member) => (query[member] ?? row[member]) === row[member],
      )
      if (isWanted) rows.push(row)
    }
    return { json: rows }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/deliveries/{delivery}',
  summary: 'Show one delivery with every attempt',
  status: 200,
  answer: DeliveryDetailView,
  task: { name: 'show_delivery' },
  handle: ({ world, param }) => ({ json: detailView(world, requireDelivery(world, param('delivery'))) }),
})

const redeliver = controlCall({
  method: 'POST',
  path: '/worlds/{world}/deliveries/{delivery}/redeliver',
  summary: 'Attempt a delivery again now, in any state, under the same hook id',
  status: 200,
  answer: DeliveryDetailView,
  cli: [
    { verb: 'deliveries redeliver', example: 'playa deliveries redeliver d3', words: { delivery: '<id>' } },
  ],
  handle: async ({ simulator, world, param }) => {
    const { number } = requireDelivery(world, param('delivery'))
    world.world = scheduleRedelivery(world.world, number, simulator.nowOf(world))
    await simulator.scheduler.advance(world, 0)
    return { json: detailView(world, requireDelivery(world, `d${number}`)) }
  },
})

export const deliveryCalls = { list, read, redeliver }
