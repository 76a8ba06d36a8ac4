import { parseJson } from '../../lib/text/parse-json.ts'
import type { RewriteName } from '../../model/world/fault-rule.ts'

/** A response as far as a rewrite changes it. */
export interface RewritableResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
}

/** Returns whether a request of the client sent a value, as a text or a number. */
type IsSent = (value: unknown) => boolean

/** An allowed transform of responses; one of the members is present. */
interface Rewrite {
  /** What it does, as a clause. */
  readonly means: string
  /** Changes the value of a successful JSON response. */
  readonly json?: (value: unknown, isSent: IsSent) => unknown
  /** Changes the text of a successful JSON response. */
  readonly text?: (text: string) => string
  /** Changes the headers of any response. */
  readonly headers?: (headers: RewritableResponse['headers']) => RewritableResponse['headers']
  /** The adapter that sends the response does it. */
  readonly framing?: 'chunked'
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes every object in a value, inner ones first. */
const mapped = (value: unknown, change: (members: Members) => Members): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, change))
  if (!isMembers(value)) return value
  return change(eachMember(value, (inner) => mapped(inner, change)))
}

const eachMember = (members: Members, change: (inner: unknown, name: string) => unknown): Members =>
  Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner, name)]))

/** Changes every text that the client did not send, given the name of its member. */
const mappedTexts =
  (change: (text: string, name: string) => string) =>
  (value: unknown, isSent: IsSent): unknown =>
    mapped(value, (members) =>
      eachMember(members, (inner, name) =>
        typeof inner === 'string' && !isSent(inner) ? change(inner, name) : inner,
      ),
    )

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/

/** Free texts of people, which may have several lines. */
const FREE_TEXTS = new Set(['Comentario', 'Descripcion'])
const MAX_TEXT_LENGTH = 1_500
const UNUSUAL = 'Línea "uno"; 100 % <b>ñandú</b> & 😀\nLínea dos\t\\ fin. '

/** New words of enumerations of inquiries that later releases may extend (INQ-02, INQ-04, INQ-05). */
const NEW_WORDS: ReadonlyMap<string, string> = new Map([
  ['OrigenLead', 'redes'],
  ['TipoAnuncio', 'destacado'],
  ['Interes', 'alquiler'],
])

/** Changes the objects that are an inquiry, or whose `Entidad` is one. */
const mappedInquiries = (value: unknown, change: (members: Members) => Members): unknown =>
  mapped(value, (members) => (typeof members['Momento'] === 'string' ? change(members) : members))

/** Members of an inquiry's car and person that are never null (INQ-04, INQ-05). */
const NEVER_NULL = /^(?:_.*|href|title|ExternalId|Estado|Interes|Email)$/

const nulled = (value: unknown, isSent: IsSent): unknown =>
  isMembers(value)
    ? eachMember(value, (inner, name) => (NEVER_NULL.test(name) || hasSent(inner, isSent) ? inner : null))
    : value

const hasSent = (value: unknown, isSent: IsSent): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => hasSent(inner, isSent))
    : isSent(value)

const PAGE_LINKS = /^(?:first|prev|last)$/

/** The rewrites by name. */
const REWRITES: Readonly<Record<RewriteName, Rewrite>> = {
  'further-members': {
    means: 'responses carry members that the description does not show',
    json: (value) =>
      mapped(value, (members) =>
        '_links' in members || 'title' in members ? { ...members, MiembroNuevo: 'agregado' } : members,
      ),
  },
  'members-reordered': {
    means: 'the members of objects in responses come in the opposite order',
    json: (value) => mapped(value, (members) => Object.fromEntries(Object.entries(members).reverse())),
  },
  'json-spelling': {
    means: 'JSON comes on several lines, with letters beyond ASCII escaped',
    text: (text) =>
      JSON.stringify(parseJson(text), null, 2).replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  },
  'amounts-with-decimals': {
    means: 'whole amounts are written with a decimal, such as 21000000.0',
    text: (text) => text.replaceAll(/("Importe":-?\d+)(?=[,}])/g, '$1.0'),
  },
  'header-case': {
    means: 'names of headers are in lower case',
    headers: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  },
  chunked: {
    means: 'bodies come in chunks without Content-Length, cut within letters of several bytes',
    framing: 'chunked',
  },
  'fewer-links': {
    means: 'pages have the link next, but not first, prev and last',
    json: (value) =>
      mapped(value, (members) =>
        '_entries' in members && isMembers(members['_links'])
          ? {
              ...members,
              _links: Object.fromEntries(
                Object.entries(members['_links']).filter(([name]) => !PAGE_LINKS.test(name)),
              ),
            }
          : members,
      ),
  },
  templates: {
    means: 'URI templates name their variables in another order, and one more',
    json: (value) =>
      mapped(value, (members) => {
        const { href, templated } = members
        if (templated !== true || typeof href !== 'string') return members
        const other = (_: string, names: string) => `{?${['orden', ...names.split(',').reverse()].join()}}`
        return { ...members, href: href.replace(/\{\?([^}]+)\}/, other) }
      }),
  },
  'fractional-seconds': {
    means: 'instants are written with fractions of a second',
    json: mappedTexts((text) => text.replace(INSTANT, '$1.000$2')),
  },
  'other-offsets': {
    means: 'instants are written in UTC',
    json: mappedTexts((text) =>
      INSTANT.test(text) ? `${new Date(text).toISOString().slice(0, 19)}Z` : text,
    ),
  },
  'new-words': {
    means: 'enumerations of inquiries that may grow have new words',
    json: (value, isSent) => {
      const renamed = mappedTexts((text, name) => NEW_WORDS.get(name) ?? text)
      // `renamed` returns an object for an object.
      return mappedInquiries(value, (members) => renamed(members, isSent) as Members)
    },
  },
  'unusual-texts': {
    means: 'descriptions and comments have line breaks, quotes, markup and symbols',
    json: mappedTexts((text, name) =>
      FREE_TEXTS.has(name) ? `${UNUSUAL}${text}`.slice(0, MAX_TEXT_LENGTH) : text,
    ),
  },
  nulls: {
    means: 'the cars and persons of inquiries have null wherever they may',
    json: (value, isSent) =>
      mappedInquiries(value, (members) => ({
        ...members,
        Auto: nulled(members['Auto'], isSent),
        Interesado: nulled(members['Interesado'], isSent),
      })),
  },
  'no-retry-after': {
    means: 'refusals have no Retry-After',
    headers: ({ 'Retry-After': _, ...headers }) => headers,
  },
}

/** Describes what a rewrite does, as a clause of a sentence. */
export const rewriteMeans = (name: RewriteName): string => REWRITES[name].means

/**
 * Returns a response in another allowed form. Values that the client sent (`sent`, as texts) stay as they
 * are; where there is nothing to rewrite, the response is the given one.
 */
export const rewriteResponse = <Given extends RewritableResponse>(
  name: RewriteName,
  response: Given,
  sent: ReadonlySet<string>,
): Given => {
  const rewrite = REWRITES[name]
  if (rewrite.headers) return { ...response, headers: rewrite.headers(response.headers) }
  const { json, text } = rewrite
  const change = text ?? (json && ((from: string) => changedJson(from, json, sent)))
  const given = change ? successfulJson(response) : undefined
  const changed = given === undefined ? undefined : change?.(given)
  if (changed === undefined || changed === given) return response
  return { ...response, body: changed, headers: withLength(response.headers, Buffer.byteLength(changed)) }
}

const changedJson = (text: string, change: NonNullable<Rewrite['json']>, sent: ReadonlySet<string>): string =>
  JSON.stringify(change(parseJson(text), (value) => sent.has(String(value))))

/** Returns the text of a successful JSON response; undefined for any other. */
const successfulJson = ({ status, headers, body }: RewritableResponse): string | undefined => {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (body === null || body.length === 0 || status < 200 || status > 299 || !type.includes('json'))
    return undefined
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return parseJson(text) === undefined ? undefined : text
}

const withLength = (headers: RewritableResponse['headers'], bytes: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.toLowerCase() === 'content-length' ? String(bytes) : value,
    ]),
  )

const CHUNKS = 8
/** First two bits of a UTF-8 continuation byte. */
const CONTINUATION = 0b10

/** Returns the ends of a few chunks, within letters of several bytes where there are any. */
export const chunkEnds = (bytes: Uint8Array): number[] => {
  const ends = new Set<number>()
  for (let part = 1; part < CHUNKS; part++) {
    const from = Math.floor((bytes.length * part) / CHUNKS)
    const within = bytes.findIndex((byte, at) => at >= from && byte >> 6 === CONTINUATION)
    ends.add(within < 0 ? from : within)
  }
  return [...ends, bytes.length].filter((end) => end > 0).sort((a, b) => a - b)
}

/** Collects every text and number of a JSON value into a set, as texts. */
export const addValues = (value: unknown, into: Set<string>): void => {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) addValues(inner, into)
  else if (typeof value === 'string' || typeof value === 'number') into.add(String(value))
}
