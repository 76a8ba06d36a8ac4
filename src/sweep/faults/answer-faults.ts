import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '../../calendar/date-time.ts'
import { withCapitals } from '../../text/capitalized.ts'
import { type FaultInjection, type InjectedWorld, type ResponseStep, withBody } from './fault-injection.ts'
import { eachMember, type JsonMembers, jsonMembers, mappedJson, membersIn } from './json-walk.ts'
import { aroundWebhooks } from './webhook-sending.ts'
import {
  everyAnswer,
  everyMessage,
  everyMessageText,
  everyText,
  forOperations,
  type WorldFault,
} from './world-fault.ts'

/** Adds a member to every resource and ref in an answer, as a later release of the service may. */
const withExtraMembers = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    // Tests of careful clients compare amounts and addresses as a whole.
    '_links' in members || 'title' in members ? { ...members, MiembroNuevo: 'agregado después' } : members,
  )

type Members = readonly (readonly [name: string, value: unknown])[]

const reversed = (members: Members): Members => members.toReversed()
const rotated = ([first, ...others]: Members): Members => (first ? [...others, first] : others)

/** Changes the order of members, which has no meaning in JSON; every third answer has another one. */
const membersReordered = (): FaultInjection => {
  let count = 0
  return {
    ...everyAnswer((value) => {
      // Two answers about one resource differ as text, which exposes a client that compares texts.
      const reorder = ++count % 3 === 0 ? rotated : reversed
      return mappedJson(value, (members) => Object.fromEntries(reorder(Object.entries(members))))
    }),
    // A second run starts from the beginning.
    open: () => {
      count = 0
    },
  }
}

/** Lists of a publication whose order the client chose. */
const OWN_ORDER = new Set(['Fotos', 'DatosTecnicosCustom', 'InfoTecnica'])

/** Changes the order of entries in lists. */
const withEntriesReversed = (value: unknown): unknown =>
  mappedJson(value, (members) =>
    eachMember(members, (inner, name) =>
      Array.isArray(inner) && !OWN_ORDER.has(name) ? deranged(inner) : inner,
    ),
  )

/** Returns entries in reverse order, with the middle one moved too. */
const deranged = (entries: readonly unknown[]): unknown[] => {
  const reversed = entries.toReversed()
  const middle = (entries.length - 1) / 2
  if (middle >= 1 && Number.isInteger(middle))
    reversed.splice(middle - 1, 2, entries[middle], reversed[middle - 1])
  return reversed
}

/** Writes whole amounts as `21000000.0`: the same numbers. */
const withDecimals = (text: string): string => text.replaceAll(/("Importe":-?\d+)(?=[,}])/g, '$1.0')

/** Writes `Application/Json`: letter case in media types has no meaning (RFC 9110, 8.3.1). */
const capitalizeType =
  ({ mark }: InjectedWorld): ResponseStep =>
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

const OTHER_WORDS = 'Revise lo enviado.'

/** Changes the wording of a problem's texts for people. */
const withOtherWording =
  ({ mark }: InjectedWorld): ResponseStep =>
  async (response) => {
    if (response.status < 400) return response
    const text = await response.text()
    const problem = membersIn(text)
    if (!Object.keys(problem).some((name) => WORDED.test(name))) return withBody(response, text)
    mark()
    const worded = eachMember(problem, (inner, name) =>
      WORDED.test(name) ? OTHER_WORDS : /^errors$/i.test(name) ? otherErrors(inner) : inner,
    )
    return withBody(response, JSON.stringify(worded))
  }

const WORDED = /^(?:title|detail)$/i

const otherErrors = (errors: unknown): JsonMembers => eachMember(jsonMembers(errors), () => [OTHER_WORDS])

/** Adds a parameter to the media type of problems. */
const problemCharset =
  ({ mark }: InjectedWorld): ResponseStep =>
  (response) => {
    const type = response.headers.get('content-type')
    if (response.ok || !type?.endsWith('json')) return response
    mark()
    const { status, body } = response
    const headers = new Headers(response.headers)
    headers.set('content-type', `${type}; charset=utf-8`)
    return new Response(body, { status, headers })
  }

/** Writes JSON on several lines, and letters beyond ASCII as escapes. */
const escapedJson = (text: string): string =>
  JSON.stringify(JSON.parse(text), null, 2).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** First two bits of a UTF-8 continuation byte. */
const CONTINUATION = 0b10
/** Pause between parts, so that a client reads each one alone. */
const BETWEEN_MS = 15
const MAX_CUTS = 8

async function* inParts(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const cut of cuts) {
    yield bytes.subarray(start, cut)
    await pause(BETWEEN_MS)
    start = cut
  }
  yield bytes.subarray(start)
}

/**
 * Returns positions within multi-byte characters: one for each member, because a client may show only some
 * members.
 */
const placesInLetters = (bytes: Uint8Array): number[] => {
  const places = new Map<string, number>()
  for (const found of Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/"(\w+)":"((?:[^"\\]|\\.)*)"/g)) {
    const [all, name = '', value = ''] = found
    const within = [...value].findIndex((unit) => unit.charCodeAt(0) >> 6 === CONTINUATION)
    if (within >= 0 && !places.has(name))
      places.set(name, found.index + all.length - 1 - value.length + within)
  }
  return [...places.values()].slice(0, MAX_CUTS)
}

/** Sends a body in parts, without Content-Length. */
const chunked: ResponseStep = async (response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const { status } = response
  if (bytes.length === 0) return new Response(null, { status, headers })
  return new Response(ReadableStream.from(inParts(bytes, placesToCut(bytes))), { status, headers })
}

/** Returns the positions at which a body is cut: within multi-byte characters, or else in the middle. */
const placesToCut = (bytes: Uint8Array): readonly number[] => {
  const inMembers = placesInLetters(bytes)
  if (inMembers.length > 0) return inMembers.toSorted((a, b) => a - b)
  const inLetter = bytes.findIndex((byte) => byte >> 6 === CONTINUATION)
  return [inLetter < 0 ? Math.ceil(bytes.length / 2) : inLetter]
}

/** Sends webhooks in parts, without Content-Length. */
const chunkedWebhooks = (): FaultInjection =>
  aroundWebhooks((world, request, send) => {
    world.mark()
    return send({ ...request, cuts: placesToCut(Buffer.from(request.body ?? '')) })
  })

/** Leaves out what pages need not have: all links but `next`, and totals except those of periods (INQ-06). */
const withFewerLinks = (value: unknown): unknown =>
  mappedJson(value, ({ first, last, prev, ...members }) => {
    const { Pagina, Total, PerPagina, ...others } = members
    return 'Desde' in members ? members : others
  })

/** Writes the times of inquiries with fractions of a second: the same instants. */
const withFractions = (text: string): string => text.replaceAll(/("Momento":"[^".]{19})(?=[Z+-])/g, '$1.000')

/** Writes the times of inquiries in UTC: the same instants. */
const withUtcTimes = (text: string): string =>
  text.replaceAll(
    /"Momento":"([^"]{19,})"/g,
    (_, at: string) => `"Momento":"${new Date(at).toISOString().slice(0, 19)}Z"`,
  )

/**
 * Writes the times of every other inquiry, and of each that is newer than all before, with another offset:
 * the same instants. The offset is chosen so that comparing it as text with the previous inquiry, or with the
 * first, gives the wrong order.
 */
const mixedOffsets = (): FaultInjection => {
  const hours = new Map<string, number>()
  let [formerMs, newestMs] = [0, 0]
  const hoursOf = (ms: number): number => {
    if (hours.size === 0) return 0
    if (ms >= newestMs) return -FAR
    return hours.size % 2 === 0 ? 0 : ms < formerMs ? FAR : -FAR
  }
  const change = (members: JsonMembers): JsonMembers => {
    const { Momento, Entidad = members } = members
    if (typeof Momento !== 'string') return members
    const { href, _links } = jsonMembers(Entidad)
    const found = href ?? jsonMembers(jsonMembers(_links)['self'])['href'] ?? hours.size
    const id = String(found).replace(/^https?:\/\/[^/]+/, '')
    const ms = Date.parse(Momento)
    const own = hours.get(id) ?? hoursOf(ms)
    if (!hours.has(id)) [formerMs, newestMs] = [ms, hours.size === 0 ? ms : Math.max(ms, newestMs)]
    hours.set(id, own)
    if (own === 0) return members
    const text = new Date(ms + own * 60 * MINUTE_MS).toISOString().slice(0, 19)
    return { ...members, Momento: `${text}${own < 0 ? '-' : '+'}${FAR}:00` }
  }
  const injection = everyMessage((value) => mappedJson(value, change))
  return {
    ...injection,
    // A second run starts from the beginning.
    open: (world) => {
      hours.clear()
      injection.open?.(world)
    },
  }
}

/** Hours of an offset that moves times to another day. */
const FAR = 12

/** Changes the query expression of templates (RFC 6570). */
const withTemplates = (value: unknown, change: (found: string, names: string) => string): unknown =>
  mappedJson(value, (members) => {
    const { href, templated } = members
    return templated && typeof href === 'string'
      ? { ...members, href: href.replace(/\{\?([^}]+)\}/, change) }
      : members
  })

/** Faults of a whole run that change the form of answers. */
export const answerFaults = {
  'further-members': {
    means: 'answers carry members that the description does not show',
    weakness: 'rejects unknown members',
    rank: 2,
    replays: true,
    injection: () => everyAnswer(withExtraMembers),
  },
  'letter-case': {
    means: 'header names are in lower case, in webhooks too',
    weakness: 'compares letter case although HTTP ignores it',
    rank: 3,
    replays: false,
    injection: () => ({
      headerName: (name) => name,
      open: ({ mark }) => mark(),
      outgoing: (request) => ({
        ...request,
        headers: Object.fromEntries(
          Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      }),
    }),
  },
  'media-type-case': {
    means: 'media types are in capitals',
    weakness: 'compares letter case although HTTP ignores it',
    rank: 8,
    replays: false,
    advises: true,
    injection: () => forOperations(capitalizeType),
  },
  'other-wording': {
    means: 'problems are worded differently in Title, Detail and Errors',
    weakness: 'distinguishes problems by their wording',
    rank: 8,
    replays: true,
    advises: true,
    injection: () => forOperations(withOtherWording),
  },
  'problem-type': {
    means: 'problems have the type application/problem+json; charset=utf-8',
    weakness: 'compares the whole Content-Type of a problem',
    rank: 8,
    replays: true,
    advises: true,
    injection: () => forOperations(problemCharset),
  },
  'members-reordered': {
    means: 'the members of answers come in another order',
    weakness: 'reads JSON by the order of its members',
    rank: 3,
    replays: true,
    injection: membersReordered,
  },
  'lists-reordered': {
    means: 'lists whose order is not documented come in another order',
    weakness: 'expects a certain entry to be first',
    rank: 3,
    replays: true,
    changesContent: true,
    // `inquiries/order` is an assumption.
    injection: () => everyAnswer(withEntriesReversed, 'inquiries.list'),
  },
  'amounts-with-decimals': {
    means: 'amounts are written with decimals, such as 21000000.0',
    weakness: 'expects whole numbers as amounts',
    rank: 3,
    replays: true,
    injection: () => everyText(withDecimals),
  },
  'json-spelling': {
    means: 'JSON comes on several lines, with non-ASCII letters escaped',
    weakness: 'matches JSON as text instead of parsing it',
    rank: 3,
    replays: true,
    injection: () => everyText(escapedJson),
  },
  chunked: {
    means: 'bodies are chunked, without Content-Length',
    weakness: 'needs Content-Length, reads the first chunk only, or decodes each chunk by itself',
    rank: 3,
    replays: false,
    injection: () =>
      forOperations(({ mark }) => {
        mark()
        return chunked
      }),
  },
  'webhook-chunked': {
    means: 'webhooks come in chunks, without Content-Length',
    weakness: 'needs the length of a webhook, or reads its first chunk only',
    rank: 8,
    replays: false,
    advises: true,
    injection: chunkedWebhooks,
  },
  'fewer-links': {
    means: 'pages have no links first, last and prev, and those of publications no Total',
    weakness: 'needs more of a page than its link next',
    rank: 3,
    replays: true,
    injection: () => everyAnswer(withFewerLinks),
  },
  fractions: {
    means: 'times of inquiries have fractions of a second',
    weakness: 'accepts only one format of ISO 8601',
    rank: 3,
    replays: true,
    inWebhooks: true,
    injection: () => everyMessageText(withFractions),
  },
  'utc-times': {
    means: 'times of inquiries are the same instants in UTC',
    weakness: 'ignores the offset of times',
    rank: 2,
    replays: true,
    inWebhooks: true,
    injection: () => everyMessageText(withUtcTimes),
  },
  'mixed-offsets': {
    means: 'some times of inquiries have another offset than the rest',
    weakness: 'compares times as text, or ignores their offset',
    rank: 3,
    replays: true,
    inWebhooks: true,
    injection: mixedOffsets,
  },
  templates: {
    means: 'URI templates name their variables in another order, and one more',
    weakness: 'matches a URI template as text',
    rank: 3,
    replays: true,
    injection: () =>
      everyAnswer((value) =>
        withTemplates(value, (_, names) => `{?${['orden', ...names.split(',').reverse()].join()}}`),
      ),
  },
  'templates-continued': {
    means: 'URI templates continue an existing query: ?v=3{&q}',
    weakness: 'supports only one form of templates, or cuts them off',
    rank: 8,
    replays: true,
    advises: true,
    injection: () => everyAnswer((value) => withTemplates(value, (_, names) => `?v=3{&${names}}`)),
  },
  'no-reason': {
    means: 'status lines have a code but no reason phrase',
    weakness: 'reads the reason phrase',
    rank: 4,
    replays: false,
    injection: () => ({ reasonPhrase: '', open: ({ mark }) => mark() }),
  },
} as const satisfies Readonly<Record<string, WorldFault>>
