import * as z from 'zod'
import type { Interesado as OnWire } from '../../../api/wire/response-schemas.ts'
import { nullable } from '../../../api/wire/shared-schemas.ts'
import { ISO_DURATION } from '../../../lib/calendar/iso-duration.ts'
import { Email } from '../../../lib/validation/email-schema.ts'
import { ExternalIdInput, nullableText, ValorInput } from './listing-schema.ts'

/** Schema of inquiries in a scenario file: single ones, or a number over a number of days. */

/** An instant without a date: milliseconds after the anchor, or a duration before it. */
export const ScenarioOffset = z
  .union([z.int(), z.string().regex(ISO_DURATION, 'expected an ISO 8601 duration such as P3DT4H')])
  .describe(
    'When: an ISO 8601 duration before the midnight at which the first day of the world begins, or milliseconds after it',
  )

const traded = z.strictObject({ Marca: nullableText, Modelo: nullableText, VersionYear: nullable(z.int()) })
const financed = z.strictObject({ Adelanto: nullable(ValorInput), Cuota: nullable(ValorInput) })
const orNull = nullableText.default(null)

/** The inquirer, with absent members null. */
export const InteresadoInput = z.strictObject({
  Interes: z.string().default('compra'),
  Nombre: orNull,
  Apellido: orNull,
  Email: orNull,
  Telefono: orNull,
  DocIdentidad: orNull,
  Provincia: orNull,
  Ciudad: orNull,
  Comentario: orNull,
  InfoOperacion: nullable(
    z.strictObject({
      EntregaVehiculo: nullable(traded).default(null),
      FinanciacionDeseada: nullable(financed).default(null),
      QuiereCotizacionSeguro: nullable(z.boolean()).default(null),
    }),
  ).default(null),
}) satisfies z.ZodType<OnWire>

/** A single inquiry of a scenario file. */
export const InquiryInput = z
  .strictObject({
    at: ScenarioOffset,
    ExternalId: ExternalIdInput.optional().describe('The publication that it is about'),
    car: z
      .string()
      .min(1)
      .optional()
      .describe('Instead: the catalogue entry that it is about, named as the car of a publication'),
    Estado: z.enum(['nuevo', 'usado']).default('nuevo').describe('Of a catalogue entry'),
    OperadorResponsable: Email.optional(),
    OrigenLead: z.string().default('form'),
    Interesado: InteresadoInput.optional().describe('Who asks and what; default: generated from the seed'),
  })
  .describe('One inquiry')
export type InquiryInput = z.infer<typeof InquiryInput>

/** Default weights of the hours of a day: few inquiries at night, most in the evening. */
export const HOURS = [2, 1, 0.5, 0.3, 0.3, 0.5, 1, 2, 4, 7, 9, 9, 8, 7, 7, 8, 8, 8, 9, 10, 10, 9, 7, 4]

const weight = z.number().min(0)

/** The inquiries of an agency in a scenario file. */
export const InquiriesInput = z
  .strictObject({
    count: z.int().min(0).max(5_000_000).default(0),
    days: z
      .int()
      .min(1)
      .max(365)
      .default(90)
      .describe('They lie in that many days before the first day of the world'),
    catalogueShare: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('Share of inquiries on catalogue entries, 0 to 1'),
    week: z
      .array(weight)
      .length(7)
      .default([7, 6, 6, 6, 6, 5, 4])
      .describe(
        'Weights of seven days, counted back from the first day of the world, since a scenario has no dates',
      ),
    hours: z.array(weight).length(24).default(HOURS).describe('Weights of the hours of a day'),
    given: z.array(InquiryInput).default([]).describe('Single inquiries beside the generated ones'),
  })
  .describe('Inquiries received before the first day')
export type InquiriesInput = z.infer<typeof InquiriesInput>
