import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { Interesado } from '../../api/wire/response-schemas.ts'
import { DAY_MS } from '../../lib/calendar/date-time.ts'
import { durationMs, ISO_DURATION } from '../../lib/calendar/iso-duration.ts'
import { Instant } from '../../lib/validation/instant-schema.ts'
import { InteresadoInput as Strict } from '../../sandbox/scenarios/schema/inquiry-schema.ts'
import { addSentValues } from '../../sandbox/simulator/sent-values.ts'
import { liveLeadsOf, MAX_LEADS_PER_MINUTE } from '../../sandbox/traffic/live-leads.ts'
import { controlCall } from '../call/call.ts'

/** They arrive in one step, which must not hold all other clients for long. */
const MAX_LEADS = 20_000
const MAX_VIEWS = 1_000_000
/** The longest period over which leads are spread. */
const MAX_DAYS = 366

const adminMail = z.string().describe('`adminMail` of the agency; default: the first one').optional()
const notify = z
  .boolean()
  .describe('Whether webhooks and channels are notified; default: of a single lead of the last minute')
  .optional()
const count = (most: number) =>
  z.int('Expected a whole number.').min(1, 'Expected 1 or more.').max(most, `Expected ${most} at most.`)

/** Members that may accompany `count`, when many leads are spread over a period. */
const SERIES_MEMBERS: readonly string[] = ['adminMail', 'externalid', 'count', 'over', 'notify']

/** A lead to receive, or many: the body of `POST .../inquiries`. */
const LeadBody = z
  .strictObject({
    adminMail,
    externalid: z
      .string()
      .describe(
        'ExternalId of the publication; default: an inquiry on a catalogue entry, or on any with `count`',
      )
      .optional(),
    car: z
      .string()
      .min(1)
      .describe('Words or codenames of the catalogue entry; default: a random one')
      .optional(),
    estado: z.enum(['nuevo', 'usado']).describe('Whether the catalogue entry is new or used').optional(),
    operador: z.string().describe('E-mail of the responsible operator').optional(),
    interesado: z
      // Strict inside as well, where the wire's own schema lets unknown members pass.
      .strictObject({
        ...Interesado.shape,
        Nombre: Interesado.shape.Nombre.describe('First name; default: generated'),
        Apellido: Interesado.shape.Apellido.describe('Surname; default: generated'),
        Email: Interesado.shape.Email.describe('E-mail; default: generated'),
        Telefono: Interesado.shape.Telefono.describe('Telephone; default: generated'),
        Comentario: Interesado.shape.Comentario.describe('What they write; default: generated'),
        InfoOperacion: Strict.shape.InfoOperacion.unwrap(),
      })
      .partial()
      .describe('Members that replace the generated ones')
      .optional(),
    momento: Instant.describe("Instant at which it arrived; default: the world's now").optional(),
    origen: z.string().min(1).max(50).describe('`OrigenLead`; default: random').optional(),
    count: count(MAX_LEADS).describe('How many leads arrive at once, generated from the seed').optional(),
    over: z
      .string()
      .regex(ISO_DURATION, 'Expected an ISO 8601 duration of fixed length, like P7D.')
      .refine((text) => (durationMs(text) ?? 0) <= MAX_DAYS * DAY_MS, `Expected at most P${MAX_DAYS}D.`)
      .describe('Period, ending now, over which `count` leads are spread; default: P7D')
      .optional(),
    notify,
  })
  .check(({ value, issues }) => {
    const refuse = (member: string, message: string) =>
      issues.push({ code: 'custom', path: [member], message, input: value })
    if (value.count === undefined) {
      if (value.over !== undefined) refuse('over', 'Expected only together with count.')
      if (value.externalid !== undefined)
        for (const member of ['car', 'estado'] as const)
          if (value[member] !== undefined) refuse(member, 'Expected only without externalid.')
    } else {
      for (const member of Object.keys(value))
        if (!SERIES_MEMBERS.includes(member)) refuse(member, 'Expected only without count.')
    }
  })

/** The response to a single lead. */
export const LeadView = z
  .object({
    sid: z.string(),
    href: z.string().describe('Where the Consulta is'),
    adminMail: z.string(),
    externalid: z.string().nullable(),
    momento: z.string(),
    operador: z.string(),
    notify: z.boolean(),
  })
  .meta({ id: 'Lead' })
export type LeadView = z.infer<typeof LeadView>

/** The response to many leads. */
export const LeadSeriesView = z
  .object({
    count: z.int(),
    adminMail: z.string(),
    first: z.string().describe('Momento of the earliest'),
    last: z.string().describe('Momento of the latest'),
    sids: z.array(z.string()).describe('Numbers of the first hundred leads; the others follow without a gap'),
    notify: z.boolean(),
  })
  .meta({ id: 'LeadSeries' })
export type LeadSeriesView = z.infer<typeof LeadSeriesView>

const receive = controlCall({
  method: 'POST',
  path: '/worlds/{world}/inquiries',
  summary: 'Receive a lead on a listing or on a car of the catalogue, or many over a period',
  body: LeadBody,
  status: 201,
  answer: z.union([LeadView, LeadSeriesView]),
  errors: { 409: 'The publication cannot receive a lead.' },
  cli: [
    {
      verb: 'lead',
      example: 'playa lead --count 200 --over P30D --agency ventas@lospinos.example',
      words: { externalid: '[external-id]' },
      omit: [
        'notify',
        ...['Interes', 'DocIdentidad', 'Provincia', 'Ciudad', 'InfoOperacion'].map(
          (member) => `interesado.${member}`,
        ),
      ],
      flags: {
        adminMail: 'agency <email>',
        operador: 'operator <email>',
        car: 'car <words>',
        momento: 'at <instant>',
        origen: 'origin <word>',
        over: 'over <iso-duration>',
        'interesado.Nombre': 'name <text>',
        'interesado.Apellido': 'surname <text>',
        'interesado.Email': 'mail <email>',
        'interesado.Telefono': 'phone <text>',
        'interesado.Comentario': 'comment <text>',
      },
    },
  ],
  task: {
    name: 'send_lead',
    advice: 'No call of the API makes an inquiry; this does.',
  },
  handle: async ({ simulator, origin, world, body }) => {
    addSentValues(world, body)
    const { receiveLead, receiveLeads } = await import('../../sandbox/traffic/receive-leads.ts')
    const base = `${origin}/w/${world.name}`
    const { count: many, ...one } = body
    if (many !== undefined)
      return { json: await receiveLeads(simulator, world, { ...body, count: many }, base) }
    const json = receiveLead(simulator, world, one, base)
    return { json, headers: { Location: json.href } }
  },
})

const receiveVisits = controlCall({
  method: 'POST',
  path: '/worlds/{world}/visits',
  summary: 'Count views of a listing',
  body: z.strictObject({
    adminMail,
    externalid: z.string().describe('ExternalId of the publication'),
    count: count(MAX_VIEWS).default(1).describe('How many views'),
  }),
  status: 201,
  answer: z
    .object({
      adminMail: z.string(),
      externalid: z.string(),
      fecha: z.string().describe('The day on which they count'),
      visitas: z.int().describe('All views of that day'),
    })
    .meta({ id: 'VisitCount' }),
  cli: [
    {
      verb: 'visit',
      example: 'playa visit PIN-0001 --count 40',
      words: { externalid: '<external-id>' },
      flags: { adminMail: 'agency <email>' },
    },
  ],
  handle: async ({ simulator, origin, world, body }) => {
    const { receiveViews } = await import('../../sandbox/traffic/receive-views.ts')
    return { json: receiveViews(simulator, world, body, `${origin}/w/${world.name}`) }
  },
})

const accept = controlCall({
  method: 'POST',
  path: '/worlds/{world}/invitations',
  summary: "Accept an app's invitation on behalf of an agency, which exists for the app from then on",
  body: z.strictObject({
    adminMail: z.string().describe('`adminMail` of the agency'),
    app: z
      .string()
      .describe(
        'Name of the app; default: the first one for which the agency does not exist yet, else the first',
      )
      .optional(),
  }),
  status: 201,
  answer: z
    .object({
      adminMail: z.string(),
      app: z.string(),
      href: z.string().describe('Where the Agencia is'),
      access: z.object({ write: z.boolean(), otherKinds: z.boolean() }),
    })
    .meta({ id: 'AcceptedInvitation' }),
  errors: { 409: 'The world has no app whose invitation could be accepted.' },
  cli: [
    {
      verb: 'invitation accept',
      example: 'playa invitation accept ventas@lospinos.example',
      words: { adminMail: '<agency-email>' },
      flags: { app: 'app <name>' },
    },
  ],
  handle: async ({ simulator, origin, world, body }) => {
    const { acceptInvitation } = await import('../../sandbox/traffic/accept-invitation.ts')
    const json = acceptInvitation(simulator, world, body, `${origin}/w/${world.name}`)
    return { json, headers: { Location: json.href } }
  },
})

/** Leads and visits that arrive automatically. */
const LiveView = z
  .object({
    perMinute: z.number().describe("Leads in a minute of the world's clock; 0: none arrive by themselves"),
    leads: z.int().describe('Leads that arrived since the rate was set or the world was reset'),
    visits: z.int().describe('The same for visits'),
  })
  .meta({ id: 'Live' })

const readLive = controlCall({
  method: 'GET',
  path: '/worlds/{world}/live',
  summary: 'Show the live traffic: leads and visits that arrive automatically',
  status: 200,
  answer: LiveView,
  cli: [{ verb: 'live', example: 'playa live --world fair' }],
  handle: ({ simulator, world }) => ({ json: liveLeadsOf(simulator).status(world) }),
})

const NOT_LIVE =
  'Worlds of this deployment leave memory between requests, so nothing arrives in them by itself. ' +
  'Send leads with POST /_playa/worlds/{world}/inquiries, or use playa serve.'

const setLive = controlCall({
  method: 'PUT',
  path: '/worlds/{world}/live',
  summary: 'Set how many leads and visits arrive per minute; 0 stops them',
  body: z.strictObject({
    perMinute: z
      .number('Expected a number.')
      .min(0, 'Expected 0 or more.')
      .max(MAX_LEADS_PER_MINUTE, `Expected ${MAX_LEADS_PER_MINUTE} at most.`)
      .describe("Leads in a minute of the world's clock; 0 stops them"),
  }),
  status: 200,
  answer: LiveView,
  errors: { 503: 'The worlds of this server leave its memory between requests, as those of a Worker do.' },
  cli: [{ verb: 'live set', example: 'playa live set 6', words: { perMinute: '<per-minute>' } }],
  handle: ({ simulator, origin, world, body: { perMinute } }) => {
    if (perMinute === 0) liveLeadsOf(simulator).stop(world)
    else if (!simulator.staysInMemory) throw new ControlError(503, NOT_LIVE)
    else liveLeadsOf(simulator).start(world, { perMinute, base: `${origin}/w/${world.name}` })
    return { json: liveLeadsOf(simulator).status(world) }
  },
})

export const leadCalls = { receive }
export const visitCalls = { receive: receiveVisits }
export const invitationCalls = { accept }
export const liveCalls = { read: readLive, set: setLive }
