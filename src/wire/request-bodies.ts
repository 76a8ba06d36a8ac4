import { completeObject, integerWithin, objectOf, orNull, textWithin } from './body-type.ts'
import { ceilings, limits } from './limits.ts'

/**
 * Request bodies, with the types and bounds of the description and no more (PUB-03, PUB-04, PUB-05, PUB-07,
 * PUB-11, PUB-14, PUB-15, PUB-16, PUB-17, PUB-21, PUB-28, AGE-03, AGE-05, EVT-03). The description never
 * lists required members, so all are optional here and `publications/required-members` decides in the domain.
 * A member accepts null only where the description gives null a meaning; elsewhere `common/null-members`
 * decides.
 */

/** `limits/texts` */
const ANY_TEXT = textWithin({ max: ceilings.text })
const BOOLEAN = { kind: 'boolean' } as const

/** `Moneda` by best-match; bounds in `common/valor-bounds`. */
export const VALOR_SENT = completeObject({ Moneda: textWithin({ min: 1 }), Importe: { kind: 'number' } })

const PLACE_SENT = orNull(ANY_TEXT)

/** The place of sale of a listing; bounds in `publications/location-bounds`. */
export const LOCACION_SENT = objectOf({ Region: PLACE_SENT, Ciudad: PLACE_SENT, Direccion: PLACE_SENT })

const AMOUNT = orNull(VALOR_SENT)
const AMOUNTS = { Precio: AMOUNT, Adelanto: AMOUNT, Cuota: AMOUNT } as const

/** Members that create and full edit share, with one set of types and bounds (PUB-21). */
const VEHICLE = {
  RefStock: textWithin(limits.refStock),
  Vin: orNull(textWithin({ min: limits.vin.length, max: limits.vin.length })),
  Activa: orNull(BOOLEAN),
  Exposicion: orNull(textWithin(limits.exposicion)),
  OperadorResponsable: orNull(textWithin({ max: limits.operadorResponsable.max })),
  VersionYear: integerWithin(limits.versionYear),
  Kilometraje: integerWithin(limits.kilometraje),
  // PUB-15
  Color: textWithin({ min: limits.color.min, isTruncated: true }),
  Descripcion: textWithin(limits.descripcion),
  DatosTecnicosCustom: { kind: 'list', of: { kind: 'any' }, max: limits.datosTecnicosCustom.max },
  ...AMOUNTS,
  // `limits/photos`
  Fotos: { kind: 'list', of: ANY_TEXT, max: ceilings.photos },
  AplicaCertificadoGarantiaUsado: BOOLEAN,
  Locacion: orNull(LOCACION_SENT),
  Telefono: orNull(ANY_TEXT),
} as const

const PHONE = textWithin(limits.telefono)
const PLACE = textWithin(limits.place)

/** A header that is added to deliveries. */
const CUSTOM_HEADER_SENT = completeObject({ Name: textWithin({ min: 1 }), Value: ANY_TEXT })

const HEADER = orNull(CUSTOM_HEADER_SENT)
const CALLBACK = orNull(textWithin(limits.callback))
const SECRET = orNull(textWithin(limits.secret))

const CLOCK = orNull(textWithin({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }))
const HOURS = orNull(objectOf({ Desde: CLOCK, Hasta: CLOCK }))
const BRANCH_PLACE = orNull(textWithin({ max: limits.sucursal.place }))
const BRANCH_MAIL = orNull(textWithin({ max: limits.sucursal.email }))

/** Request bodies by the name of their schema. */
export const REQUEST_BODIES = {
  PublicacionCreate: objectOf({
    ExternalId: textWithin(limits.externalId),
    Marca: textWithin({ min: 1 }),
    Modelo: textWithin({ min: 1 }),
    Version: orNull(textWithin(limits.version)),
    Transmision: ANY_TEXT,
    Propulsion: ANY_TEXT,
    Carroceria: ANY_TEXT,
    ...VEHICLE,
  }),
  PublicacionEdit: objectOf(VEHICLE),
  PublicacionPartialEdit: objectOf({ ...AMOUNTS, Activa: orNull(BOOLEAN) }),
  OperadorEdit: objectOf({
    Nombre: textWithin(limits.nombre),
    Apellido: textWithin(limits.nombre),
    TelefonoLaboral: PHONE,
    WhatsApp: PHONE,
    Region: PLACE,
    Ciudad: PLACE,
    Direccion: PLACE,
  }),
  AgenciaEdit: objectOf({ NombreComercial: textWithin(limits.nombreComercial) }),
  AppWebhookUpsert: objectOf({
    Callback: CALLBACK,
    Secret: SECRET,
    Description: orNull(textWithin(limits.description)),
    Activo: BOOLEAN,
    HeaderCustom01: HEADER,
    HeaderCustom02: HEADER,
    HeaderCustom03: HEADER,
  }),
  // The edit of an agency's notification settings (`agencies/notification-put`).
  NotificacionesEdit: objectOf({
    PublicacionConsultadaWebHook: orNull(
      objectOf({
        Callback: CALLBACK,
        Secret: SECRET,
        Activo: BOOLEAN,
        HeaderCustom01: HEADER,
        HeaderCustom02: HEADER,
        HeaderCustom03: HEADER,
      }),
    ),
    PublicacionConsultadaAdfHook: orNull(
      objectOf({ Callback: CALLBACK, Activo: BOOLEAN, HeaderCustom01: HEADER }),
    ),
    PublicacionConsultadaAdfMail: orNull(objectOf({ Email: orNull(ANY_TEXT), Activo: BOOLEAN })),
    PublicacionConsultadaHtmlMail: orNull(objectOf({ EmailsCCO: orNull(ANY_TEXT), Activo: BOOLEAN })),
  }),
  // A branch (`agencies/branches`, `agencies/opening-hours`).
  SucursalEdit: objectOf({
    Descripcion: orNull(ANY_TEXT),
    Email: BRANCH_MAIL,
    Telefono: orNull(textWithin({ max: limits.sucursal.telefono })),
    Region: BRANCH_PLACE,
    Ciudad: BRANCH_PLACE,
    Direccion: BRANCH_PLACE,
    Comercial: BOOLEAN,
    TallerMecanico: BOOLEAN,
    Autopartes: BOOLEAN,
    Laborable: HOURS,
    PreFestivo: HOURS,
    Festivo: HOURS,
    ResponsableLeadsPostVenta: BRANCH_MAIL,
  }),
} as const

/** Name of a request body. */
export type RequestBodyName = keyof typeof REQUEST_BODIES

/** Members that cannot be edited (PUB-27). `publications/uneditable-members` decides what sending them does. */
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
  ...Object.keys(VEHICLE).filter((name) => !(name in REQUEST_BODIES.PublicacionPartialEdit.members)),
]
