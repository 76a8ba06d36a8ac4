import { DAY_MS, SECOND_MS } from '../../calendar/date-time.ts'
import { withCapitals } from '../../text/capitalized.ts'
import type { Disturbance, DisturbedWorld, ResponseStep } from './disturbance.ts'
import { mappedJson } from './json-walk.ts'
import { changedJson, changedJsonText, type WorldFault } from './world-fault.ts'

/** Disturbs the answers of the described API, none of the control API; `except` names an operation left as it is. */
const ofOperations = (step: (world: DisturbedWorld) => ResponseStep, except?: string): Disturbance => ({
  before: (world, { operation }) =>
    operation === undefined || operation === except ? undefined : step(world),
})

/** Changes the values of all successful answers. */
const everyAnswer = (change: (value: unknown) => unknown, except?: string): Disturbance =>
  ofOperations((world) => changedJson(world, change), except)

/** Changes the texts of all successful answers. */
const everyText = (change: (text: string) => string): Disturbance =>
  ofOperations((world) => changedJsonText(world, change))

/** Adds a member to every resource and ref in an answer, as a later release of the service may. */
const withFurtherMembers = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    // Amounts and addresses are compared whole by tests of careful clients.
    '_links' in members || 'title' in members ? { ...members, MiembroNuevo: 'agregado después' } : members,
  )

/** Writes the members of every object in the opposite order: an object of JSON has none. */
const withMembersReversed = (value: unknown): unknown =>
  mappedJson(value, (members) => Object.fromEntries(Object.entries(members).reverse()))

/** Lists of a publication, which have the order that the client gave. */
const OWN_ORDER = new Set(['Fotos', 'DatosTecnicosCustom', 'InfoTecnica'])

/** Writes the entries of lists in the opposite order. */
const withEntriesReversed = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    Object.fromEntries(
      Object.entries(members).map(([name, inner]) => [
        name,
        Array.isArray(inner) && !OWN_ORDER.has(name) ? inner.toReversed() : inner,
      ]),
    ),
  )

/** Writes whole amounts as `21000000.0`: the same numbers. */
const withDecimals = (text: string): string => text.replaceAll(/("Importe":-?\d+)(?=[,}])/g, '$1.0')

const KEPT_IN_AUTO = new Set(['ExternalId', 'Estado'])

/** Makes what may be null null (INQ-04, INQ-05); one of two ways to reach the person stays. */
const withNulls = (value: unknown, startMs: number): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Auto, Interesado } = members
    // A lead of the client's own tests says what they gave.
    if (typeof Momento !== 'string' || !(Date.parse(Momento) < startMs)) return members
    const kept = new Set(['Interes', Date.parse(Momento) % 2_000 === 0 ? 'Email' : 'Telefono'])
    return { ...members, Auto: nulled(Auto, KEPT_IN_AUTO), Interesado: nulled(Interesado, kept) }
  })

const nulled = (value: unknown, kept: ReadonlySet<string>): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept.has(name) ? inner : null]))
    : value

const PREFIX = 'c-'
const INQUIRY = /^((?:[a-z]+:\/\/[^/]+)?(?:\/w\/[^/]+)?\/v3\/consultas\/[^/?{]+\/)([^/?{]+)$/i
const PREFIXED = new RegExp(`^((?:/w/[^/]+)?/v3/consultas/[^/?]+/)${PREFIX}([^/?]+)`)

/** Shows ids of inquiries as other texts. */
const withTextIds = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { href } = members
    return typeof href === 'string' && INQUIRY.test(href)
      ? { ...members, href: href.replace(INQUIRY, `$1${PREFIX}$2`) }
      : members
  })

/** Writes `Application/Json`: the case of media types tells nothing (RFC 9110, 8.3.1). */
const capitalizeType =
  ({ mark }: DisturbedWorld): ResponseStep =>
  (response) => {
    mark()
    const { status, body } = response
    const headers = new Headers(response.headers)
    const type = headers.get('content-type')
    const [media = '', ...parameters] = type?.split(';') ?? []
    const written = withCapitals(media)
    if (type !== null) headers.set('content-type', [written, ...parameters].join(';'))
    return new Response(body, { status, headers })
  }

/** Writes JSON on several lines, and letters beyond ASCII as escapes. */
const spelledOut = (text: string): string =>
  JSON.stringify(JSON.parse(text), null, 2).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Sends a body in two parts, without saying how long it is. */
const chunked: ResponseStep = async (response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const { status } = response
  if (bytes.length === 0) return new Response(null, { status, headers })
  const middle = Math.ceil(bytes.length / 2)
  const parts = [bytes.subarray(0, middle), bytes.subarray(middle)]
  return new Response(ReadableStream.from(parts), { status, headers })
}

/** Links that lists need not have: what leads to the following page is enough. */
const withFewerLinks = (value: unknown): unknown =>
  mappedJson(value, ({ first, last, prev, ...members }) => members)

/** Writes the times of inquiries with fractions of a second. */
const withFractions = (text: string): string => text.replaceAll(/("Momento":"[^".]{19})(?=[Z+-])/g, '$1.250')

/** Writes the times of inquiries in UTC: the same instants. */
const withUtcTimes = (text: string): string =>
  text.replaceAll(
    /"Momento":"([^"]{19,})"/g,
    (_, at: string) => `"Momento":"${new Date(at).toISOString().slice(0, 19)}+00:00"`,
  )

/** Shows copies of photos at the service's own addresses, which change with the list: it downloads them (PUB-17). */
const withPhotoCopies = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const { Fotos } = members
    return Array.isArray(Fotos)
      ? { ...members, Fotos: Fotos.map((_, at) => `https://fotos.example/${Fotos.length}-${at + 1}.jpg`) }
      : members
  })

const NEW_WORDS: ReadonlyMap<string, unknown> = new Map([
  ['OrigenLead', 'redes'],
  ['TipoAnuncio', 'destacado'],
  ['Interes', 'alquiler'],
  ['Estado', 'demo'],
])

const CURRENCIES: ReadonlyMap<unknown, string> = new Map([
  ['ARS', 'Peso argentino'],
  ['USD', 'Dólar estadounidense'],
])

/** Shows currencies by name. */
const withCurrencyNames = (value: unknown): unknown =>
  mappedJson(value, (members) => {
    const name = CURRENCIES.get(members['Moneda'])
    return name === undefined ? members : { ...members, Moneda: name }
  })

/** Shows another level than the one asked for, as where that one is unavailable (PUB-07). */
const withOtherLevel = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    'Exposicion' in members
      ? { ...members, Exposicion: members['Exposicion'] === 'Media' ? 'Baja' : 'Media' }
      : members,
  )

/** Gives some inquiries words that the description does not show (INQ-02, INQ-04, INQ-05). */
const withNewWords = (value: unknown, startMs: number): unknown =>
  mappedJson(value, (members) => {
    const { Momento, Auto, Interesado } = members
    // A lead of the client's own tests says what they gave.
    if (typeof Momento !== 'string' || !(Date.parse(Momento) < startMs - DAY_MS)) return members
    const isOther = (Date.parse(Momento) / SECOND_MS) % 3 === 0
    return isOther ? { ...renamed(members), Auto: renamed(Auto), Interesado: renamed(Interesado) } : members
  })

const renamed = (value: unknown): object | null =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, NEW_WORDS.get(name) ?? inner]))
    : null

/** Faults of a whole run that change how answers are written, or what they may lawfully say instead. */
export const answerFaults = {
  'further-members': {
    means: 'answers carry members that the description does not show',
    weakness: 'treats unknown members as errors',
    rank: 2,
    replays: true,
    disturbance: () => everyAnswer(withFurtherMembers),
  },
  'letter-case': {
    means: 'names of headers come in lower case, and media types with capitals',
    weakness: 'tells upper from lower case where HTTP does not',
    rank: 3,
    replays: false,
    disturbance: () => ({ headerName: (name) => name, ...ofOperations(capitalizeType) }),
  },
  'members-reordered': {
    means: 'the members of answers come in another order',
    weakness: 'reads JSON by the order of its members',
    rank: 3,
    replays: true,
    disturbance: () => everyAnswer(withMembersReversed),
  },
  'lists-reordered': {
    means: 'the entries of lists whose order the description does not say come in another one',
    weakness: 'takes the first entry for a certain one',
    rank: 3,
    replays: true,
    saysOther: true,
    // `inquiries/order` is an assumption of its own.
    disturbance: () => everyAnswer(withEntriesReversed, 'inquiries.list'),
  },
  'amounts-with-decimals': {
    means: 'amounts are written with decimals, such as 21000000.0',
    weakness: 'takes amounts for whole numbers',
    rank: 3,
    replays: true,
    disturbance: () => everyText(withDecimals),
  },
  'json-spelling': {
    means: 'JSON comes on several lines, with letters beyond ASCII escaped',
    weakness: 'reads the text of JSON, not its values',
    rank: 3,
    replays: true,
    disturbance: () => everyText(spelledOut),
  },
  chunked: {
    means: 'bodies come in two parts, without Content-Length',
    weakness: 'needs Content-Length, or takes the first part for all',
    rank: 3,
    replays: false,
    disturbance: () =>
      ofOperations(({ mark }) => {
        mark()
        return chunked
      }),
  },
  'fewer-links': {
    means: 'pages have no links first, last and prev',
    weakness: 'needs other links of a page than next',
    rank: 3,
    replays: true,
    disturbance: () => everyAnswer(withFewerLinks),
  },
  fractions: {
    means: 'times of inquiries have fractions of a second',
    weakness: 'reads times in one format of ISO 8601 alone',
    rank: 3,
    replays: true,
    disturbance: () => everyText(withFractions),
  },
  'utc-times': {
    means: 'times of inquiries are the same instants in UTC',
    weakness: 'reads times without their offset',
    rank: 2,
    replays: true,
    disturbance: () => everyText(withUtcTimes),
  },
  'photo-copies': {
    means: 'Fotos are shown at other addresses than those sent',
    weakness: 'needs the addresses of photos that it sent',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withPhotoCopies),
  },
  'currency-names': {
    means: 'amounts show the name of their currency, not its code',
    weakness: 'needs the code of a currency',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withCurrencyNames),
  },
  'other-level': {
    means: 'publications show another exposure than the one asked for',
    weakness: 'needs the exposure that it asked for',
    rank: 8,
    replays: true,
    saysOther: true,
    advises: true,
    disturbance: () => everyAnswer(withOtherLevel),
  },
  'new-words': {
    means: 'some inquiries have words that the description does not show',
    weakness: 'needs every word of an inquiry to be a known one',
    rank: 2,
    replays: true,
    saysOther: true,
    disturbance: (nowMs) => everyAnswer((value) => withNewWords(value, nowMs)),
  },
  nulls: {
    means: 'what may be null in an inquiry is null',
    weakness: 'needs members that may be null',
    rank: 2,
    replays: true,
    saysOther: true,
    disturbance: (nowMs) => everyAnswer((value) => withNulls(value, nowMs)),
  },
  'text-ids': {
    means: 'the ids of inquiries are texts, not numbers',
    weakness: 'takes ids for numbers',
    rank: 2,
    replays: true,
    disturbance: () => ({
      ...everyAnswer(withTextIds),
      incomingTarget: (_, target) => (PREFIXED.test(target) ? target.replace(PREFIXED, '$1$2') : undefined),
    }),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
