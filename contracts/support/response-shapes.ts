import * as z from 'zod'
import { PLAIN_MEMBERS, PUBLICATION_MEMBERS } from '../../src/api/wire/publication-members.ts'
import {
  Agencia,
  AgenciaRef,
  AppNotificaciones,
  AppWebhook,
  EntryPoint,
  Locacion,
  Marca,
  Modelo,
  Operador,
  Productos,
  PublicacionRef,
  VersionDetail,
  VersionRef,
  VersionSummary,
} from '../../src/api/wire/response-schemas.ts'
import { CustomHeader, LinkBlock, Links, nullable, Valor } from '../../src/api/wire/shared-schemas.ts'
import { LinkShape } from '../../src/kit/target/links.ts'

/**
 * Schemas of the required parts of response bodies: members that name something are present, others may be
 * null if the description does not exclude it (COM-14), additional members are legal.
 */

/** COM-03. */
export const LinksShape = z.record(z.string(), LinkShape)
/** COM-04. */
export const LinkBlockShape = z.object({ _links: LinksShape })

/** COM-06. */
export const RefShape = z.object({ href: z.string().min(1), title: z.string() })

const text = nullable(z.string())
const integer = nullable(z.int())

/** COM-05, with the shape of its entries. */
export const collectionShape = <S extends z.ZodType>(entry: S) =>
  z.object({ _links: LinksShape, _entries: z.array(entry) })

/** COM-07. */
export const AmountShape = nullable(Valor)
/** COM-08. */
export const PlaceShape = Locacion
/** COM-09. */
export const CustomHeaderShape = nullable(CustomHeader)

/** Returns the shape of a body with links as services show them: each of their members may be null. */
const withShownLinks = <S extends z.core.$ZodShape>(schema: z.ZodObject<S>): z.ZodObject<S> => {
  const members = Object.entries(schema.shape).map(([name, member]) => [
    name,
    member === Links ? LinksShape : member === LinkBlock ? LinkBlockShape : member,
  ])
  return z.object(Object.fromEntries(members)) as z.ZodObject<S> // the types differ only in that null
}

/** CAT-01. */
export const EntryPointShape = withShownLinks(EntryPoint).extend({ _links: z.object({ self: LinkShape }) })
/** CAT-09. */
export const BrandShape = withShownLinks(Marca)
/** CAT-09. */
export const ModelShape = withShownLinks(Modelo).extend({ Codename: text })

const trim = { Nombre: text, Codename: text, Carroceria: text, Segmento: text }

/** CAT-04. */
export const VersionSummaryShape = withShownLinks(VersionSummary).extend({
  Propulsion: text,
  Transmision: text,
  Potencia: text,
  Cilindrada: text,
  ...trim,
})

/** CAT-05. The types of its first members are open (`catalogue/detail-types`), their presence is not. */
export const VersionDetailShape = withShownLinks(VersionDetail).extend({
  Origen: z.unknown().refine((value) => value !== undefined, 'a member'),
  Garantia: z.unknown().refine((value) => value !== undefined, 'a member'),
  Precio: nullable(z.union([z.number(), z.string(), z.object({})])),
  Colores: z.array(z.unknown()),
  InfoTecnica: z.array(z.object({ Seccion: text, Valor: text, Datos: text })),
  ...trim,
})

/** CAT-06. */
export const VersionRefShape = VersionRef.extend({ ...RefShape.shape, Version: text })

/** CAT-03: summary or detail; which media type selects the detail is open (`catalogue/detail-media-type`). */
export const VersionShape = z.union([VersionDetailShape, VersionSummaryShape])

/** AGE-02. */
export const OperatorShape = withShownLinks(Operador).extend({
  Nombre: text,
  Apellido: text,
  Direcciones: z.array(PlaceShape),
})

/** INQ-02. */
export const InquiryShape = z.object({
  Momento: z.string(),
  OrigenLead: z.string(),
  TipoAnuncio: z.string(),
  Auto: z.object({
    ExternalId: z.string(),
    Estado: z.string(),
    Precio: AmountShape,
    Anticipo: AmountShape,
    Cuota: AmountShape,
  }),
  Interesado: z.object({ Interes: z.string() }),
  OperadorResponsable: z.string(),
  _links: LinksShape,
})

/** AGE-06. */
export const AgencyShape = withShownLinks(Agencia)
/** AGE-06. */
export const AgencyRefShape = AgenciaRef.extend(RefShape.shape)
/** AGE-07. */
export const PackageShape = withShownLinks(Productos)

const plainShapes = { text, integer, boolean: nullable(z.boolean()), nullable: AmountShape }

/** The members of a publication whose types the description shows (PUB-02). */
export const PublicationShape = z.object({
  ExternalId: z.string(),
  Vin: text,
  EstadoActual: z.string(),
  Exposicion: text,
  OperadorResponsable: text,
  Marca: z.string(),
  Modelo: z.string(),
  Version: text,
  Transmision: text,
  Propulsion: text,
  ...Object.fromEntries(
    PLAIN_MEMBERS.map((name) => [name, plainShapes[PUBLICATION_MEMBERS[name].create.kind]]),
  ),
  DatosTecnicosCustom: nullable(z.array(z.unknown())),
  Fotos: nullable(z.array(z.string())),
  Locacion: nullable(PlaceShape),
  Telefono: text,
  Consultas: LinkBlockShape,
  _links: LinksShape,
})
/** PUB-02. */
export const PublicationRefShape = PublicacionRef.extend(RefShape.shape)

/** EVT-02, EVT-03. */
export const WebhookShape = withShownLinks(AppWebhook)
/** A configuration as a service shows it (EVT-02). */
export type ShownWebhook = z.infer<typeof WebhookShape>
/** EVT-01. */
export const TopicListShape = z.object({
  ...AppNotificaciones.shape,
  TopicsConfigurados: z.array(z.object({ Topic: z.string(), Config: WebhookShape })),
  _links: LinksShape,
})
