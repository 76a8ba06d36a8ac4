import * as z from 'zod'
import { PLAIN_MEMBERS, PUBLICATION_MEMBERS } from '../../src/api/wire/publication-members.ts'
import { AppNotificaciones, AppWebhook } from '../../src/api/wire/response-schemas.ts'
import { nullable } from '../../src/api/wire/shared-schemas.ts'

/**
 * Schemas of the required parts of response bodies: members that name something are present, others may be
 * null if the description does not exclude it (COM-14), additional members are legal.
 */

/** COM-02. `templated` and `method` may be null, which counts as absent. */
export const LinkShape = z.object({
  href: z.string(),
  templated: nullable(z.boolean()).optional(),
  method: nullable(z.string()).optional(),
})
/** A link object (COM-02). */
export type LinkObjectShape = z.infer<typeof LinkShape>
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
export const AmountShape = nullable(z.object({ Moneda: z.string(), Importe: z.number() }))
/** COM-08. */
export const PlaceShape = z.object({ Region: text, Ciudad: text, Direccion: text })
/** COM-09. */
export const CustomHeaderShape = nullable(z.object({ Name: z.string(), Value: z.string() }))

/** CAT-09. */
export const BrandShape = z.object({
  Nombre: z.string(),
  Codenames: z.array(z.string()),
  Modelos: LinkBlockShape,
  _links: LinksShape,
})
/** CAT-09. */
export const ModelShape = z.object({
  Marca: z.string(),
  Nombre: z.string(),
  Codename: text,
  Carrocerias: z.array(z.string()),
  Versiones: LinkBlockShape,
  _links: LinksShape,
})

const trim = {
  Marca: z.string(),
  Modelo: z.string(),
  Nombre: text,
  Codename: text,
  Carroceria: text,
  Segmento: text,
}

/** CAT-04. */
export const VersionSummaryShape = z.object({
  VersionYear: integer,
  Propulsion: text,
  Transmision: text,
  Potencia: text,
  Cilindrada: text,
  ...trim,
  _links: LinksShape,
})

/** CAT-05. The types of its first members are open (`catalogue/detail-types`), their presence is not. */
export const VersionDetailShape = z.object({
  VersionYear: integer,
  Origen: z.unknown().refine((value) => value !== undefined, 'a member'),
  Garantia: z.unknown().refine((value) => value !== undefined, 'a member'),
  Foto: text,
  Precio: nullable(z.union([z.number(), z.string(), z.object({})])),
  Colores: z.array(z.unknown()),
  ActualmenteDisponible: z.boolean(),
  InfoTecnica: z.array(z.object({ Seccion: text, Valor: text, Datos: text })),
  ...trim,
  _links: LinksShape,
})

/** CAT-06. */
export const VersionRefShape = z.object({
  ...RefShape.shape,
  Marca: z.string(),
  Modelo: z.string(),
  Version: text,
  VersionYear: integer,
})

/** CAT-03: summary or detail; which media type selects the detail is open (`catalogue/detail-media-type`). */
export const VersionShape = z.union([VersionDetailShape, VersionSummaryShape])

/** AGE-02. */
export const OperatorShape = z.object({
  Nombre: text,
  Apellido: text,
  Email: z.string(),
  Telefonos: z.array(z.string()),
  Direcciones: z.array(PlaceShape),
  EsAdministradorAgencia: z.boolean(),
  Publicaciones: LinkBlockShape,
  Consultas: LinkBlockShape,
  _links: LinksShape,
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
export const AgencyShape = z.object({
  AdminMail: z.string(),
  NombreComercial: z.string(),
  Productos: LinkBlockShape,
  Operadores: LinkBlockShape,
  Sucursales: LinkBlockShape,
  Notificaciones: LinkBlockShape,
  Publicaciones: LinkBlockShape,
  Consultas: LinkBlockShape,
  Visitas: LinkBlockShape,
  _links: LinksShape,
})
/** AGE-06. */
export const AgencyRefShape = z.object({ ...RefShape.shape, AdminMail: z.string() })

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
export const PublicationRefShape = z.object({
  ...RefShape.shape,
  etag: z.string(),
  ExternalId: z.string(),
  EstadoActual: z.string(),
})

/** EVT-02, EVT-03. */
export const WebhookShape = z.object({ ...AppWebhook.shape, _links: LinksShape })
/** A configuration as a service shows it (EVT-02). */
export type ShownWebhook = z.infer<typeof WebhookShape>
/** EVT-01. */
export const TopicListShape = z.object({
  ...AppNotificaciones.shape,
  TopicsConfigurados: z.array(z.object({ Topic: z.string(), Config: WebhookShape })),
  _links: LinksShape,
})
