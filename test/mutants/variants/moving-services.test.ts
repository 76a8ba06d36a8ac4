import { expect, it } from 'vitest'
import { clauses } from '../../../contracts/index.ts'
import { measuresPhotos, takesWhatItCannotFetch } from '../publications/photos.ts'
import {
  runClausesAgainst,
  type WrongServer,
  withJsonBody,
  withStatusOrHeaders,
} from '../support/wrong-server.ts'

/** Clauses fail no service because of another client or the clock between two of their requests. */

type Serve = WrongServer['serve']

/** Shows a full level only around the first create at it: another client freed a place, and took it. */
const fullOnce = (): Serve => {
  let creates = 0
  return async (request, next) => {
    const isCreate = request.method === 'POST'
    if (isCreate && (await request.clone().text()).includes('"Exposicion":"Media"')) creates += 1
    const response = await next(request)
    if (!request.url.endsWith('/productos') || creates > 1) return response
    return withJsonBody(response, (body) => ({ ...body, Media: { Pack: 9, Activas: 9, Disponibles: 0 } }))
  }
}

/** Gives every read another tag, as if photos were still being copied. */
const changesTags = (): Serve => {
  let revision = 0
  return async (request, next) => {
    const response = await next(request)
    return request.method === 'GET' && response.headers.has('etag')
      ? withStatusOrHeaders(response, { headers: { ETag: `"r${revision++}"` } })
      : response
  }
}

/** Gives each form its own tag; refs show their common beginning. */
const tagsOfForms = (): Serve => async (request, next) => {
  const form = request.headers.get('accept')?.includes('.ref+json') ? 'ref' : 'full'
  const response = await next(request)
  const etag = response.headers.get('etag')
  if (etag === null) return response
  const dressed = await withStatusOrHeaders(response, { headers: { ETag: etag.replace(/"$/, `;${form}"`) } })
  return withJsonBody(dressed, (body) => ({ ...body, ...('etag' in body && { etag: JSON.parse(etag) }) }))
}

/** Finds the package full at every second create of the agency. */
const fullNowAndThen = (): Serve => {
  let creates = 0
  return async (request, next) => {
    const isFull = request.method === 'POST' && creates++ % 3 === 2
    return isFull ? withStatusOrHeaders(await next(request), { status: 403 }) : next(request)
  }
}

const DAY_MS = 86_400_000

/** Writes instants in UTC, while its days begin at 03:00 UTC and the day of UTC has begun. */
const daysBehindUtc = (): Serve => async (request, next) => {
  const url = new URL(request.url)
  const day = Date.parse(url.searchParams.get('desde') ?? '')
  // The sandbox is a day ahead of what its Date says.
  if (!Number.isNaN(day)) url.searchParams.set('desde', new Date(day + DAY_MS).toISOString().slice(0, 10))
  const response = await next(new Request(url, request))
  const shown = await withJsonBody(response, (body) => ({ ...body, Desde: '2026-02-01T03:00:00Z' }))
  const date = new Date(Date.parse('2026-03-01T00:30:00Z')).toUTCString()
  return withStatusOrHeaders(shown, { headers: { Date: date } })
}

it('sizes of photos are judged on a service that measures the photos of the run', async () => {
  const photoClauses = clauses.filter(({ id }) => /^publications-photos\/|put-takes-fewer-photos$/.test(id))
  const results = await runClausesAgainst(photoClauses, { serve: measuresPhotos })
  expect(results.map(({ verdict, reason, violation }) => violation?.got ?? reason ?? verdict)).toEqual(
    photoClauses.map(() => 'passed'),
  )
})

it('a service that accepts photos that it cannot fetch is judged by those that it fetches', async () => {
  const photoClauses = clauses.filter(({ id }) => id.startsWith('publications-photos/'))
  const results = await runClausesAgainst(photoClauses, { serve: takesWhatItCannotFetch })
  const others = results.filter(({ verdict }) => verdict !== 'passed')
  expect(others.map(({ clause, reason }) => `${clause.id}: ${reason}`)).toEqual([
    'publications-photos/what-is-no-image-is-not-taken: it takes photos that it cannot fetch',
  ])
})

/** Dates its responses by another clock than the one by which it counts days. */
const datesByAnotherClock = (): Serve => async (request, next) =>
  withStatusOrHeaders(await next(request), {
    headers: { Date: new Date(Date.UTC(2031, 4, 5)).toUTCString() },
  })

const SERVICES: readonly (readonly [string, string, () => Serve])[] = [
  [
    'publications-members/exposicion-media-gives-a-level-of-the-package',
    'a place that another client freed in between',
    fullOnce,
  ],
  ['publications-read/the-ref-form-shows-its-etag', 'a tag that changes by itself', changesTags],
  ['publications-read/the-ref-form-shows-its-etag', 'tags whose common part refs show', tagsOfForms],
  ['relations/create-percent-encoded', 'a package that is full now and then', fullNowAndThen],
  [
    'relations/desde-keeps-its-bound-by-the-clock-of-the-service',
    'days that lag behind those of UTC, in which instants are written',
    daysBehindUtc,
  ],
  [
    'relations/desde-keeps-its-bound-by-the-clock-of-the-service',
    'a Date header of another year than its days',
    datesByAnotherClock,
  ],
]

it.each(SERVICES)('%s does not fail for %s', async (id, _, serve) => {
  const [result] = await runClausesAgainst(
    clauses.filter((one) => one.id === id),
    { serve: serve() },
  )
  expect([result?.verdict, result?.violation]).not.toContain('failed')
})

/** Refuses a write to a publication while another one is at work on it: the conditions of 409 are open. */
const locksPublications = (): Serve => {
  const atWork = new Set<string>()
  return async (request, next) => {
    const [, publication = ''] =
      /\/publicaciones\/([^/]+\/[^/]+)/.exec(new URL(request.url).pathname.toLowerCase()) ?? []
    if (request.method === 'GET' || publication === '') return next(request)
    if (atWork.has(publication)) return Response.json(CONFLICT, { status: 409, headers: PROBLEM })
    atWork.add(publication)
    try {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return await next(request)
    } finally {
      atWork.delete(publication)
    }
  }
}

const PROBLEM = { 'Content-Type': 'application/problem+json' }
const CONFLICT = {
  Type: 'https://httpstatuses.com/409',
  Title: 'Conflict',
  Status: 409,
  Detail: 'Another write is at work.',
  Instance: '/v3',
  Extensions: {},
  Errors: { _: ['Another write is at work.'] },
}

it('no clause on writes fails on a service that refuses a write while another is at work', async () => {
  const writes = clauses.filter(({ id }) => /^(?:publications-edit|states)\/|one-of-parallel/.test(id))
  const results = await runClausesAgainst(writes, { serve: locksPublications() })
  const failed = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
  expect(failed.map(({ clause, violation, reason }) => ({ id: clause.id, violation, reason }))).toEqual([])
})
