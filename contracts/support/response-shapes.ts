import * as z from 'zod'
import { nullable } from '../../src/wire/shapes.ts'

/**
 * Bodies as far as the description commits a service to them, and no further: members that name something are there, the others may be null
 * where nothing is said against it (COM-14), and what else a body holds is free.
 */

/** COM-02. `templated` and `method` say nothing when they are null. */
export const Link = z.object({
  href: z.string(),
  templated: nullable(z.boolean()).optional(),
  method: nullable(z.string()).optional(),
})
export type LinkObject = z.infer<typeof Link>
export const Links = z.record(z.string(), Link)
export const LinkBlock = z.object({ _links: Links })

export const Ref = z.object({ href: z.string().min(1), title: z.string() })

const text = nullable(z.string())
const integer = nullable(z.int())

export const collectionOf = <S extends z.ZodType>(entry: S) => z.object({ _links: Links, _entries: z.array(entry) })

/** COM-07. */
export const Amount = nullable(z.object({ Moneda: z.string(), Importe: z.number() }))
/** COM-08. */
export const Place = z.object({ Region: text, Ciudad: text, Direccion: text })
/** COM-09. */
export const HeaderSlot = nullable(z.object({ Name: z.string(), Value: z.string() }))

export const Brand = z.object({ Nombre: z.string(), Codenames: z.array(z.string()), Modelos: LinkBlock, _links: Links })
export const Model = z.object({
  Marca: z.string(),
  Nombre: z.string(),
  Codename: text,
  Carrocerias: z.array(z.string()),
  Versiones: LinkBlock,
  _links: Links,
})

const trim = { Marca: z.string(), Modelo: z.string(), Nombre: text, Codename: text, Carroceria: text, Segmento: text }

/** CAT-04. */
export const Summary = z.object({
  VersionYear: integer,
  Propulsion: text,
  Transmision: text,
  Potencia: text,
  Cilindrada: text,
  ...trim,
  _links: Links,
})

/** CAT-05; the types of its first members are open (`catalogue/detail-types`), that they are there is not. */
export const Detail = z.object({
  VersionYear: integer,
  Origen: z.unknown().refine((value) => value !== undefined, 'a member'),
  Garantia: z.unknown().refine((value) => value !== undefined, 'a member'),
  Foto: text,
  Precio: nullable(z.union([z.number(), z.string(), z.object({})])),
  Colores: z.array(z.unknown()),
  ActualmenteDisponible: z.boolean(),
  InfoTecnica: z.array(z.object({ Seccion: text, Valor: text, Datos: text })),
  ...trim,
  _links: Links,
})

/** CAT-06. */
export const TrimRef = z.object({
  ...Ref.shape,
  Marca: z.string(),
  Modelo: z.string(),
  Version: text,
  VersionYear: integer,
})

/** The three forms that CAT-03 lets a version be read in without a word about which type selects the detail. */
export const AnyVersion = z.union([Detail, Summary])

export const Operator = z.object({
  Nombre: text,
  Apellido: text,
  Email: z.string(),
  Telefonos: z.array(z.string()),
  Direcciones: z.array(Place),
  EsAdministradorAgencia: z.boolean(),
  Publicaciones: LinkBlock,
  Consultas: LinkBlock,
  _links: Links,
})

export const Inquiry = z.object({
  Momento: z.string(),
  OrigenLead: text,
  TipoAnuncio: text,
  Auto: z.object({ ExternalId: text, Estado: text, Precio: Amount, Anticipo: Amount, Cuota: Amount }),
  Interesado: z.object({}),
  OperadorResponsable: text,
  _links: Links,
})

export const Agency = z.object({
  AdminMail: z.string(),
  NombreComercial: z.string(),
  Productos: LinkBlock,
  Operadores: LinkBlock,
  Sucursales: LinkBlock,
  Notificaciones: LinkBlock,
  Publicaciones: LinkBlock,
  Consultas: LinkBlock,
  Visitas: LinkBlock,
  _links: Links,
})
export const AgencyRef = z.object({ ...Ref.shape, AdminMail: z.string() })

/** The members of a publication whose types are shown (PUB-02). */
export const Listing = z.object({
  ExternalId: z.string(),
  RefStock: text,
  Vin: text,
  EstadoActual: z.string(),
  Exposicion: text,
  OperadorResponsable: text,
  Marca: z.string(),
  Modelo: z.string(),
  Version: text,
  VersionYear: integer,
  Transmision: text,
  Propulsion: text,
  Kilometraje: integer,
  Color: text,
  Descripcion: text,
  DatosTecnicosCustom: nullable(z.array(z.unknown())),
  Precio: Amount,
  Adelanto: Amount,
  Cuota: Amount,
  Fotos: nullable(z.array(z.string())),
  Locacion: nullable(Place),
  Telefono: text,
  Consultas: LinkBlock,
  _links: Links,
})
export const ListingRef = z.object({ ...Ref.shape, etag: z.string(), ExternalId: z.string(), EstadoActual: z.string() })
