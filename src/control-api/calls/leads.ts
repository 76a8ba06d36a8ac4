import * as z from 'zod'
import { DAY_MS } from '../../calendar/date-time.ts'
import { Interesado } from '../../wire/answers.ts'
import { FASTEST_PER_MINUTE } from '../../traffic/live-leads.ts'
import { durationMs, ISO_DURATION } from '../../calendar/iso-duration.ts'
import { InteresadoInput as Strict } from '../../scenarios/inquiry-schema.ts'
import { Instant } from '../../scenarios/world-start.ts'
import { type ControlCall, controlCall } from '../routes.ts'

/** What happens in a world from outside the service: leads, views, invitations accepted. */

const MOST_LEADS = 100_000
const MOST_VIEWS = 1_000_000
/** The furthest that leads may lie back. */
const LONGEST_DAYS = 366

const adminMail = z.string().describe('The agency; absent: the first one').optional()
const notify = z
  .boolean()
  .describe('Whether webhooks and channels are told; absent: of a single lead that came within the last minute')
  .optional()
const count = (most: number) =>
  z.int('Expected a whole number.').min(1, 'Expected 1 or more.').max(most, `Expected ${most} at most.`)

/** What may stand beside `count`, when many leads are spread over a period. */
const OF_MANY: readonly string[] = ['adminMail', 'externalid', 'count', 'over', 'notify']

export const LeadInput = z
  .strictObject({
    adminMail,
    externalid: z
      .string()
      .describe('The publication; absent: an inquiry on a catalogue entry, or on any with `count`')
      .optional(),
    car: z.string().min(1).describe('Words or codenames of the catalogue entry; absent: drawn').optional(),
    estado: z.enum(['nuevo', 'usado']).describe('Of the catalogue entry').optional(),
    operador: z.string().describe('E-mail of the responsible operator').optional(),
    interesado: z
      // Strict inside as well, where the wire's own schema lets unknown members pass.
      .strictObject({ ...Interesado.shape, InfoOperacion: Strict.shape.InfoOperacion.unwrap() })
      .partial()
      .describe('Members over the drawn ones')
      .optional(),
    momento: Instant.describe("When it came; absent: the world's now").optional(),
    origen: z.string().min(1).max(50).describe('`OrigenLead`; absent: drawn').optional(),
    count: count(MOST_LEADS).describe('Many leads at once').optional(),
    over: z
      .string()
      .regex(ISO_DURATION, 'Expected an ISO 8601 duration of fixed length, like P7D.')
      .refine((text) => (durationMs(text) ?? 0) <= LONGEST_DAYS * DAY_MS, `Expected at most P${LONGEST_DAYS}D.`)
      .describe('The period, ending now, over which many are spread; absent: P7D')
      .optional(),
    notify,
  })
  .check(({ value, issues }) => {
    const fault = (member: string, message: string) =>
      issues.push({ code: 'custom', path: [member], message, input: value })
    if (value.count === undefined) {
      if (value.over !== undefined) fault('over', 'Expected only beside count.')
      if (value.externalid !== undefined)
        for (const member of ['car', 'estado'] as const)
          if (value[member] !== undefined) fault(member, 'Expected only without externalid.')
    } else {
      for (const member of Object.keys(value))
        if (!OF_MANY.includes(member)) fault(member, 'Expected only without count.')
    }
  })

export const LeadView = z.object({
  sid: z.string(),
  href: z.string().describe('Where the Consulta is'),
  adminMail: z.string(),
  externalid: z.string().nullable(),
  momento: z.string(),
  operador: z.string(),
  notify: z.boolean(),
})

export const LeadSeriesView = z.object({
  count: z.int(),
  adminMail: z.string(),
  first: z.string().describe('Momento of the earliest'),
  last: z.string(),
  sids: z.array(z.string()).describe('Of the first hundred; the others follow without a gap'),
  notify: z.boolean(),
})

const inquiries = controlCall({
  method: 'POST',
  path: '/worlds/{world}/inquiries',
  summary: 'A lead comes in, or many spread over a period',
  body: LeadInput,
  status: 201,
  answer: z.union([LeadView, LeadSeriesView]),
  handle: async ({ sandbox, origin, param, body }) => {
    const { receiveLeads, receiveLead } = await import('../../traffic/receive-leads.ts')
    const held = sandbox.worlds.require(param('world'))
    const base = `${origin}/w/${held.name}`
    const { count: many, ...one } = body
    if (many !== undefined) return { json: receiveLeads(sandbox, held, { ...body, count: many }, base) }
    const json = receiveLead(sandbox, held, one, base)
    return { json, headers: { Location: json.href } }
  },
})

const visits = controlCall({
  method: 'POST',
  path: '/worlds/{world}/visits',
  summary: 'A listing is viewed',
  body: z.strictObject({ adminMail, externalid: z.string(), count: count(MOST_VIEWS).default(1) }),
  status: 201,
  answer: z.object({
    adminMail: z.string(),
    externalid: z.string(),
    fecha: z.string().describe('The day on which they count'),
    visitas: z.int().describe("All of that day's"),
  }),
  handle: async ({ sandbox, origin, param, body }) => {
    const { receiveViews } = await import('../../traffic/views.ts')
    const held = sandbox.worlds.require(param('world'))
    return { json: receiveViews(sandbox, held, body, `${origin}/w/${held.name}`) }
  },
})

const invitations = controlCall({
  method: 'POST',
  path: '/worlds/{world}/invitations',
  summary: "An agency accepts an app's invitation, be it once more, and exists for it from then on",
  body: z.strictObject({
    adminMail: z.string(),
    app: z
      .string()
      .describe('Name of the app; absent: the first one for which the agency does not exist yet, else the first')
      .optional(),
  }),
  status: 201,
  answer: z.object({
    adminMail: z.string(),
    app: z.string(),
    href: z.string().describe('Where the Agencia is'),
    access: z.object({ write: z.boolean(), otherKinds: z.boolean() }),
  }),
  handle: async ({ sandbox, origin, param, body }) => {
    const { acceptInvitation } = await import('../../traffic/invitation.ts')
    const held = sandbox.worlds.require(param('world'))
    const json = acceptInvitation(sandbox, held, body, `${origin}/w/${held.name}`)
    return { json, headers: { Location: json.href } }
  },
})

const Live = z.object({
  perMinute: z.number().describe("Leads in a minute of the world's clock; 0: none come by themselves"),
  leads: z.int().describe('Those that came since it was set or the world was put back'),
  visits: z.int(),
})

const readLive = controlCall({
  method: 'GET',
  path: '/worlds/{world}/live',
  summary: 'Leads and visits that come by themselves',
  status: 200,
  answer: Live,
  handle: ({ sandbox, param }) => ({ json: sandbox.liveLeads.soFar(sandbox.worlds.require(param('world'))) }),
})

const setLive = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/live',
  summary: 'Let leads and visits come by themselves, or no longer',
  body: z.strictObject({
    perMinute: z
      .number('Expected a number.')
      .min(0, 'Expected 0 or more.')
      .max(FASTEST_PER_MINUTE, `Expected ${FASTEST_PER_MINUTE} at most.`),
  }),
  status: 200,
  answer: Live,
  handle: ({ sandbox, origin, param, body: { perMinute } }) => {
    const held = sandbox.worlds.require(param('world'))
    if (perMinute === 0) sandbox.liveLeads.stop(held)
    else sandbox.liveLeads.start(held, { perMinute, base: `${origin}/w/${held.name}` })
    return { json: sandbox.liveLeads.soFar(held) }
  },
})

export const leadCalls: readonly ControlCall[] = [inquiries, visits, invitations, readLive, setLive]
