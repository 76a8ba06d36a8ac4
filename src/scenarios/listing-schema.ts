import * as z from 'zod'
import { DatoTecnico } from '../wire/answers.ts'
import { limits } from '../wire/limits.ts'
import { Direccion, nullable } from '../wire/shapes.ts'

/** What a scenario may say of publications: single ones, or how a stock of them is generated. */

export const text = nullable(z.string())
export const Condition = z.enum(['active', 'suspended', 'archived'])
export const Exposicion = z.enum(['Alta', 'Media', 'Baja'])
export const Valor = z.strictObject({ Moneda: z.string().min(1), Importe: z.number().min(0) })
export const Place = z.strictObject(Direccion.shape)
export const ExternalId = z
  .string()
  .min(limits.externalId.min)
  .max(limits.externalId.max)
  .regex(/^[A-Za-z0-9\-._~!$'()*,=:@+]+$/, 'expected characters that fit a path segment')
const share = z.number().min(0).max(1)
const amount = z.union([z.null(), Valor])

/** Members that stand on the wire under the same names. Null stays null; an absent one is filled in believably. */
export const listingMembers = {
  RefStock: nullable(z.string().max(limits.refStock.max)).optional(),
  Vin: nullable(
    z.string().regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'expected 17 capitals or digits, without I, O and Q'),
  ).optional(),
  OperadorResponsable: z.email().optional(),
  Marca: text.optional(),
  Modelo: text.optional(),
  Version: text.optional(),
  VersionYear: nullable(z.int().min(limits.versionYear.min).max(limits.versionYear.max)).optional(),
  Transmision: text.optional(),
  Propulsion: text.optional(),
  Carroceria: text.optional(),
  Kilometraje: nullable(z.int().min(0).max(limits.kilometraje.max)).optional(),
  Color: nullable(z.string().min(1).max(limits.color.max)).optional(),
  Descripcion: nullable(z.string().max(limits.descripcion.max)).optional(),
  DatosTecnicosCustom: z.array(z.union([z.strictObject(DatoTecnico.shape), z.string()])).optional(),
  Precio: amount.optional(),
  Adelanto: amount.optional(),
  Cuota: amount.optional(),
  Locacion: nullable(Place).optional(),
  Telefono: text.optional(),
  warranty: z.boolean().optional().describe('True: a used car is shown with its certificate of guarantee'),
}

export const ListingRow = z
  .strictObject({
    ExternalId,
    car: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Words that name a car, such as `toyota corolla xei cvt 2020`, or codenames as `toyota/corolla/xei-2-0-cvt-2026`, which is faster',
      ),
    state: Condition.default('active'),
    app: z.string().optional().describe('Who published it; absent: the first app with write access'),
    Exposicion: Exposicion.optional(),
    ...listingMembers,
    Fotos: z
      .union([z.int().min(0).max(42), z.array(z.string())])
      .optional()
      .describe('How many pictures to draw, or their addresses'),
  })
  .describe('One publication; what is absent is filled in from its car and the seed')
export type ListingRow = z.infer<typeof ListingRow>

export const Stock = z
  .strictObject({
    count: z.int().min(1).max(1_000_000),
    prefix: z
      .string()
      .regex(/^[A-Za-z0-9]{1,20}$/, 'expected letters and digits')
      .describe('ExternalIds are `{prefix}-0001` and so on'),
    from: z.int().min(1).default(1).describe('Number of the first ExternalId'),
    app: z.string().optional().describe('Who published it; absent: the first app with write access'),
    newShare: share.optional().describe('Share of new cars, 0 to 1; absent: as the product admits, else 0.25'),
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
export type Stock = z.infer<typeof Stock>
