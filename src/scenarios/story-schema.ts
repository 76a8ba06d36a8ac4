import * as z from 'zod'
import { Interesado as OnWire } from '../wire/answers.ts'
import { limits } from '../wire/limits.ts'
import { FaultRule } from '../faults/rule-schema.ts'
import { AgencySaid } from './agency-schema.ts'
import { ISO_DURATION } from '../calendar/iso-duration.ts'
import { Interesado } from './inquiry-schema.ts'
import { ExternalId, ListingRow, Valor } from './listing-schema.ts'

/** What a scenario may say of things that happen while its world's clock goes on. */

const duration = z.string().regex(ISO_DURATION, 'expected an ISO 8601 duration such as PT2H30M')
const MOST_AT_ONCE = 1_000
const count = z.int().min(1).max(MOST_AT_ONCE)
const adminMail = z.string().optional().describe('The agency; absent: the first one')
const externalid = ExternalId.optional().describe('The publication; absent: one of the active ones, drawn')

/** One publication, named or drawn. */
const Listing = z.strictObject({ adminMail, externalid })

const Lead = z.strictObject({
  adminMail,
  externalid: ExternalId.optional().describe('The publication; absent: drawn as leads come, seldom on the catalogue'),
  operador: z.string().optional().describe('E-mail of the responsible operator'),
  interesado: z
    .strictObject({ ...OnWire.shape, InfoOperacion: Interesado.shape.InfoOperacion.unwrap() })
    .partial()
    .optional()
    .describe('Members over the drawn ones'),
  origen: z.string().min(1).max(50).optional().describe('`OrigenLead`; absent: drawn'),
})

const Leads = z.strictObject({
  adminMail,
  externalid: Lead.shape.externalid,
  count,
  over: duration.optional().describe('They come one by one over so long, each at a drawn moment; absent: all at once'),
})

const Views = z.strictObject({
  adminMail,
  externalid: ExternalId.optional().describe('The publication; absent: each view goes to a drawn one'),
  count: z.int().min(1).max(1_000_000),
})

const Price = z.strictObject({
  adminMail,
  externalid,
  Precio: Valor.optional().describe('The new price'),
  percent: z.number().min(-99).max(1_000).optional().describe('Instead: by so much, e.g. -5'),
})

const Publish = z.strictObject({
  adminMail,
  ...ListingRow.omit({ state: true, warranty: true, Locacion: true, Telefono: true }).shape,
  ExternalId,
})

const Fill = z
  .strictObject({
    adminMail,
    app: z.string().optional().describe('Who publishes; absent: the first app with write access'),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9]{1,20}$/, 'expected letters and digits')
      .default('LLENA'),
  })
  .describe('Cars are published until the package refuses one more')

const switched = z.boolean().optional()
const Callback = z.string().max(limits.callback.max).optional()
const Secret = z.string().min(limits.secret.min).max(limits.secret.max).optional()

const Webhook = z
  .strictObject({
    app: z.string().optional().describe('Absent: the first app'),
    topic: z.string().min(1),
    Callback,
    Secret,
    Description: z.string().optional(),
    Activo: switched,
  })
  .describe('An app configures its webhook of a topic; members that are absent stay')

const Channels = z
  .strictObject({ adminMail, ...AgencySaid.shape.notifications.unwrap().shape })
  .describe('An agency configures channels of its own; those that are absent stay')

const Answers = z.strictObject({
  url: z.url().describe('The callback whose notifications never leave the sandbox'),
  status: z.int().min(200).max(599).describe('What it answers'),
})

/** A callback that the sandbox itself answers. */
export const ReceiverSaid = Answers

const Invitation = z.strictObject({ adminMail: z.string(), app: z.string().optional() })

/** What may happen, each under the name of its member. */
const HAPPENINGS = {
  lead: Lead.optional().describe('A lead comes in and travels to whoever must be told'),
  leads: Leads.optional().describe('Many of them'),
  views: Views.optional().describe('Listings are looked at'),
  publish: Publish.optional().describe('A car is published; what is absent is filled in as for `publications`'),
  fill: Fill.optional(),
  price: Price.optional().describe('A price changes'),
  sold: Listing.optional().describe('A car is sold: its publication is archived, for good'),
  suspend: Listing.optional().describe('A publication is taken off the market'),
  reactivate: Listing.optional().describe('A suspended publication comes back; one that is not named is drawn'),
  webhook: Webhook.optional(),
  channels: Channels.optional(),
  receiver: z
    .strictObject({ url: Answers.shape.url, status: Answers.shape.status.nullable() })
    .optional()
    .describe('From now on the callback answers so; null: it is left to the network again'),
  fault: FaultRule.optional().describe('A fault is armed, as `POST .../faults` takes it'),
  invitation: Invitation.optional().describe('An agency accepts the invitation of an app'),
}

type Kind = keyof typeof HAPPENINGS
const KINDS: readonly string[] = Object.keys(HAPPENINGS)

/** An event without its time: exactly one thing that happens. */
export const Happens = z.strictObject(HAPPENINGS)
export type Happens = z.infer<typeof Happens>
/** What is said of the happening of that name. */
export type SaidOf<K extends Kind> = NonNullable<Happens[K]>

const LONGEST_MS = 366 * 86_400_000

export const EventSaid = z
  .strictObject({
    after: z
      .union([duration, z.int().min(0).max(LONGEST_MS)])
      .describe('How long after the beginning of the world: an ISO 8601 duration, or milliseconds'),
    note: z.string().min(1).max(300).optional().describe('What it is about, for whoever watches'),
    ...HAPPENINGS,
  })
  .check(({ value, issues }) => {
    if (value.price && (value.price.Precio === undefined) === (value.price.percent === undefined))
      issues.push({ code: 'custom', path: ['price'], message: 'expected either Precio or percent', input: value.price })
    const said = KINDS.filter((kind) => Object.hasOwn(value, kind))
    if (said.length === 1) return
    const came = said.length === 0 ? 'none of them' : said.join(' and ')
    const message = `expected exactly one of ${KINDS.join(', ')} (here: ${came})`
    issues.push({ code: 'custom', path: [], message, input: value })
  })
  .describe('One thing that happens at one moment of the world’s clock')
export type EventSaid = z.infer<typeof EventSaid>

const MOST_EVENTS = 10_000

export const Events = z.array(EventSaid).max(MOST_EVENTS)

type Named = readonly [path: readonly string[], name: string]

/** The agencies that an event names, each with where. */
export const agenciesNamed = (event: EventSaid): Named[] => namedBy(event, 'adminMail')

/** The apps that an event names. */
export const appsNamed = (event: EventSaid): Named[] => namedBy(event, 'app')

const namedBy = (event: EventSaid, member: string): Named[] =>
  Object.entries(event).flatMap(([kind, said]): Named[] => {
    if (typeof said !== 'object' || !Object.hasOwn(said, member)) return []
    const name: unknown = Reflect.get(said, member)
    return typeof name === 'string' ? [[[kind, member], name]] : []
  })
