import * as z from 'zod'
import { LEVELS } from '../../../api/wire/exposure-level.ts'
import { limits } from '../../../api/wire/limits.ts'
import {
  PLAIN_MEMBERS,
  type PlainMember,
  type PlainMembers,
  type PlainType,
  PUBLICATION_MEMBERS,
} from '../../../api/wire/publication-members.ts'
import { DatoTecnico } from '../../../api/wire/response-schemas.ts'
import { Direccion, nullable } from '../../../api/wire/shared-schemas.ts'
import { Email } from '../../../lib/validation/email-schema.ts'

/** Schema of publications in a scenario file: single ones, or a generated stock. */

/** A text or null. */
export const nullableText = nullable(z.string())
/** State of a publication. */
export const ConditionInput = z.enum(['active', 'suspended', 'archived'])
/** Level of exposure. */
export const ExposicionInput = z.enum(LEVELS)
/** An amount with its currency. */
export const ValorInput = z.strictObject({ Moneda: z.string().min(1), Importe: z.number().min(0) })
/** An address. */
export const PlaceInput = z.strictObject(Direccion.shape)
/** An ExternalId that fits a path segment. */
export const ExternalIdInput = z
  .string()
  .min(limits.externalId.min)
  .max(limits.externalId.max)
  .regex(/^[A-Za-z0-9\-._~!$'()*,=:@+]+$/, 'expected characters that fit a path segment')
const share = z.number().min(0).max(1)

/** Returns the schema of a plain member, within the bounds of its type. */
const plainInput = (type: PlainType): z.ZodType => {
  if (type.kind === 'nullable') return ValorInput
  if (type.kind === 'boolean') return z.boolean()
  if (type.kind === 'integer') return z.int().min(type.min).max(type.max)
  const { min, max, cutAt = max } = type
  const text = min === undefined ? z.string() : z.string().min(min)
  return cutAt === undefined ? text : text.max(cutAt)
}

/** Members with the names of the wire format. Null stays null; absent ones are generated. */
export const listingMembers = {
  // A value of its type, or null, for each name.
  ...(Object.fromEntries(
    PLAIN_MEMBERS.map((name) => [name, nullable(plainInput(PUBLICATION_MEMBERS[name].create)).optional()]),
  ) as unknown as { readonly [M in PlainMember]: z.ZodOptional<z.ZodType<PlainMembers[M]>> }),
  Vin: nullable(
    z.string().regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'expected 17 capitals or digits, without I, O and Q'),
  ).optional(),
  OperadorResponsable: Email.optional(),
  Marca: nullableText.optional(),
  Modelo: nullableText.optional(),
  Version: nullableText.optional(),
  Transmision: nullableText.optional(),
  Propulsion: nullableText.optional(),
  Carroceria: nullableText.optional(),
  DatosTecnicosCustom: z.array(z.union([z.strictObject(DatoTecnico.shape), z.string()])).optional(),
  Locacion: nullable(PlaceInput).optional(),
  Telefono: nullableText.optional(),
  warranty: z.boolean().optional().describe('True: a used car is shown with its certificate of guarantee'),
}

/** A single publication of a scenario file. */
export const ListingInput = z
  .strictObject({
    ExternalId: ExternalIdInput,
    car: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Words that name a car, such as `toyota corolla xei cvt 2020`, or codenames as `toyota/corolla/xei-2-0-cvt-2026`, which is faster',
      ),
    state: ConditionInput.default('active'),
    app: z.string().optional().describe('Who published it; default: the first app with write access'),
    Exposicion: ExposicionInput.optional(),
    ...listingMembers,
    Fotos: z
      .union([z.int().min(0).max(42), z.array(z.string())])
      .optional()
      .describe('How many pictures to draw, or their addresses'),
  })
  .describe('One publication; what is absent is filled in from its car and the seed')
export type ListingInput = z.infer<typeof ListingInput>

/** A generated stock of a scenario file. */
export const StockInput = z
  .strictObject({
    count: z.int().min(1).max(1_000_000),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9]{1,20}$/, 'expected letters and digits')
      .describe('ExternalIds are `{prefix}-0001` and so on'),
    from: z.int().min(1).default(1).describe('Number of the first ExternalId'),
    app: z.string().optional().describe('Who published it; default: the first app with write access'),
    newShare: share
      .optional()
      .describe('Share of new cars, 0 to 1; default: as the product admits, else 0.25'),
    states: z
      .strictObject({ active: share.default(0), suspended: share.default(0), archived: share.default(0) })
      .default({ active: 1, suspended: 0, archived: 0 })
      .describe('Weights of the states'),
    years: z
      .tuple([z.int().min(limits.versionYear.min), z.int().max(limits.versionYear.max)])
      .default([2012, 2025])
      .describe('First and last year of the used cars'),
    describe: z.boolean().default(true).describe('False: no text in `Descripcion`, for very large stocks'),
  })
  .describe('Publications made by rule, the same for the same seed')
export type StockInput = z.infer<typeof StockInput>
