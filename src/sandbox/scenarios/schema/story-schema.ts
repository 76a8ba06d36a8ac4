import * as z from 'zod'
import { limits } from '../../../api/wire/limits.ts'
import { Interesado as OnWire } from '../../../api/wire/response-schemas.ts'
import { ISO_DURATION } from '../../../lib/calendar/iso-duration.ts'
import { FaultRuleInput } from '../../faults/rule-schema.ts'
import { AgencyInput } from './agency-schema.ts'
import { InteresadoInput } from './inquiry-schema.ts'
import { ExternalIdInput, ListingInput, ValorInput } from './listing-schema.ts'

/** Schema of the story of a scenario: events on the world's clock. */

const duration = z.string().regex(ISO_DURATION, 'expected an ISO 8601 duration such as PT2H30M')
const MAX_AT_ONCE = 1_000
const count = z.int().min(1).max(MAX_AT_ONCE)
const adminMail = z.string().optional().describe('The agency; default: the first one')
const externalid = ExternalIdInput.optional().describe('The publication; default: a random active one')

/** One publication, named or drawn. */
const Listing = z.strictObject({ adminMail, externalid })

const Lead = z.strictObject({
  adminMail,
  externalid: ExternalIdInput.optional().describe(
    'The publication; default: chosen as for live leads, seldom a catalogue entry',
  ),
  operador: z.string().optional().describe('E-mail of the responsible operator'),
  interesado: z
    .strictObject({ ...OnWire.shape, InfoOperacion: InteresadoInput.shape.InfoOperacion.unwrap() })
    .partial()
    .optional()
    .describe('Members that replace the drawn ones'),
  origen: z.string().min(1).max(50).optional().describe('`OrigenLead`; default: random'),
})

const Leads = z.strictObject({
  adminMail,
  externalid: Lead.shape.externalid,
  count,
  over: duration.optional().describe('Duration over which they arrive at random times; default: all at once'),
})

const Views = z.strictObject({
  adminMail,
  externalid: ExternalIdInput.optional().describe('The publication; default: a random one for each view'),
  count: z.int().min(1).max(1_000_000),
})

const Price = z.strictObject({
  adminMail,
  externalid,
  Precio: ValorInput.optional().describe('The new price'),
  percent: z.number().min(-99).max(1_000).optional().describe('Instead: change in percent, e.g. -5'),
})

const Publish = z.strictObject({
  adminMail,
  ...ListingInput.omit({ state: true, warranty: true, Locacion: true, Telefono: true }).shape,
  ExternalId: ExternalIdInput,
})

const Fill = z
  .strictObject({
    adminMail,
    app: z.string().optional().describe('Who publishes; default: the first app with write access'),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9]{1,20}$/, 'expected letters and digits')
      .default('LLENA'),
  })
  .describe('Cars are published until the package is full')

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
  .describe('An app configures its webhook of a topic; absent members stay unchanged')

const Channels = z
  .strictObject({ adminMail, ...AgencyInput.shape.notifications.unwrap().shape })
  .describe('An agency configures its channels; absent ones stay unchanged')

const Answers = z.strictObject({
  url: z.url().describe('The callback, whose notifications stay inside the sandbox'),
  status: z.int().min(200).max(599).describe('Status of its responses'),
})

/** A callback that the sandbox answers itself. */
export const ReceiverInput = Answers

const Invitation = z.strictObject({ adminMail: z.string(), app: z.string().optional() })

/** Actions of an event by member name. */
const STORY_ACTIONS = {
  lead: Lead.optional().describe('A lead arrives and its destinations are notified'),
  leads: Leads.optional().describe('Several leads arrive'),
  views: Views.optional().describe('Listings are viewed'),
  publish: Publish.optional().describe(
    'A car is published; absent members are generated as for `publications`',
  ),
  fill: Fill.optional(),
  price: Price.optional().describe('A price changes'),
  sold: Listing.optional().describe('A car is sold: its publication is archived'),
  suspend: Listing.optional().describe('A publication is suspended'),
  reactivate: Listing.optional().describe(
    'The suspended publication that is reactivated; default: a random one',
  ),
  webhook: Webhook.optional(),
  channels: Channels.optional(),
  receiver: z
    .strictObject({ url: Answers.shape.url, status: Answers.shape.status.nullable() })
    .optional()
    .describe('Status of the callback from now on; null: notifications are sent to the network again'),
  fault: FaultRuleInput.optional().describe('A fault rule is added, with the body of `POST .../faults`'),
  invitation: Invitation.optional().describe('An agency accepts the invitation of an app'),
}

type StoryActionKind = keyof typeof STORY_ACTIONS
const KINDS: readonly string[] = Object.keys(STORY_ACTIONS)

/** An event without its time: exactly one action. */
export const StoryAction = z.strictObject(STORY_ACTIONS)
export type StoryAction = z.infer<typeof StoryAction>
/** Input of the action with that name. */
export type StoryActionInput<K extends StoryActionKind> = NonNullable<StoryAction[K]>

const MAX_MS = 366 * 86_400_000

/** An event of a scenario file. */
export const StoryEventInput = z
  .strictObject({
    after: z
      .union([duration, z.int().min(0).max(MAX_MS)])
      .describe('Time since the start of the world: an ISO 8601 duration or milliseconds'),
    note: z.string().min(1).max(300).optional().describe('Note for readers of the story'),
    ...STORY_ACTIONS,
  })
  .check(({ value, issues }) => {
    if (value.price && (value.price.Precio === undefined) === (value.price.percent === undefined))
      issues.push({
        code: 'custom',
        path: ['price'],
        message: 'expected either Precio or percent',
        input: value.price,
      })
    const given = KINDS.filter((kind) => Object.hasOwn(value, kind))
    if (given.length === 1) return
    const received = given.length === 0 ? 'none of them' : given.join(' and ')
    const message = `expected exactly one of ${KINDS.join(', ')} (got: ${received})`
    issues.push({ code: 'custom', path: [], message, input: value })
  })
  .describe('One event at one time of the world’s clock')
export type StoryEventInput = z.infer<typeof StoryEventInput>

const MAX_EVENTS = 10_000

/** The events of a scenario file. */
export const Events = z.array(StoryEventInput).max(MAX_EVENTS)

type Named = readonly [path: readonly string[], name: string]

/** Agencies that an event names, with their paths. */
export const agenciesNamed = (event: StoryEventInput): Named[] => namedBy(event, 'adminMail')

/** Apps that an event names, with their paths. */
export const appsNamed = (event: StoryEventInput): Named[] => namedBy(event, 'app')

const namedBy = (event: StoryEventInput, member: string): Named[] =>
  Object.entries(event).flatMap(([kind, input]): Named[] => {
    if (typeof input !== 'object' || !Object.hasOwn(input, member)) return []
    const name: unknown = Reflect.get(input, member)
    return typeof name === 'string' ? [[[kind, member], name]] : []
  })
