import * as z from 'zod'
import { limits } from './limits.ts'
import { boundedText, nullable } from './shared-schemas.ts'

/**
 * Request bodies, with the types and bounds of the description and no more (PUB-03, PUB-04, PUB-05, PUB-07,
 * PUB-11, PUB-14, PUB-15, PUB-16, PUB-17, PUB-21, PUB-28, AGE-03, AGE-05, EVT-03). The description never
 * lists required members, so all are optional here and `publications/required-members` decides in the domain.
 * A member accepts null only where the description gives null a meaning; elsewhere `common/null-members`
 * decides.
 */

/** `Moneda` by best-match; bounds in `common/valor-bounds`. */
export const ValorSent = z.object({ Moneda: boundedText({ min: 1 }), Importe: z.number() })

const Monto = nullable(ValorSent).optional()

export const LocacionSent = z.object({
  Region: nullable(boundedText(limits.place)).optional(),
  Ciudad: nullable(boundedText(limits.place)).optional(),
  Direccion: nullable(boundedText(limits.place)).optional(),
})

const email = (max: number) => boundedText({ max })

/** Members that create and full edit share, with one set of types and bounds (PUB-21). */
const vehicle = {
  RefStock: boundedText(limits.refStock).optional(),
  Vin: nullable(boundedText({ min: limits.vin.length, max: limits.vin.length })).optional(),
  Activa: nullable(z.boolean()).optional(),
  Exposicion: nullable(boundedText(limits.exposicion)).optional(),
  OperadorResponsable: nullable(email(limits.operadorResponsable.max)).optional(),
  VersionYear: z.int32().min(limits.versionYear.min).max(limits.versionYear.max).optional(),
  Kilometraje: z.int32().min(limits.kilometraje.min).max(limits.kilometraje.max).optional(),
  Color: boundedText({ min: limits.color.min }).optional(),
  Descripcion: boundedText(limits.descripcion).optional(),
  DatosTecnicosCustom: z.array(z.unknown()).max(limits.datosTecnicosCustom.max).optional(),
  Precio: Monto,
  Adelanto: Monto,
  Cuota: Monto,
  Fotos: z.array(z.string()).optional(),
  AplicaCertificadoGarantiaUsado: z.boolean().optional(),
  Locacion: nullable(LocacionSent).optional(),
  Telefono: nullable(z.string()).optional(),
}

export const PublicacionCreate = z.object({
  ExternalId: boundedText(limits.externalId).optional(),
  Marca: boundedText({ min: 1 }).optional(),
  Modelo: boundedText({ min: 1 }).optional(),
  Version: nullable(boundedText(limits.version)).optional(),
  Transmision: z.string().optional(),
  Propulsion: z.string().optional(),
  Carroceria: z.string().optional(),
  ...vehicle,
})
export type PublicacionCreate = z.infer<typeof PublicacionCreate>

export const PublicacionEdit = z.object(vehicle)
export type PublicacionEdit = z.infer<typeof PublicacionEdit>

export const PublicacionPartialEdit = z.object({
  Precio: Monto,
  Adelanto: Monto,
  Cuota: Monto,
  Activa: nullable(z.boolean()).optional(),
})
export type PublicacionPartialEdit = z.infer<typeof PublicacionPartialEdit>

/**
 * Members that cannot be edited (PUB-27). `publications/uneditable-members` decides what sending them does.
 */
export const UNEDITABLE = [
  'ExternalId',
  'Marca',
  'Modelo',
  'Version',
  'Transmision',
  'Propulsion',
  'Carroceria',
] as const

/** Members that the partial edit does not accept (PUB-28): the above and those of the full edit only. */
export const UNEDITABLE_IN_PART: readonly string[] = [
  ...UNEDITABLE,
  ...Object.keys(vehicle).filter((name) => !Object.hasOwn(PublicacionPartialEdit.shape, name)),
]

const phone = boundedText(limits.telefono).optional()
const place = boundedText(limits.place).optional()

export const OperadorEdit = z.object({
  Nombre: boundedText(limits.nombre).optional(),
  Apellido: boundedText(limits.nombre).optional(),
  TelefonoLaboral: phone,
  WhatsApp: phone,
  Region: place,
  Ciudad: place,
  Direccion: place,
})
export type OperadorEdit = z.infer<typeof OperadorEdit>

export const AgenciaEdit = z.object({
  NombreComercial: boundedText(limits.nombreComercial).optional(),
})
export type AgenciaEdit = z.infer<typeof AgenciaEdit>

const CustomHeaderSent = z.object({ Name: boundedText({ min: 1 }), Value: z.string() })
const header = nullable(CustomHeaderSent).optional()
const callback = nullable(boundedText(limits.callback)).optional()
const secret = nullable(boundedText(limits.secret)).optional()

export const AppWebhookUpsert = z.object({
  Callback: callback,
  Secret: secret,
  Description: nullable(boundedText(limits.description)).optional(),
  Activo: z.boolean().optional(),
  HeaderCustom01: header,
  HeaderCustom02: header,
  HeaderCustom03: header,
})
export type AppWebhookUpsert = z.infer<typeof AppWebhookUpsert>

/** The edit of an agency's notification settings (`agencies/notification-put`). */
export const NotificacionesEdit = z.object({
  PublicacionConsultadaWebHook: nullable(
    z.object({
      Callback: callback,
      Secret: secret,
      Activo: z.boolean().optional(),
      HeaderCustom01: header,
      HeaderCustom02: header,
      HeaderCustom03: header,
    }),
  ).optional(),
  PublicacionConsultadaAdfHook: nullable(
    z.object({ Callback: callback, Activo: z.boolean().optional(), HeaderCustom01: header }),
  ).optional(),
  PublicacionConsultadaAdfMail: nullable(
    z.object({ Email: nullable(z.string()).optional(), Activo: z.boolean().optional() }),
  ).optional(),
  PublicacionConsultadaHtmlMail: nullable(
    z.object({ EmailsCCO: nullable(z.string()).optional(), Activo: z.boolean().optional() }),
  ).optional(),
})
export type NotificacionesEdit = z.infer<typeof NotificacionesEdit>

const clock = nullable(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).optional()
const hours = nullable(z.object({ Desde: clock, Hasta: clock })).optional()
const branchPlace = nullable(boundedText({ max: limits.sucursal.place })).optional()

/** A branch (`agencies/branches`, `agencies/opening-hours`). */
export const SucursalEdit = z.object({
  Descripcion: nullable(z.string()).optional(),
  Email: nullable(email(limits.sucursal.email)).optional(),
  Telefono: nullable(boundedText({ max: limits.sucursal.telefono })).optional(),
  Region: branchPlace,
  Ciudad: branchPlace,
  Direccion: branchPlace,
  Comercial: z.boolean().optional(),
  TallerMecanico: z.boolean().optional(),
  Autopartes: z.boolean().optional(),
  Laborable: hours,
  PreFestivo: hours,
  Festivo: hours,
  ResponsableLeadsPostVenta: nullable(email(limits.sucursal.email)).optional(),
})
export type SucursalEdit = z.infer<typeof SucursalEdit>
