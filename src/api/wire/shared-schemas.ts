import * as z from 'zod'

/** Schemas that several resources share (COM-02, COM-03, COM-04, COM-05, COM-06, COM-07, COM-08, COM-09). */

export const Link = z
  .object({
    href: z.string().describe('URI, or URI template when `templated` is true'),
    templated: z.boolean().optional().describe('true when `href` is a URI template'),
    method: z.string().optional().describe('HTTP method, present when it is not GET'),
  })
  .describe('Link object')

export type Link = z.infer<typeof Link>

export const Links = z.record(z.string(), Link).describe('Relation name to link object')
export type Links = z.infer<typeof Links>

export const LinkBlock = z.object({ _links: Links }).describe('Points to a related collection')

export const Ref = z.object({ href: z.string(), title: z.string() }).describe('Compact form of a resource')
export type Ref = z.infer<typeof Ref>

export const Valor = z
  .object({ Moneda: z.string(), Importe: z.number().meta({ 'x-go-type': 'float64' }) })
  .describe('Amount of money')
export type Valor = z.infer<typeof Valor>

export const Direccion = z
  .object({ Region: z.string(), Ciudad: z.string(), Direccion: z.string() })
  .describe('Place of sale; `Region` holds the name of the region in responses')
export type Direccion = z.infer<typeof Direccion>

export const CustomHeader = z
  .object({ Name: z.string(), Value: z.string() })
  .describe('Header added to deliveries')

/** A date-time with its offset, e.g. `2026-03-01T12:00:00-03:00`. */
export const DateTime = z.iso.datetime({ offset: true })

/** Members of every page besides its entries and links. */
export const PageHead = { Pagina: z.int32(), Total: z.int32(), PerPagina: z.int32() }

/** Makes a schema accept null. */
export const nullable = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()])
