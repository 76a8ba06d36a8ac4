import * as z from 'zod'

/** Schemas of the hand-written brand and model data in `fixtures/catalogue/brands.json`. */

/** `[cm3, CV, fuel name]` or `[cm3, CV, fuel name, label]`; electric engines have 0 cm3. */
const engineSchema = z.union([
  z.tuple([z.int().min(0), z.int().positive(), z.string().min(1)]),
  z.tuple([z.int().min(0), z.int().positive(), z.string().min(1), z.string().min(1)]),
])

/** A codename: lower case `a-z0-9-`. */
export const codenameSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower case a-z, 0-9 and single hyphens')

/** Source data of a model. Its lists run from the most basic entry to the best equipped. */
export const modelSourceSchema = z.strictObject({
  Nombre: z.string().min(1),
  codenames: z.array(codenameSchema).min(1),
  bodies: z.array(z.string()).min(1),
  segment: z.string().min(1),
  /** First and last model year; the last is null while the model is sold new. */
  years: z.tuple([z.int().min(1908), z.int().max(2050).nullable()]),
  origin: z.string().min(1),
  engines: z.array(engineSchema).min(1),
  trims: z.array(z.string().min(1)).min(1),
  /** Trade name with the number of gears: `MT5` is manual, all others (`CVT`, `DSG7`) are automatic. */
  gearboxes: z.array(z.string().regex(/^[A-Za-z-]+\d*$/, 'expected a name such as MT5, AT6 or CVT')).min(1),
  drives: z.array(z.enum(['4x2', '4x4'])).optional(),
  /** How many versions derive from this, so that ids are known before the versions are. */
  versions: z.int().positive(),
})
export type ModelSource = z.infer<typeof modelSourceSchema>

/** Data that all models of a brand share. */
export const brandTraitsSchema = z.strictObject({
  Nombre: z.string().min(1),
  codenames: z.array(codenameSchema).min(1),
  guarantee: z.string().min(1),
  /** `1.6 Trendline 5P` or `XEi 2.0 CVT`. */
  naming: z.enum(['engine first', 'trim first']),
  premium: z.boolean(),
})
export type BrandTraits = z.infer<typeof brandTraitsSchema>
