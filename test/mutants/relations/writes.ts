import { createHash } from 'node:crypto'
import { relationClauses } from '../../../contracts/relations/index.ts'
import type { JsonBody } from '../support/body-changes.ts'
import {
  altersQuery,
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  pretendsSuccess,
} from '../support/operation-mistakes.ts'
import { type WrongServer, withJsonBody, withStatusOrHeaders } from '../support/wrong-server.ts'

/**
 * Wrong servers for the relations between exchanges. A mistake in one write is a row for each write; one that
 * breaks a relation wherever it is applied is one server for all clauses of that relation.
 */

type Serve = WrongServer['serve']

const ONE = /\/publicaciones\/[^/]+\/[^/]+$/
const PLACES = {
  create: { method: 'POST', at: /\/publicaciones\/[^/]+$/ },
  put: { method: 'PUT', at: ONE },
  patch: { method: 'PATCH', at: ONE },
  suspender: { method: 'PATCH', at: /\/suspender$/ },
  archivar: { method: 'PATCH', at: /\/archivar$/ },
} as const
type Write = keyof typeof PLACES
const WRITES = Object.keys(PLACES) as Write[] // its keys are the writes

const writeOf = ({ method, url }: Request): Write | undefined => {
  const { pathname } = new URL(url)
  return WRITES.find((write) => PLACES[write].method === method && PLACES[write].at.test(pathname))
}

/** Returns the publication that a request concerns, in lower case; the whole path of a create. */
const publicationOf = ({ url }: Request): string =>
  (/\/publicaciones\/[^/]+\/([^/?]+)/.exec(new URL(url).pathname)?.[1] ?? '').toLowerCase()

const STALE = '"kit-no-such-tag"'

/** Forgets the precondition, unless its tag is none of this server's. */
const withoutPrecondition = (request: Request): Request => {
  const headers = new Headers(request.headers)
  if (headers.get('if-match') !== STALE) headers.delete('if-match')
  return new Request(request, { headers })
}

const withTag = (response: Response, tag: string): Promise<Response> =>
  response.headers.has('etag')
    ? withStatusOrHeaders(response, { headers: { etag: tag } })
    : Promise.resolve(response)

/** Counts exchanges with a publication by `counts`, and lets `show` alter later responses. */
const remembering =
  (
    counts: (write: Write | undefined, response: Response) => boolean,
    show: (response: Response, count: number) => Promise<Response>,
    isOfOthers = false,
  ) =>
  (): Serve => {
    const seen = new Map<string, number>()
    return async (request, next) => {
      const sent = request.method === 'POST' ? await request.clone().text() : ''
      const id = /"ExternalId":"([^"]+)"/.exec(sent)?.[1]?.toLowerCase() ?? publicationOf(request)
      const response = await next(withoutPrecondition(request))
      if (counts(writeOf(request), response)) seen.set(id, (seen.get(id) ?? 0) + 1)
      if (request.method === 'POST' || id === '') return response
      const all = [...seen.values()].reduce((sum, count) => sum + count, 0)
      return show(response, isOfOthers ? all - (seen.get(id) ?? 0) : (seen.get(id) ?? 0))
    }
  }

const marked =
  (member: string) =>
  (response: Response, count: number): Promise<Response> =>
    count === 0 ? Promise.resolve(response) : withJsonBody(response, (body) => mark(body, member, count))

const mark = (body: JsonBody, member: string, count: number): JsonBody =>
  member in body ? { ...body, [member]: `${String(body[member] ?? '')}${'.'.repeat(count)}` } : body

const isDone = ({ status }: Response): boolean => status < 300

const of = (words: string): readonly string[] =>
  relationClauses.map(({ id }) => id).filter((id) => id.startsWith('relations/') && id.endsWith(words))

/** One server for every clause of a relation. */
const forAll = (words: string, name: string, serve: Serve, profile?: WrongServer['profile']): WrongServer[] =>
  of(words).map((clause) => ({ clause, name, serve, ...(profile && { profile }) }))

/** A server for each write. */
const forEach = (
  words: string,
  name: string,
  serve: (write: Write) => Serve,
  writes = WRITES,
): WrongServer[] =>
  writes.map((write) => ({ clause: `relations/${write}-${words}`, name, serve: serve(write) }))

const EDITS = WRITES.filter((write) => write !== 'create')

const answersOtherwise = (body: JsonBody): JsonBody =>
  'Color' in body ? { ...body, Color: 'Otro' } : { ...body, title: `${String(body.title)}.` }

const drops =
  (member: string) =>
  ({ [member]: _, ...rest }: JsonBody): JsonBody =>
    rest

/** Returns whether the URL has percent-encoded letters or digits. */
const isSpeltWithCodes = (request: Request): boolean =>
  /%[3-7][0-9a-f]/i.test(request.url.replace(/%40/gi, ''))

const caseSensitive = (): Serve => {
  const ids = new Set<string>()
  return async (request, next) => {
    const isCreate = writeOf(request) === 'create'
    const id = isCreate ? /"ExternalId":"([^"]+)"/.exec(await request.clone().text())?.[1] : undefined
    if (id !== undefined) ids.add(id)
    const named = /\/publicaciones\/[^/]+\/([^/?]+)/.exec(new URL(request.url).pathname)?.[1]
    return named !== undefined && !ids.has(decodeURIComponent(named))
      ? new Response('No hay tal aviso.', { status: 404 })
      : next(request)
  }
}

/** Finds inquiries only by an `externalid` that a list has shown. */
const caseSensitiveFilter = (): Serve => {
  const shown = new Set<string>()
  return async (request, next) => {
    const asked = new URL(request.url).searchParams.get('externalid')
    const isUnknown = asked !== null && !shown.has(asked)
    const alter = altersQuery({ method: 'GET', at: /consultas/ }, 'externalid', 'NADIE')
    const response = await (isUnknown ? alter(request, next) : next(request))
    for (const [, id] of (await response.clone().text()).matchAll(/"ExternalId":"([^"]+)"/g))
      shown.add(id ?? '')
    return response
  }
}

/** The operations whose address is spelt, by the words of their clauses. */
const ADDRESSED: Readonly<Record<string, { method: string; at: RegExp }>> = {
  ...PLACES,
  'publication-read': { method: 'GET', at: ONE },
  'inquiries-read': { method: 'GET', at: /\/consultas\/[^/]+\?externalid/ },
  'inquiry-read': { method: 'GET', at: /\/consultas\/[^/]+\/[^/]+$/ },
  'operators-read': { method: 'GET', at: /\/operadores\/[^/]+\?/ },
  'package-read': { method: 'GET', at: /\/productos$/ },
  'notifications-read': { method: 'GET', at: /\/notificaciones\// },
}

const notFound = () => new Response('No hay tal cosa.', { status: 404 })

/** Derives the tag of full forms from `view` of them, and accepts every tag of a client. */
const taggedBy =
  (view: (body: JsonBody) => unknown): Serve =>
  async (request, next) => {
    const response = await next(withoutPrecondition(request))
    const text = await response.clone().text()
    if (!text.includes('"Fotos"') || !publicationOf(request)) return response
    const seen = JSON.stringify(view(JSON.parse(text)))
    return withTag(response, `"${createHash('sha1').update(seen).digest('hex')}"`)
  }

/** Ignores photos of a full edit that are more than the one before had. */
const ignoresMorePhotos = (): Serve => {
  const counts = new Map<string, number>()
  return altersRequestBody(PLACES.put, (body) => {
    const { Fotos, ...rest } = body
    const [id, count] = [String(body.RefStock), Array.isArray(Fotos) ? Fotos.length : 0]
    if (count > (counts.get(id) ?? count)) return rest
    counts.set(id, count)
    return body
  })
}

const writeMutants: readonly WrongServer[] = [
  ...forEach('answers-what-is-read-next', 'answers another value than it stores', (write) =>
    altersResponseBody(PLACES[write], answersOtherwise),
  ),
  ...forEach('answers-the-tag-of-reads', 'answers another tag', (write) => async (request, next) => {
    const response = await next(request)
    return writeOf(request) === write ? withTag(response, '"otra"') : response
  }),
  ...forAll('-shows-one-publication-in-every-form', 'refs show another state', async (request, next) => {
    const response = await next(request)
    const change = (body: JsonBody) => ('etag' in body ? mark(body, 'EstadoActual', 1) : body)
    return request.method === 'GET' ? withJsonBody(response, change) : response
  }),
  ...forAll('-changes-the-tag-with-the-publication', 'one tag for ever', async (request, next) =>
    withTag(await next(withoutPrecondition(request)), '"una"'),
  ),
  ...forEach(
    'changes-the-tag-with-the-publication',
    'a refusal gives another tag',
    (write) =>
      remembering(
        (found, response) => found === write && !isDone(response),
        (response, count) =>
          withTag(response, `"${response.headers.get('etag')?.replaceAll('"', '')}-${count}"`),
      )(),
    EDITS,
  ),
  ...(['create', 'put'] as const).map((write) => ({
    clause: `relations/${write}-changes-what-was-sent`,
    name: 'ignores a member',
    serve: altersRequestBody(PLACES[write], drops('Vin')),
  })),
  {
    clause: 'relations/patch-changes-what-was-sent',
    name: 'ignores a member',
    serve: altersRequestBody(PLACES.patch, drops('Cuota')),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'keeps the currency of Adelanto',
    serve: altersRequestBody(PLACES.put, (body) =>
      Object(body.Adelanto).Moneda === 'USD'
        ? { ...body, Adelanto: { ...Object(body.Adelanto), Moneda: 'ARS' } }
        : body,
    ),
  },
  {
    clause: 'relations/patch-changes-the-tag-with-the-publication',
    name: 'the tag does not depend on the currency of Precio',
    serve: async (request, next) => {
      const response = await next(withoutPrecondition(request))
      if (!ONE.test(new URL(request.url).pathname)) return response
      const full = await next(new Request(request.url))
      const text = (await full.text()).replace(/("Precio":\{"Moneda":)"\w+"/, '$1""')
      return withTag(response, `"${createHash('sha1').update(text).digest('hex')}"`)
    },
  },
  ...EDITS.filter((write) => write !== 'archivar').map((write) => ({
    clause: `relations/${write}-changes-the-tag-with-the-publication`,
    name: 'one tag for every ref',
    serve: async (request: Request, next: (sent: Request) => Promise<Response>) => {
      const response = await next(request)
      const isRef = request.headers.get('accept')?.includes('.ref+') ?? false
      return request.method === 'GET' && isRef && response.ok ? withTag(response, '"ref"') : response
    },
  })),
  ...[
    { name: 'the tag ignores non-ASCII letters', hidden: /[^ -~]/g, at: 'Color' },
    { name: 'the tag ignores letter case', hidden: /[a-z]/gi, at: 'Color' },
    { name: 'the tag forgets equipment', hidden: /.*/g, at: 'DatosTecnicosCustom' },
  ].map(({ name, hidden, at }) => ({
    clause: 'relations/put-changes-the-tag-with-the-publication',
    name,
    serve: taggedBy((body) => ({ ...body, [at]: JSON.stringify(body[at]).replace(hidden, '') })),
  })),
  {
    clause: 'relations/put-changes-the-tag-with-the-publication',
    name: 'the tag forgets the order of Fotos',
    serve: taggedBy((body) => ({ ...body, Fotos: [...Object(body.Fotos)].sort() })),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'more photos are ignored',
    serve: ignoresMorePhotos(),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'keeps the currency',
    serve: altersRequestBody(PLACES.put, (body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"USD"', '"ARS"')),
    ),
  },
  ...(['suspender', 'archivar'] as const).map((write) => ({
    clause: `relations/${write}-changes-what-was-sent`,
    name: 'answers 200 without doing it',
    serve: pretendsSuccess(PLACES[write]),
  })),
  ...forEach(
    'changes-nothing-else',
    'touches another member',
    (write) => remembering((found, response) => found === write && isDone(response), marked('RefStock'))(),
    EDITS,
  ),
  ...forEach('refused-changes-nothing', 'a refusal changes a member', (write) =>
    remembering((found, response) => found === write && !isDone(response), marked('Descripcion'))(),
  ),
  ...forEach('leaves-other-publications', 'a write changes the tag of others', (write) =>
    remembering(
      (found, response) => found === write && isDone(response),
      (response, count) =>
        withTag(response, `"${response.headers.get('etag')?.replaceAll('"', '')}-${count}"`),
      true,
    )(),
  ),
]

const previousTagMutants: readonly WrongServer[] = forAll(
  '-makes-the-former-tag-stale',
  'previous tags are taken',
  (request, next) => next(withoutPrecondition(request)),
)

/** Keeps the previous Cuota when null is sent. */
const keepsCuota = (method: string): Serve => {
  let last: unknown = null
  return async (request, next) => {
    const text = /^P/.test(request.method) ? await request.clone().text() : ''
    const sent: JsonBody = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {}
    last = sent.Cuota ?? last
    if (request.method !== method || sent.Cuota !== null) return next(request)
    return next(new Request(request, { body: JSON.stringify({ ...sent, Cuota: last }) }))
  }
}

/** Keeps the year of publications of a known version in full edits. */
const keepsYears = (): Serve => {
  const years = new Map<string, unknown>()
  return async (request, next) => {
    const text = /^P/.test(request.method) ? await request.clone().text() : ''
    const sent: JsonBody = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {}
    const isKnown = typeof sent.Version === 'string' && !sent.Version.includes('Zzyzx')
    if (request.method === 'POST' && isKnown)
      years.set(String(sent.ExternalId).toLowerCase(), sent.VersionYear)
    const VersionYear = request.method === 'PUT' ? years.get(publicationOf(request)) : undefined
    if (VersionYear === undefined) return next(request)
    return next(new Request(request, { body: JSON.stringify({ ...sent, VersionYear }) }))
  }
}

const memberMutants: readonly WrongServer[] = [
  ...['put', 'patch'].map((write) => ({
    clause: `relations/${write}-treats-null-amounts-consistently`,
    name: 'Cuota is kept',
    serve: keepsCuota(write.toUpperCase()),
  })),
  {
    clause: 'relations/patch-answers-what-is-read-next',
    name: 'reads show cents as a text',
    serve: async (request, next) => {
      const response = await next(request)
      if (request.method !== 'GET') return response
      return withJsonBody(response, (body) =>
        JSON.parse(JSON.stringify(body).replace(/"Importe":(\d+\.\d+)/g, '"Importe":"$1"')),
      )
    },
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'the year of a known version stays',
    serve: keepsYears(),
  },
]

const twinMutants: readonly WrongServer[] = [
  {
    clause: 'relations/creates-make-the-same-in-every-form',
    name: 'Activa is false by default when a ref is asked for',
    serve: (request, next) => {
      const isRef = request.headers.get('accept')?.includes('ref+json') ?? false
      const suspends = altersRequestBody(PLACES.create, (body) => ({ Activa: false, ...body }))
      return isRef ? suspends(request, next) : next(request)
    },
  },
  ...['DatosTecnicosCustom', 'AplicaCertificadoGarantiaUsado'].map((member) => ({
    clause: 'relations/put-shows-what-a-create-shows',
    name: `a full edit ignores ${member}`,
    serve: altersRequestBody(PLACES.put, drops(member)),
  })),
  {
    clause: 'relations/put-shows-what-a-create-shows',
    name: 'a full edit refuses the photos of a used car',
    serve: altersRequestBody(PLACES.put, (body) =>
      Number(body.Kilometraje) > 0 ? { ...body, Fotos: Array(9).fill('sin foto') } : body,
    ),
  },
  {
    clause: 'relations/put-shows-what-a-create-shows',
    name: 'a create ignores Locacion',
    serve: altersRequestBody(PLACES.create, drops('Locacion')),
  },
]

/** Refuses a resource that it has refused before, even after the correction. */
const remembersRefusals =
  (write: Write): Serve =>
  async (request, next) => {
    const sent = await request.clone().text()
    if (writeOf(request) !== write) return next(request)
    const id = /"ExternalId":"([^"]+)"/.exec(sent)?.[1]?.toLowerCase() ?? publicationOf(request)
    if (refusedBefore.has(id)) return next(new Request(request, { body: '{' }))
    const response = await next(request)
    if (!isDone(response)) refusedBefore.add(id)
    return response
  }
const refusedBefore = new Set<string>()

const correctionMutants: readonly WrongServer[] = [
  ...(['create', 'put', 'patch'] as const).map((write) => ({
    clause: `relations/corrected-${write}-succeeds`,
    name: 'the corrected request is refused',
    serve: remembersRefusals(write),
  })),
  ...[3, -3].map((days) => ({
    clause: 'relations/desde-keeps-its-bound-by-the-clock-of-the-service',
    name: days > 0 ? 'earlier days are accepted' : 'the last days are refused',
    serve: ((request, next) => {
      const url = new URL(request.url)
      const day = Date.parse(url.searchParams.get('desde') ?? '')
      if (!Number.isNaN(day))
        url.searchParams.set('desde', new Date(day + days * 86_400_000).toISOString().slice(0, 10))
      return next(new Request(url, request))
    }) satisfies Serve,
  })),
  {
    clause: 'relations/desde-keeps-its-bound-by-the-clock-of-the-service',
    name: 'the last day is refused, and instants are in UTC',
    profile: { 'common/time-zone': 'utc' },
    // The world starts on 1 March 2026.
    serve: (request, next) =>
      next(new Request(request.url.replace('desde=2025-12-01', 'desde=2025-11-01'), request)),
  },
]

const parallelMutants: readonly WrongServer[] = [
  {
    clause: 'relations/one-of-parallel-create-wins',
    name: 'every writer wins',
    serve: altersStatus(PLACES.create, 201, 409),
  },
  ...(['put', 'patch'] as const).map((write) => ({
    clause: `relations/one-of-parallel-${write}-wins`,
    name: 'every writer wins',
    serve: ((request, next) => next(withoutPrecondition(request))) satisfies Serve,
  })),
  {
    clause: 'relations/one-of-parallel-suspender-wins',
    name: 'every writer wins',
    profile: { 'publications/suspend-twice': '200' },
    serve: (request, next) => next(withoutPrecondition(request)),
  },
  {
    clause: 'relations/one-of-parallel-archivar-wins',
    name: 'every writer wins',
    serve: altersStatus(PLACES.archivar, 200, 412),
  },
]

const spellingMutants: readonly WrongServer[] = [
  ...['publication-read', 'put', 'patch', 'suspender', 'archivar'].map((place) => ({
    clause: `relations/${place}-in-another-case`,
    name: 'the case of an ExternalId counts',
    serve: caseSensitive(),
  })),
  {
    clause: 'relations/inquiries-read-in-another-case',
    name: 'the case of an ExternalId counts',
    serve: caseSensitiveFilter(),
  },
  ...forAll('-percent-encoded', 'percent-encoded letters are not decoded', (request, next) =>
    isSpeltWithCodes(request) ? Promise.resolve(notFound()) : next(request),
  ),
  ...Object.entries(ADDRESSED).map(([place, { method, at }]) => ({
    clause: `relations/${place}-with-a-literal-at-sign`,
    name: 'a percent-encoded @ is not decoded',
    serve: ((request, next) => {
      const { pathname, search } = new URL(request.url)
      const isIt = request.method === method && at.test(pathname + search) && pathname.includes('%40')
      return isIt ? Promise.resolve(notFound()) : next(request)
    }) satisfies Serve,
  })),
]

export const relationWriteMutants: readonly WrongServer[] = [
  ...writeMutants,
  ...previousTagMutants,
  ...memberMutants,
  ...twinMutants,
  ...correctionMutants,
  ...parallelMutants,
  ...spellingMutants,
]
