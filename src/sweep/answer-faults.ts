import { withCapitals } from '../text/capitalized.ts'
import type { Disturbance, DisturbedWorld, ResponseStep } from './disturbance.ts'
import { mappedJson } from './json-walk.ts'
import { changedJson, changedJsonText, type WorldFault } from './world-fault.ts'

/** Changes the values of all successful answers of the described API. */
const everyAnswer = (change: (value: unknown) => unknown): Disturbance => ({
  before: (world, { operation }) => (operation === undefined ? undefined : changedJson(world, change)),
})

/** Adds a member to an answer and to the entries of a list, as a later release of the service may. */
const withFurtherMembers = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = '_entries' in value && Array.isArray(value._entries) ? value._entries : undefined
  return {
    ...value,
    ...(entries && { _entries: entries.map(withFurtherMembers) }),
    MiembroNuevo: 'agregado después',
  }
}

/** Writes the members of every object in the opposite order: an object of JSON has none. */
const withMembersReversed = (value: unknown): unknown =>
  mappedJson(value, (members) => Object.fromEntries(Object.entries(members).reverse()))

/** Writes the entries of a page in the opposite order. */
const withEntriesReversed = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    Array.isArray(members['_entries']) ? { ...members, _entries: members['_entries'].toReversed() } : members,
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
const INQUIRY = /^((?:[a-z]+:\/\/[^/]+)?\/v3\/consultas\/[^/?{]+\/)([^/?{]+)$/i
const PREFIXED = new RegExp(`^(/v3/consultas/[^/?]+/)${PREFIX}([^/?]+)`)

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
    disturbance: () => ({
      headerName: (name) => name,
      before: (world, { operation }) => (operation === undefined ? undefined : capitalizeType(world)),
    }),
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
    disturbance: () => ({
      before: (world, { operation }) =>
        // `inquiries/order` is an assumption of its own.
        operation === undefined || operation === 'inquiries.list'
          ? undefined
          : changedJson(world, withEntriesReversed),
    }),
  },
  'amounts-with-decimals': {
    means: 'amounts are written with decimals, such as 21000000.0',
    weakness: 'takes amounts for whole numbers',
    rank: 3,
    replays: true,
    disturbance: () => ({
      before: (world, { operation }) =>
        operation === undefined ? undefined : changedJsonText(world, withDecimals),
    }),
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
