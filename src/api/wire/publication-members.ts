import {
  ANY_TEXT,
  BOOLEAN,
  type BodyType,
  completeObject,
  type Documented,
  documented,
  EMAIL_OR_EMPTY,
  type IntegerType,
  integerWithin,
  objectOf,
  orNull,
  type TextType,
  textWithin,
  type ValueOf,
} from './body-type.ts'
import { LEVELS } from './exposure-level.ts'
import { ceilings, limits } from './limits.ts'

/**
 * The members of a publication: how each is sent, in which bodies, what a full edit without it does, and how
 * it is shown. Request bodies, response schemas, stored publications, edits, representations, scenarios,
 * imports and the values that clauses and explorations send follow from this table.
 *
 * A plain member is stored and shown as it was sent: its row is nearly all of it. For every other member the
 * compiler asks for a rule wherever one is needed.
 */

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
const AMOUNT = orNull(VALOR_SENT)

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

const OPERATOR = orNull(textWithin({ max: limits.operadorResponsable.max }))
/** Addresses of photos (`limits/photos`). */
const PHOTOS = {
  kind: 'list',
  of: documented('A public http or https address', ANY_TEXT, { format: 'uri' }),
  max: ceilings.photos,
} as const
const PHOTO_SIZE = `at least ${limits.fotos.minWidthPx} px wide and ${limits.fotos.minHeightPx} px high`
const PHONE = orNull(ANY_TEXT)
const CAR_FORMS = 'id, api-url, api-url-path, full name or codename'

/** A type that plain members may have. */
export type PlainType = Documented & (TextType | IntegerType | typeof BOOLEAN | typeof AMOUNT)

/** One member: as it is sent, stored and shown. */
type MemberRow = (PlainRow | OwnRow) & {
  /** The statement that bounds it. */
  readonly statement: string
  /**
   * Present if a full edit may have it (PUB-27), `as` a create or described otherwise; `absent`: the
   * statement or the assumption that says what an absent or null one means.
   */
  readonly put?: { readonly absent: string; readonly as?: BodyType }
  /** The statement that says what null means in a create, which a service must therefore accept. */
  readonly nullMeans?: string
  /** Present if a partial edit may have it, `as` above. */
  readonly patch?: { readonly as?: BodyType }
  /** Describes how responses show it; null without words, absent for a member that is only sent. */
  readonly shown?: string | null
  /** Values to try when a service asks for others. */
  readonly usual?: readonly unknown[]
}

/** A member that is stored and shown as it was sent: its type is all that decides. */
interface PlainRow {
  readonly isPlain: true
  readonly create: PlainType
}

/** A member with rules of its own. */
interface OwnRow {
  readonly isPlain?: never
  /** As a create has it. Absent: it is only shown. */
  readonly create?: BodyType
}

/** A full edit has it as a create; what its absence means is open. */
const OPEN = { absent: 'publications/put-absent' } as const
/** A partial edit has it as a create. */
const AS_CREATED = {} as const

const OF_AMOUNTS = { isPlain: true, put: OPEN, patch: AS_CREATED, statement: 'COM-07' } as const

/** Every member, in the order of PUB-02 and PUB-21. */
export const PUBLICATION_MEMBERS = {
  ExternalId: {
    create: documented(
      'Id that the client assigns: characters of a URL path segment without `..`; unique in the agency, ' +
        'whatever its case',
      textWithin(limits.externalId),
      { schema: { pattern: "^(?!.*\\.\\.)[A-Za-z0-9\\-._~!$'()*,=:@+]+$" } },
    ),
    shown: 'Id that the client assigned',
    statement: 'PUB-03',
  },
  RefStock: {
    isPlain: true,
    create: documented("The agency's own stock reference", textWithin(limits.refStock)),
    put: OPEN,
    shown: 'The stock reference of the agency',
    statement: 'PUB-04',
    usual: ['KIT-0'],
  },
  Vin: {
    create: documented(
      'Vehicle identification number, valid by ISO 3779: 17 letters and digits without I, O and Q',
      textWithin({ min: limits.vin.length, max: limits.vin.length }),
      { schema: { pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]*$' } },
    ),
    put: OPEN,
    shown: '17 characters',
    statement: 'PUB-05',
  },
  Activa: {
    create: documented('True: active; false: suspended', orNull(BOOLEAN), { default: true }),
    put: { absent: 'PUB-22' },
    patch: { as: documented('True: active; false: suspended; null: the state stays', orNull(BOOLEAN)) },
    statement: 'PUB-06',
  },
  EstadoActual: { shown: 'Current state', statement: 'PUB-36' },
  Exposicion: {
    create: documented(
      'Level of exposure. Null, or a level that is not available: the best permitted and available one',
      orNull(textWithin(limits.exposicion)),
      // An empty text counts as null (`publications/empty-strings`).
      { values: [...LEVELS, ''] },
    ),
    put: { absent: 'publications/exposure-null-put' },
    nullMeans: 'PUB-07',
    shown: 'Level of exposure that it has',
    statement: 'PUB-07',
  },
  OperadorResponsable: {
    create: documented(
      'E-mail of the responsible operator. Null: the administrator of the agency',
      OPERATOR,
      EMAIL_OR_EMPTY,
    ),
    put: {
      absent: 'PUB-23',
      as: documented(
        'E-mail of the responsible operator. Null, or one that is not admitted: the assigned one stays',
        OPERATOR,
      ),
    },
    nullMeans: 'PUB-08',
    shown: 'E-mail of the responsible operator',
    statement: 'PUB-04',
  },
  Marca: {
    create: documented(`Brand: ${CAR_FORMS}`, textWithin({ min: 1 })),
    shown: 'Brand, as resolved',
    statement: 'PUB-09',
  },
  Modelo: {
    create: documented(`Model: ${CAR_FORMS}`, textWithin({ min: 1 })),
    shown: 'Model, as resolved',
    statement: 'PUB-09',
  },
  Version: {
    create: documented(
      `Version (trim): ${CAR_FORMS}. An unknown text is kept as it is, unless the other data establish a ` +
        'single known version',
      orNull(textWithin(limits.version)),
    ),
    shown: 'Version (trim), as resolved or as supplied',
    statement: 'PUB-04',
  },
  VersionYear: {
    isPlain: true,
    create: documented('Version year or registration year', integerWithin(limits.versionYear)),
    put: OPEN,
    shown: 'Version year or registration year',
    statement: 'PUB-11',
  },
  Transmision: {
    create: documented('Transmission; A is automatic, M manual', textWithin(), {
      values: ['Automática', 'Manual', 'A', 'M'],
      schema: { 'x-enum-varnames': ['Automatica', 'Manual', 'A', 'M'] },
    }),
    shown: 'Transmission',
    statement: 'PUB-12',
  },
  Propulsion: {
    create: documented(`Fuel type: ${CAR_FORMS}`, ANY_TEXT),
    shown: 'Fuel type',
    statement: 'PUB-13',
  },
  Carroceria: { create: documented(`Body style: ${CAR_FORMS}`, ANY_TEXT), statement: 'PUB-13' },
  Kilometraje: {
    isPlain: true,
    create: documented(
      'Mileage in kilometres; 0 only for a new (unregistered) car. Suspicious values, and values that the ' +
        'contracted products do not allow, may be refused',
      integerWithin(limits.kilometraje),
    ),
    put: OPEN,
    shown: 'Mileage in kilometres',
    statement: 'PUB-14',
    usual: [12_000, 0, 48_000],
  },
  Color: {
    isPlain: true,
    create: documented(
      `Colour; truncated at ${limits.color.max} characters, not refused`,
      textWithin({ min: limits.color.min, cutAt: limits.color.max }),
    ),
    put: OPEN,
    shown: 'Colour',
    statement: 'PUB-15',
    usual: ['Blanco', 'Negro', 'Gris'],
  },
  Descripcion: {
    isPlain: true,
    create: documented('Free text', textWithin(limits.descripcion)),
    put: OPEN,
    shown: 'Free text',
    statement: 'PUB-04',
    usual: ['Publicación de prueba del kit de contratos.'],
  },
  DatosTecnicosCustom: {
    create: documented(
      "Rows of technical data, used only when the version is unknown; a known version shows the service's own",
      { kind: 'list', of: { kind: 'any' }, max: limits.datosTecnicosCustom.max } as const,
    ),
    put: OPEN,
    shown: 'Rows of technical data, where the version is unknown',
    statement: 'PUB-16',
  },
  Precio: { ...OF_AMOUNTS, create: documented('Price', AMOUNT), shown: 'Price' },
  Adelanto: { ...OF_AMOUNTS, create: documented('Down payment', AMOUNT), shown: 'Down payment' },
  Cuota: { ...OF_AMOUNTS, create: documented('Instalment', AMOUNT), shown: 'Instalment' },
  Fotos: {
    create: documented(
      `Pictures, ${PHOTO_SIZE}, which the service downloads; a used car must have one`,
      PHOTOS,
    ),
    put: {
      absent: 'publications/photos-put',
      as: documented(
        `Pictures, ${PHOTO_SIZE}; ignored when there are as many as now. Null: they stay`,
        PHOTOS,
      ),
    },
    shown: 'Addresses of the pictures',
    statement: 'PUB-17',
  },
  AplicaCertificadoGarantiaUsado: {
    create: documented('True: the publication of a used car shows its warranty certificate', BOOLEAN),
    put: OPEN,
    statement: 'PUB-18',
    usual: [false, true],
  },
  CertificadoDeGarantiaUsado: { shown: null, statement: 'PUB-18' },
  Locacion: {
    create: documented(
      'Place of sale. Null: the first address of the responsible operator',
      orNull(LOCACION_SENT),
    ),
    put: OPEN,
    shown: null,
    statement: 'COM-08',
  },
  Telefono: {
    create: documented('Phone. Null, the normal case: a current phone of the responsible operator', PHONE),
    put: {
      absent: 'PUB-24',
      as: documented('One of the phones of the responsible operator, in full. Null: a current one', PHONE),
    },
    nullMeans: 'PUB-19',
    shown: 'Phone shown',
    statement: 'PUB-24',
  },
  Consultas: { shown: null, statement: 'PUB-38' },
  _links: { shown: null, statement: 'COM-03' },
} as const satisfies Readonly<Record<string, MemberRow>>

type Rows = typeof PUBLICATION_MEMBERS
type MembersWith<Column> = { [M in keyof Rows]: Rows[M] extends Column ? M : never }[keyof Rows]
type Body = 'create' | 'put' | 'patch'

/** A member that is stored and shown as it was sent. */
export type PlainMember = MembersWith<{ readonly isPlain: true }>
/** A member of a full edit whose absence the description leaves open. */
export type OpenInPutMember = MembersWith<{ readonly put: typeof OPEN }>
/** A member that responses show. */
export type ResponseMember = MembersWith<{ readonly shown: string | null }>
/** A member that a body may have. */
export type SentMember<B extends Body> = MembersWith<{ readonly [Name in B]: unknown }>

/** The plain members as they are stored; null for one that was not sent. */
export type PlainMembers = {
  readonly [M in PlainMember]: ValueOf<Rows[M]['create']> | null
}

const rows: Readonly<Record<string, MemberRow>> = PUBLICATION_MEMBERS
const namesWhere = (has: (row: MemberRow) => boolean): readonly string[] =>
  Object.keys(rows).filter((name) => has(rows[name] as MemberRow)) // one of its keys

// Each type above says of the columns what its list says of the rows.
/** Names of the plain members, in the order of the table. */
export const PLAIN_MEMBERS = namesWhere(({ isPlain }) => isPlain === true) as readonly PlainMember[]
/** Returns whether the description says what null means in a create. */
export const hasMeaningOfNull = (name: string): boolean => rows[name]?.nullMeans !== undefined
/** Names of the members that a full edit may leave out, whatever that does. */
export const OPEN_IN_PUT_MEMBERS = namesWhere(({ put }) => put === OPEN) as readonly OpenInPutMember[] // as above
/** Names of the members that responses show. */
export const RESPONSE_MEMBERS = namesWhere(({ shown }) => shown !== undefined) as readonly ResponseMember[] // as above

/** Builds the plain members from a value for each. */
export const plainMembersOf = (value: (name: PlainMember) => unknown): PlainMembers => {
  const members: Partial<Record<PlainMember, unknown>> = {}
  for (const name of PLAIN_MEMBERS) members[name] = value(name)
  // One value of its type for each name.
  return members as PlainMembers
}

/** Returns the type of a plain member; undefined for any other name. */
export const plainType = (name: string): PlainType | undefined => {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  return row?.isPlain ? row.create : undefined
}

/** Returns whether a member is stored and shown as it was sent. */
export const isPlain = (name: keyof Rows): name is PlainMember => rows[name]?.isPlain === true

/**
 * Members that cannot be edited (PUB-27). `publications/uneditable-members` decides what sending them does.
 */
export const UNEDITABLE = namesWhere(({ create, put }) => create !== undefined && put === undefined)

type TypeIn<Row, B extends Body> = Row extends { readonly [Name in B]: { readonly as: infer T } }
  ? T
  : Row extends { readonly create: infer T }
    ? T
    : never

/** Returns the members of a body with their types; those that cannot be edited come first. */
export const membersSent = <B extends Body>(body: B): { readonly [M in SentMember<B>]: TypeIn<Rows[M], B> } =>
  // The table has exactly these.
  Object.fromEntries(
    [...UNEDITABLE, ...namesWhere(({ put }) => put !== undefined)].flatMap((name) => {
      const { create, [body]: sent } = rows[name] as MemberRow // one of its keys
      return sent === undefined ? [] : [[name, 'as' in sent ? sent.as : create]]
    }),
  ) as { readonly [M in SentMember<B>]: TypeIn<Rows[M], B> }
