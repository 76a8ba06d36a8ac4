import * as z from 'zod'
import type { Steps } from '../../lib/collections/steps.ts'
import { agencyHooks } from '../../model/world/agency.ts'
import type { Delivery as DeliveryRow } from '../../model/world/delivery.ts'
import { DELIVERY_FAULTS, REWRITE_NAMES, RIVAL_MEMBERS } from '../../model/world/fault-rule.ts'
import { isCatalogueEntry } from '../../model/world/inquiry.ts'
import { LAST_MS, type World } from '../../model/world/world.ts'
import { checkRecords } from '../scenarios/check-records.ts'
import { exportWorldInSlices } from '../scenarios/export-world.ts'
import { inSlices } from '../scenarios/in-slices.ts'

/** A time in milliseconds since the epoch. */
export const TimeMs = z.number().min(-LAST_MS).max(LAST_MS)

const Clock = z.object({
  running: z.boolean(),
  atMs: TimeMs,
  wallMs: TimeMs,
  speed: z.number().positive().max(LAST_MS),
})

const Setting = z.object({ scenario: z.string(), seed: z.number(), startMs: TimeMs, anchorMs: TimeMs })

const Counter = z.int().positive()
const Next = z.object({ publication: Counter, inquiry: Counter, branch: Counter })
const text = z.string()
const Header = z.object({ Name: text, Value: text }).nullable()

const Hook = z.object({
  Callback: text.nullable(),
  Secret: text.nullish(),
  HeaderCustom01: Header,
  HeaderCustom02: Header.optional(),
  HeaderCustom03: Header.optional(),
})

const Attempt = z.object({
  atMs: TimeMs,
  request: z
    .object({ method: text, url: text, headers: z.array(z.tuple([text, text])), body: text })
    .nullable(),
  response: z.object({ status: z.int(), headers: z.record(text, text), body: text }).nullable(),
  verdict: text,
  delivered: z.boolean(),
  tookMs: z.number(),
})

// One that is due and not pending would be attempted for ever.
const Delivery = z
  .object({
    number: Counter,
    hookId: text,
    to: z.union([
      z.object({ kind: z.literal('app-webhook'), app: text, topic: text }),
      z.object({ kind: z.literal('agency-channel'), channel: text }),
    ]),
    agency: z.int(),
    happenedMs: TimeMs,
    base: text,
    state: z.enum(['pending', 'delivered', 'failed', 'cancelled', 'copied']),
    why: text.nullable(),
    dueMs: TimeMs.nullable(),
    attempts: z.array(Attempt),
    earlier: z.int().min(0),
  })
  .refine(({ state, dueMs }) => (state === 'pending') === (dueMs !== null))

const Mail = z.object({
  number: Counter,
  delivery: Counter,
  atMs: TimeMs,
  messageId: text,
  from: text,
  to: z.array(text),
  bcc: z.array(text),
  subject: text,
  text,
  html: text.nullable(),
  attachments: z.array(z.object({ filename: text, contentType: text, content: text })),
})

const nullableText = text.nullable()
const nullableNumber = z.number().nullable()
const FaultRule = z.object({
  number: Counter,
  when: z.object({
    operation: nullableText,
    method: nullableText,
    path: nullableText,
    agency: nullableText,
    nth: nullableNumber,
    probability: nullableNumber,
  }),
  act: z.object({
    delay: z
      .union([
        z.object({ kind: z.literal('fixed'), ms: z.number() }),
        z.object({ kind: z.literal('uniform'), minMs: z.number(), maxMs: z.number() }),
        z.object({ kind: z.literal('lognormal'), medianMs: z.number(), sigma: z.number() }),
      ])
      .nullable(),
    status: z.int().min(400).max(599).nullable(),
    retryAfterS: nullableNumber,
    slowBytesPerS: z.number().positive().nullable(),
    rivalMember: z.enum(RIVAL_MEMBERS).nullish(),
    respond: z
      .object({ status: z.int().min(200).max(599), headers: z.record(text, text), body: z.unknown() })
      .nullish(),
    rewrite: z.enum(REWRITE_NAMES).nullish(),
    delivery: z.enum(DELIVERY_FAULTS).nullish(),
  }),
  times: nullableNumber,
  untilMs: TimeMs.nullable(),
  seen: z.number(),
  acted: z.number(),
  note: nullableText,
})
const FaultRules = z.object({ next: Counter, rules: z.array(FaultRule), ended: z.array(FaultRule) })

const Story = z.object({
  outcomes: z.array(text),
  receivers: z.array(z.object({ url: text, status: z.int() })),
})

/**
 * Reads every record of a value once. Throws where one is not what the sandbox writes: anyone may send a
 * file, and a record without its members would fail later, in the middle of a request or of a timer.
 */
export const requireWhole = async (world: World): Promise<void> => {
  const { setting, clock, deliveries, outbox, faultRules, story } = world
  for (const [name, schema, parts] of [
    ['settings', Setting, [setting]],
    ['clock', Clock, [clock]],
    ['counters', Counter, [deliveries.next, outbox.next]],
    ['counters', Next, [world.next]],
    ['webhooks', Hook, [...world.webhooks, ...agencyHooks(world.agencies)]],
    ['deliveries', Delivery, deliveries.all],
    ['mails', Mail, outbox.mails],
    ['fault rules', FaultRules, [faultRules]],
    ['story', Story, [story]],
  ] as const)
    await inSlices(requireParts(name, schema, parts))
  await inSlices(requireCars(deliveries.all))
  const { records } = await exportWorldInSlices(world, clock.atMs)
  if (records) await inSlices(checkRecords(records))
}

function* requireParts(name: string, schema: z.ZodType, parts: Iterable<unknown>): Steps<void> {
  for (const part of parts) {
    if (!schema.safeParse(part).success) throw new Error(`its ${name} are not whole.`)
    yield
  }
}

/** Reads what a store writes of the cars of deliveries. */
function* requireCars(deliveries: Iterable<DeliveryRow>): Steps<void> {
  for (const { event } of deliveries) {
    const car = event.kind === 'inquiry-received' && event.inquiry.car
    if (car && (isCatalogueEntry(car) ? car.version.id : car.handle.key) === undefined)
      throw new Error('its deliveries are not whole.')
    yield
  }
}
