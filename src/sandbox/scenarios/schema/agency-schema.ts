import * as z from 'zod'
import {
  CHANNEL_NAMES,
  type ChannelMember,
  type ChannelMembers,
  type ChannelName,
  type ChannelSettings,
  channelMembers,
} from '../../../api/wire/channels.ts'
import { limits } from '../../../api/wire/limits.ts'
import { CustomHeader, nullable } from '../../../api/wire/shared-schemas.ts'
import { Email } from '../../../lib/validation/email-schema.ts'
import { InquiriesInput } from './inquiry-schema.ts'
import { ListingInput, nullableText, PlaceInput, StockInput } from './listing-schema.ts'

/** Schema of an agency in a scenario file. */

const orNull = nullableText.default(null)
const phone = nullable(z.string().min(limits.telefono.min).max(limits.telefono.max)).default(null)
const name = z.string().max(limits.nombre.max)
const places = z.int().min(0)

const Operator = z.strictObject({
  Nombre: name,
  Apellido: name,
  Email: Email.max(limits.operadorResponsable.max),
  TelefonoLaboral: phone,
  WhatsApp: phone,
  Telefonos: z.array(z.string()).optional().describe('All phones; default: the two above'),
  Direcciones: z.array(PlaceInput).default([]),
  administrator: z
    .boolean()
    .optional()
    .describe('Absent everywhere: the first operator is the administrator'),
  createdThroughApi: z.boolean().default(false).describe('Only such an administrator can be edited'),
})

const hours = nullable(z.strictObject({ Desde: nullableText, Hasta: nullableText })).default(null)

const Branch = z.strictObject({
  id: z.int().min(1).optional(),
  Descripcion: orNull,
  Email: orNull,
  Telefono: orNull,
  Region: orNull,
  Ciudad: orNull,
  Direccion: orNull,
  Comercial: z.boolean().default(true),
  TallerMecanico: z.boolean().default(false),
  Autopartes: z.boolean().default(false),
  Laborable: hours,
  PreFestivo: hours,
  Festivo: hours,
  ResponsableLeadsPostVenta: orNull,
})

/** A custom header; absent: null. */
export const customHeaderInput = nullable(z.strictObject(CustomHeader.shape)).default(null)
/** Callback URL; absent: null. */
export const Callback = nullable(z.string().max(limits.callback.max)).default(null)
/** Secret of a webhook (EVT-03); absent: null. */
export const Secret = nullable(z.string().min(limits.secret.min).max(limits.secret.max)).default(null)
/** Active unless the scenario says otherwise. */
export const Activo = z.boolean().default(true)

const CHANNEL_INPUTS = {
  Callback,
  Secret,
  Activo,
  HeaderCustom01: customHeaderInput,
  HeaderCustom02: customHeaderInput,
  HeaderCustom03: customHeaderInput,
  Email: orNull,
  EmailsCCO: orNull,
} satisfies { [M in ChannelMember]: z.ZodType<ChannelMembers[M]> }

const channelInput = (channel: ChannelName) =>
  z
    .strictObject(
      Object.fromEntries(channelMembers(channel).map((member) => [member, CHANNEL_INPUTS[member]])),
    )
    .optional()

/** The settings of channels; one that is absent was never configured. */
const Notifications = z.strictObject(
  // One schema for each channel, from the schemas of its members.
  Object.fromEntries(CHANNEL_NAMES.map((name) => [name, channelInput(name)])) as unknown as {
    readonly [C in ChannelName]: z.ZodOptional<z.ZodType<ChannelSettings<C>>>
  },
)

const Visits = z
  .strictObject({
    days: z.int().min(1).max(365).default(14),
    daily: z.number().min(0).max(100_000).default(12).describe('Views of a publication in a day, on average'),
  })
  .describe('Views of the active publications on the days before the first day')

/** An agency of a scenario file. */
export const AgencyInput = z.strictObject({
  adminMail: Email.max(limits.operadorResponsable.max).describe('E-mail of the administrator'),
  nombreComercial: z.string().min(limits.nombreComercial.min).max(limits.nombreComercial.max),
  zoneMinutes: z.int().min(-720).max(840).default(-180).describe('Minutes east of UTC'),
  package: z
    .strictObject({ Alta: places, Media: places, Baja: places })
    .describe('Publications contracted for each level of exposure'),
  product: z
    .strictObject({
      suspends: z.boolean().default(true),
      cars: z.enum(['any', 'new', 'used']).default('any'),
    })
    .default({ suspends: true, cars: 'any' })
    .describe('What the contracted product permits beyond the counts'),
  access: z
    .record(
      z.string(),
      z.strictObject({ write: z.boolean().default(true), otherKinds: z.boolean().default(false) }),
    )
    .describe('By name of the app; for an app that is absent the agency does not exist'),
  operators: z.array(Operator).min(1),
  branches: z.array(Branch).default([]),
  notifications: Notifications.default({}),
  publications: z.array(ListingInput).default([]),
  stock: z.array(StockInput).default([]),
  inquiries: InquiriesInput.optional(),
  visits: Visits.optional(),
})
export type AgencyInput = z.infer<typeof AgencyInput>
