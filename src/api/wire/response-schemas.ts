import * as z from 'zod'
import type { ChannelName, ChannelSettings } from './channels.ts'
import {
  isPlain,
  type PlainMember,
  type PlainMembers,
  PUBLICATION_MEMBERS,
  RESPONSE_MEMBERS,
  type ResponseMember,
} from './publication-members.ts'
import {
  CustomHeader,
  DateTime,
  Direccion,
  LinkBlock,
  Links,
  nullable,
  PageHead,
  Ref,
  Valor,
} from './shared-schemas.ts'

/**
 * Response bodies of the API. The exported types of the package derive from these schemas, and their names
 * are component names of the OpenAPI document.
 */

const text = nullable(z.string())
const money = nullable(Valor)

/** One row of a technical sheet (`publications/custom-data-item`, CAT-05). */
export const DatoTecnico = z.object({ Seccion: z.string(), Valor: z.string(), Datos: z.string() })
export type DatoTecnico = z.infer<typeof DatoTecnico>

/** The certificate of a used car (`publications/warranty`). */
export const CertificadoDeGarantiaUsado = z.object({ Aplica: z.boolean(), Titulo: z.string() })

/** The place of sale of a listing (`publications/location-absent-members`). */
export const Locacion = z.object({ Region: text, Ciudad: text, Direccion: text })

/** The members of a publication that are not shown as they were sent. */
const ownMembers = {
  ExternalId: z.string(),
  Vin: text,
  EstadoActual: z.string(),
  Exposicion: z.string(),
  OperadorResponsable: z.string(),
  Marca: z.string(),
  Modelo: z.string(),
  Version: text,
  Transmision: text,
  Propulsion: text,
  DatosTecnicosCustom: z.array(z.union([DatoTecnico, z.string()])),
  Fotos: z.array(z.string()),
  CertificadoDeGarantiaUsado: nullable(z.union([CertificadoDeGarantiaUsado, z.boolean()])),
  Locacion: nullable(Locacion),
  Telefono: text,
  Consultas: LinkBlock,
  _links: Links,
} as const satisfies Readonly<Record<Exclude<ResponseMember, PlainMember>, z.ZodType>>

/** Types of plain members without their bounds, which only requests must keep. */
const unbounded = {
  text: z.string(),
  integer: z.int32(),
  boolean: z.boolean(),
  nullable: Valor, // the only plain type that takes null
}

const shownSchema = (name: ResponseMember): z.ZodType => {
  const schema = isPlain(name) ? nullable(unbounded[PUBLICATION_MEMBERS[name].create.kind]) : ownMembers[name]
  const { shown } = PUBLICATION_MEMBERS[name]
  return shown === null ? schema : schema.describe(shown)
}

export const Publicacion = z.object(
  // One schema for each name.
  Object.fromEntries(RESPONSE_MEMBERS.map((name) => [name, shownSchema(name)])) as typeof ownMembers & {
    readonly [M in PlainMember]: z.ZodType<PlainMembers[M]>
  },
)
export type Publicacion = z.infer<typeof Publicacion>

export const PublicacionRef = z.object({
  etag: z.string(),
  ExternalId: z.string(),
  EstadoActual: z.string(),
  href: z.string(),
  title: z.string(),
})
export type PublicacionRef = z.infer<typeof PublicacionRef>

export const Auto = z.object({
  ExternalId: z.string().describe('empty for a catalogue inquiry'),
  RefStock: text,
  Marca: text,
  Modelo: text,
  Version: text,
  VersionYear: nullable(z.int32()),
  Kilometraje: nullable(z.int32()),
  Color: text,
  BodyType: text,
  Estado: z.string(),
  Precio: money,
  Anticipo: money,
  Cuota: money,
})

export const EntregaVehiculo = z.object({ Marca: text, Modelo: text, VersionYear: nullable(z.int32()) })
export const FinanciacionDeseada = z.object({ Adelanto: money, Cuota: money })

export const InfoOperacion = z.object({
  EntregaVehiculo: nullable(EntregaVehiculo),
  FinanciacionDeseada: nullable(FinanciacionDeseada),
  QuiereCotizacionSeguro: nullable(z.boolean()),
})
export type InfoOperacion = z.infer<typeof InfoOperacion>

/** All but `Interes` may be null (`inquiries/nullable-members`). */
export const Interesado = z.object({
  Interes: z.string(),
  Nombre: text,
  Apellido: text,
  Email: text,
  Telefono: text,
  DocIdentidad: text,
  Provincia: text,
  Ciudad: text,
  Comentario: text,
  InfoOperacion: nullable(InfoOperacion),
})
export type Interesado = z.infer<typeof Interesado>

export const Consulta = z.object({
  Momento: DateTime,
  OrigenLead: z.string(),
  TipoAnuncio: z.string(),
  Auto,
  Interesado,
  OperadorResponsable: z.string(),
  _links: Links,
})
export type Consulta = z.infer<typeof Consulta>

export const Operador = z.object({
  Nombre: z.string(),
  Apellido: z.string(),
  Email: z.string(),
  Telefonos: z.array(z.string()),
  Direcciones: z.array(Direccion),
  EsAdministradorAgencia: z.boolean(),
  Publicaciones: LinkBlock,
  Consultas: LinkBlock,
  _links: Links,
})
export type Operador = z.infer<typeof Operador>

export const Agencia = z.object({
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
export type Agencia = z.infer<typeof Agencia>

export const AgenciaRef = z.object({ AdminMail: z.string(), href: z.string(), title: z.string() })
export type AgenciaRef = z.infer<typeof AgenciaRef>

/** Places of one level of exposure. */
export const NivelExposicion = z.object({ Pack: z.int32(), Activas: z.int32(), Disponibles: z.int32() })
export const Productos = z.object({
  Baja: NivelExposicion,
  Media: NivelExposicion,
  Alta: NivelExposicion,
  _links: Links,
})
export type Productos = z.infer<typeof Productos>

const headers = {
  HeaderCustom01: nullable(CustomHeader),
  HeaderCustom02: nullable(CustomHeader),
  HeaderCustom03: nullable(CustomHeader),
}

export const WebHook = z.object({ Callback: text, Secret: text, Activo: z.boolean(), ...headers })
export const AdfHook = z.object({
  Callback: text,
  Activo: z.boolean(),
  HeaderCustom01: headers.HeaderCustom01,
})
export const AdfMail = z.object({ Email: text, Activo: z.boolean() })
export const HtmlMail = z.object({ EmailsCCO: text, Activo: z.boolean() })

const channels = {
  PublicacionConsultadaWebHook: nullable(WebHook),
  PublicacionConsultadaAdfHook: nullable(AdfHook),
  PublicacionConsultadaAdfMail: nullable(AdfMail),
  PublicacionConsultadaHtmlMail: nullable(HtmlMail),
} satisfies { [C in ChannelName]: z.ZodType<ChannelSettings<C> | null> }

export const Notificaciones = z.object({ ...channels, _links: Links })
export type Notificaciones = z.infer<typeof Notificaciones>

export const AppWebhook = z.object({
  Callback: text,
  Secret: text,
  Description: text,
  Activo: z.boolean(),
  ...headers,
  _links: Links,
})
export type AppWebhook = z.infer<typeof AppWebhook>

export const TopicConfigurado = z.object({ Topic: z.string(), Config: AppWebhook })
export const AppNotificaciones = z.object({
  TopicsDisponibles: z.array(z.string()),
  TopicsConfigurados: z.array(TopicConfigurado),
  _links: Links,
})
export type AppNotificaciones = z.infer<typeof AppNotificaciones>

export const Marca = z.object({
  Nombre: z.string(),
  Codenames: z.array(z.string()),
  Modelos: LinkBlock,
  _links: Links,
})
export type Marca = z.infer<typeof Marca>
export const Modelo = z.object({
  Marca: z.string(),
  Nombre: z.string(),
  Codename: z.string(),
  Carrocerias: z.array(z.string()),
  Versiones: LinkBlock,
  _links: Links,
})
export type Modelo = z.infer<typeof Modelo>

const versionNames = {
  Marca: z.string(),
  Modelo: z.string(),
  Nombre: z.string(),
  Codename: z.string(),
  Carroceria: z.string(),
  Segmento: z.string(),
  _links: Links,
}
export const VersionSummary = z.object({
  VersionYear: nullable(z.int32()),
  Propulsion: z.string(),
  Transmision: z.string(),
  Potencia: z.string(),
  Cilindrada: z.string(),
  ...versionNames,
})
export type VersionSummary = z.infer<typeof VersionSummary>
/** The version detail (CAT-05); `catalogue/detail-types` decides the types that it leaves open. */
export const VersionDetail = z.object({
  VersionYear: nullable(z.int32()),
  Origen: text,
  Garantia: text,
  Foto: text,
  Precio: money,
  Colores: z.array(z.string()),
  ActualmenteDisponible: z.boolean(),
  InfoTecnica: z.array(DatoTecnico),
  ...versionNames,
})
export type VersionDetail = z.infer<typeof VersionDetail>
export const VersionRef = z.object({
  Marca: z.string(),
  Modelo: z.string(),
  Version: z.string(),
  VersionYear: nullable(z.int32()),
  href: z.string(),
  title: z.string(),
})
export type VersionRef = z.infer<typeof VersionRef>
/** The versions best-match: values found from technical data (`catalogue/versions-bestmatch`). */
export const VersionBestMatch = z.object({
  Match: nullable(VersionSummary),
  Candidates: z.array(VersionSummary),
  Make: text,
  Model: text,
  Trim: text,
  FuelType: text,
  TransmisionType: text,
  _links: Links,
})
export type VersionBestMatch = z.infer<typeof VersionBestMatch>

export const Region = z.object({ Nombre: z.string(), Iso: z.string(), Ciudades: LinkBlock, _links: Links })
export type Region = z.infer<typeof Region>
export const Ciudad = z.object({ Nombre: z.string(), Region: z.string(), _links: Links })
export type Ciudad = z.infer<typeof Ciudad>
export const Moneda = z.object({
  Nombre: z.string(),
  Codename: z.string(),
  Simbolo: z.string(),
  _links: Links,
})
export type Moneda = z.infer<typeof Moneda>
export const Nombrado = z.object({ Nombre: z.string(), Codename: z.string(), _links: Links })
export type Nombrado = z.infer<typeof Nombrado>

export const Horario = z.object({ Desde: text, Hasta: text })
export const Sucursal = z.object({
  Descripcion: text,
  Email: text,
  Telefono: text,
  Region: text,
  Ciudad: text,
  Direccion: text,
  Comercial: z.boolean(),
  TallerMecanico: z.boolean(),
  Autopartes: z.boolean(),
  Laborable: nullable(Horario),
  PreFestivo: nullable(Horario),
  Festivo: nullable(Horario),
  ResponsableLeadsPostVenta: text,
  _links: Links,
})
export type Sucursal = z.infer<typeof Sucursal>

export const Visita = z.object({
  Fecha: z.iso.date(),
  ExternalId: z.string(),
  Visitas: z.int32(),
  _links: Links,
})
export type Visita = z.infer<typeof Visita>

export const EntryPoint = z.object({
  Agencias: LinkBlock,
  Regiones: LinkBlock,
  Ciudades: LinkBlock,
  Monedas: LinkBlock,
  Propulsiones: LinkBlock,
  Carrocerias: LinkBlock,
  Marcas: LinkBlock,
  Modelos: LinkBlock,
  Versiones: LinkBlock,
  AppNotificaciones: LinkBlock,
  _links: Links,
})
export type EntryPoint = z.infer<typeof EntryPoint>

/** Schema of a collection. */
export const collection = <S extends z.ZodType>(entry: S) =>
  z.object({ _links: Links, _entries: z.array(entry) })

/** Schema of a page. */
export const page = <S extends z.ZodType>(entry: S) =>
  z.object({ ...PageHead, _links: Links, _entries: z.array(entry) })

/** Schema of a page of a list by period (`GET /v3/consultas`, `/v3/visitas`). */
export const periodPage = <S extends z.ZodType>(entry: S) =>
  z.object({ Desde: DateTime, Hasta: DateTime, ...PageHead, _links: Links, _entries: z.array(entry) })

/** A collection, as the `collection` schema describes it. */
export interface Collection<Entry> {
  readonly _links: Links
  readonly _entries: readonly Entry[]
}

/** A page, as the `page` schema describes it. Lists by period also have `Desde` and `Hasta`. */
export interface Page<Entry> extends Collection<Entry> {
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
  readonly Desde?: string
  readonly Hasta?: string
}

export { Ref }
