import { completeObject, documented, integerWithin, objectOf, orNull, textWithin } from './body-type.ts'
import { LEVELS } from './exposure-level.ts'
import { ceilings, limits } from './limits.ts'

/** Types of the members of a listing, as requests send them. */

/** A text without a documented bound (`limits/texts`). */
export const ANY_TEXT = textWithin({ max: ceilings.text })
/** True or false. */
export const BOOLEAN = { kind: 'boolean' } as const
/** Documents a text as an e-mail, one `@` with text on both sides, or as empty, which counts as absent. */
export const EMAIL_OR_EMPTY = { schema: { pattern: '^([^\\s@]+@[^\\s@]+)?$' } } as const

/** Go's generators take a plain number for a float32, which cannot hold an amount. */
const FLOAT64 = { 'x-go-type': 'float64' } as const

/** `Moneda` by best-match; bounds in `common/valor-bounds`. */
export const VALOR_SENT = documented(
  'An amount of money',
  completeObject({
    Moneda: documented('Currency: id, api-url, api-url-path, name or ISO 4217 code', textWithin({ min: 1 })),
    Importe: documented(
      'Amount in the currency: 0 to 999999999999.99, two decimals at most',
      { kind: 'number' } as const,
      { schema: { minimum: 0, maximum: 999_999_999_999.99, ...FLOAT64 } },
    ),
  }),
)

const PLACE_SENT = orNull(ANY_TEXT)
/** The bound that `publications/location-bounds` sets. */
const PLACE_BOUND = { schema: { maxLength: limits.place.max } }
/** Forms that name a region or a city. */
export const PLACE_FORMS = 'id, api-url, api-url-path, name'

/** The place of sale of a listing; bounds in `publications/location-bounds`. */
export const LOCACION_SENT = documented(
  'Place of sale. Each member has up to 200 characters',
  objectOf({
    Region: documented(`Region: ${PLACE_FORMS} or ISO 3166-2 code`, PLACE_SENT, PLACE_BOUND),
    Ciudad: documented(`City: ${PLACE_FORMS} or part of the name`, PLACE_SENT, PLACE_BOUND),
    Direccion: documented('Street and number', PLACE_SENT, PLACE_BOUND),
  }),
)

const AMOUNT = orNull(VALOR_SENT)
/** The three amounts of a listing; null means none. */
export const AMOUNTS_SENT = {
  Precio: documented('Price', AMOUNT),
  Adelanto: documented('Down payment', AMOUNT),
  Cuota: documented('Instalment', AMOUNT),
} as const

/** The responsible operator. */
export const OPERATOR_SENT = orNull(textWithin({ max: limits.operadorResponsable.max }))
/** Addresses of photos (`limits/photos`). */
export const PHOTOS_SENT = {
  kind: 'list',
  of: documented('A public http or https address', ANY_TEXT, { format: 'uri' }),
  max: ceilings.photos,
} as const
/** The least size of a photo, in words. */
export const PHOTO_SIZE = `at least ${limits.fotos.minWidthPx} px wide and ${limits.fotos.minHeightPx} px high`
/** The phone of a listing. */
export const TELEFONO_SENT = orNull(ANY_TEXT)

/** Members that create and full edit share, with one set of types and bounds (PUB-21). */
export const VEHICLE_SENT = {
  RefStock: documented("The agency's own stock reference", textWithin(limits.refStock)),
  Vin: documented(
    'Vehicle identification number, valid by ISO 3779: 17 letters and digits without I, O and Q',
    textWithin({ min: limits.vin.length, max: limits.vin.length }),
    { schema: { pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]*$' } },
  ),
  Activa: documented('True: active; false: suspended', orNull(BOOLEAN), { default: true }),
  Exposicion: documented(
    'Level of exposure. Null, or a level that is not available: the best permitted and available one',
    orNull(textWithin(limits.exposicion)),
    // An empty text counts as null (`publications/empty-strings`).
    { values: [...LEVELS, ''] },
  ),
  OperadorResponsable: documented(
    'E-mail of the responsible operator. Null: the administrator of the agency',
    OPERATOR_SENT,
    EMAIL_OR_EMPTY,
  ),
  VersionYear: documented('Version year or registration year', integerWithin(limits.versionYear)),
  Kilometraje: documented(
    'Mileage in kilometres; 0 only for a new (unregistered) car. Suspicious values, and values that the ' +
      'contracted products do not allow, may be refused',
    integerWithin(limits.kilometraje),
  ),
  Color: documented(
    `Colour; truncated at ${limits.color.max} characters, not refused`,
    textWithin({ min: limits.color.min, isTruncated: true }),
  ),
  Descripcion: documented('Free text', textWithin(limits.descripcion)),
  DatosTecnicosCustom: documented(
    "Rows of technical data, used only when the version is unknown; a known version shows the service's own",
    { kind: 'list', of: { kind: 'any' }, max: limits.datosTecnicosCustom.max } as const,
  ),
  ...AMOUNTS_SENT,
  Fotos: documented(
    `Pictures, ${PHOTO_SIZE}, which the service downloads; a used car must have one`,
    PHOTOS_SENT,
  ),
  AplicaCertificadoGarantiaUsado: documented(
    'True: the publication of a used car shows its warranty certificate',
    BOOLEAN,
  ),
  Locacion: documented(
    'Place of sale. Null: the first address of the responsible operator',
    orNull(LOCACION_SENT),
  ),
  Telefono: documented(
    'Phone. Null, the normal case: a current phone of the responsible operator',
    TELEFONO_SENT,
  ),
} as const
