import * as z from 'zod'
import { agencyAt } from '../../world/agency.ts'
import { type Attempt, type Delivery, deliveryOf } from '../../world/delivery.ts'
import type { World } from '../../world/world.ts'
import { scheduleRedelivery } from '../../notifications/delivery-outcome.ts'
import { scenarioTime } from '../../scenarios/world-start.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type ControlCall, controlCall } from '../routes.ts'
import { ControlError } from '../../problems/control-error.ts'

/** Notifications on their way and those that arrived or failed, with every attempt. */

const STATES = ['pending', 'delivered', 'failed', 'cancelled', 'copied'] as const

const AttemptTold = z.object({
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
  response: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
})

export const DeliveryView = z.object({
  id: z.string(),
  channel: z.string().describe("`app-webhook`, or the agency's channel by its name in the settings"),
  topic: z.string().nullable(),
  app: z.string().nullable(),
  agency: z.string().describe('Admin mail of the agency that it is about'),
  hookId: z.string(),
  what: z.string().describe('What happened, in a few words'),
  happened: z.string().describe("World's time"),
  state: z.enum(STATES),
  why: z.string().nullable(),
  due: z.string().nullable().describe("World's time of the next attempt"),
  attempts: z.int(),
  verdict: z.string().nullable().describe('Of the last attempt'),
})
export const DeliveryDetailView = DeliveryView.extend({ attempts: z.array(AttemptTold) })

export type DeliveryView = z.infer<typeof DeliveryView>
export type DeliveryDetailView = z.infer<typeof DeliveryDetailView>

/** A delivery in one line. */
export const deliveryView = (world: World, delivery: Delivery): z.infer<typeof DeliveryView> => ({
  id: `d${delivery.number}`,
  channel: delivery.to.kind === 'app-webhook' ? 'app-webhook' : delivery.to.channel,
  topic: delivery.to.kind === 'app-webhook' ? delivery.to.topic : null,
  app: delivery.to.kind === 'app-webhook' ? delivery.to.app : null,
  agency: agencyAt(world.agencies, delivery.agency)?.adminMail ?? '',
  hookId: delivery.hookId,
  what: whatHappened(delivery),
  happened: scenarioTime(delivery.happenedMs),
  state: delivery.state,
  why: delivery.why,
  due: delivery.dueMs === null ? null : scenarioTime(delivery.dueMs),
  attempts: delivery.attempts.length,
  verdict: delivery.attempts.at(-1)?.verdict ?? null,
})

const whatHappened = ({ fact }: Delivery): string => {
  switch (fact.kind) {
    case 'inquiry-received':
      return 'version' in fact.inquiry.car
        ? 'an inquiry on a catalogue entry'
        : `an inquiry on ${fact.inquiry.car.ExternalId}`
    case 'publication-written':
      return `${fact.after.ExternalId} became ${fact.after.condition}`
    case 'invitation-accepted':
      return `the invitation of ${fact.app} was accepted`
  }
}

const attemptTold = ({ atMs, ...attempt }: Attempt): z.infer<typeof AttemptTold> => ({
  at: scenarioTime(atMs),
  verdict: attempt.verdict,
  delivered: attempt.delivered,
  tookMs: attempt.tookMs,
  request: attempt.request && { ...attempt.request, headers: attempt.request.headers.map(([k, v]) => [k, v]) },
  response: attempt.response && { ...attempt.response, headers: { ...attempt.response.headers } },
})

const told = (held: WorldHandle, delivery: Delivery): z.infer<typeof DeliveryDetailView> => ({
  ...deliveryView(held.world, delivery),
  attempts: delivery.attempts.map(attemptTold),
})

const numberOf = (id: string): number => (/^d?\d{1,15}$/.test(id) ? Number(id.replace('d', '')) : Number.NaN)

const needDelivery = (held: WorldHandle, id: string): Delivery => {
  const found = deliveryOf(held.world.deliveries, numberOf(id))
  if (found) return found
  throw new ControlError(
    404,
    `World ${held.name} has no delivery ${id}. GET /_playa/worlds/${held.name}/deliveries lists them.`,
  )
}

const list = controlCall({
  method: 'GET',
  path: '/worlds/{world}/deliveries',
  summary: 'Deliveries, newest first',
  query: z.strictObject({
    state: z.enum(STATES, `Expected one of ${STATES.join(', ')}.`).optional(),
    topic: z.string().optional(),
    channel: z.string().optional(),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, 'Expected a whole number up to 9999.')
      .optional(),
  }),
  status: 200,
  answer: z.array(DeliveryView),
  handle: ({ sandbox, param, query }) => {
    const { world } = sandbox.worlds.require(param('world'))
    const rows = [...world.deliveries.all].reverse().map((delivery) => deliveryView(world, delivery))
    const wanted = rows.filter(
      ({ state, topic, channel }) =>
        (query.state ?? state) === state && (query.topic ?? topic) === topic && (query.channel ?? channel) === channel,
    )
    return { json: wanted.slice(0, Number(query.limit ?? 100)) }
  },
})

const read = controlCall({
  method: 'GET',
  path: '/worlds/{world}/deliveries/{delivery}',
  summary: 'One delivery with every attempt',
  status: 200,
  answer: DeliveryDetailView,
  handle: ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    return { json: told(held, needDelivery(held, param('delivery'))) }
  },
})

const redeliver = controlCall({
  method: 'POST',
  path: '/worlds/{world}/deliveries/{delivery}/redeliver',
  summary: 'Attempt it again now, whatever became of it, under the same hook id',
  status: 200,
  answer: DeliveryDetailView,
  handle: async ({ sandbox, param }) => {
    const held = sandbox.worlds.require(param('world'))
    const { number } = needDelivery(held, param('delivery'))
    held.world = scheduleRedelivery(held.world, number, sandbox.nowOf(held))
    await sandbox.scheduler.advance(held, 0)
    return { json: told(held, needDelivery(held, `d${number}`)) }
  },
})

export const deliveryCalls: readonly ControlCall[] = [list, read, redeliver]
