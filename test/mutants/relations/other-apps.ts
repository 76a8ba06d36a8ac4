import { OTHER_APP_KEY, type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for the reads and writes of two apps. */

type Serve = WrongServer['serve']

const isOther = (request: Request): boolean =>
  request.headers.get('authorization')?.endsWith(OTHER_APP_KEY) === true

/** Returns the request as the first app would send it. */
const asFirst = (request: Request): Request => {
  const first = new Request(request)
  first.headers.delete('authorization')
  return first
}

/** Answers these requests of the second app like those of the first. */
const takesForFirst =
  (isLeak: (request: Request, path: string) => boolean): Serve =>
  (request, next) => {
    const { pathname } = new URL(request.url)
    return next(isOther(request) && isLeak(request, pathname) ? asFirst(request) : request)
  }

const PUBLICATION = /\/publicaciones\/[^/]+\/[^/]+$/
const LIST = /\/publicaciones\/[^/]+$/

/** Counts for the second app publications that it does not list. */
const countsHidden: Serve = async (request, next) => {
  const response = await next(request.clone())
  if (!isOther(request) || request.method !== 'GET' || !LIST.test(new URL(request.url).pathname))
    return response
  const whole = JSON.parse(await (await next(asFirst(request))).text())
  return withJsonBody(response, (body) => ({ ...body, Total: whole.Total }))
}

/** Carries a refused create of the second app out on the publication that has the id. */
const overwrites: Serve = async (request, next) => {
  if (isOther(request) && request.method === 'POST' && LIST.test(new URL(request.url).pathname)) {
    const { ExternalId } = JSON.parse(await request.clone().text())
    const body = JSON.stringify({ Precio: { Moneda: 'ARS', Importe: 1 } })
    const headers = { 'Content-Type': 'application/json' }
    await next(new Request(`${request.url}/${ExternalId}`, { method: 'PATCH', headers, body }))
  }
  return next(request)
}

/** Gives the publications of the first app to the second one, and leaves their inquiries with the first. */
const swapsPublications: Serve = (request, next) => {
  if (request.method !== 'GET' || !PUBLICATION.test(new URL(request.url).pathname)) return next(request)
  if (isOther(request)) return next(asFirst(request))
  return next(new Request(request, { headers: { Authorization: `Bearer ${OTHER_APP_KEY}` } }))
}

const writesForFirst = takesForFirst(({ method }) => method === 'PUT' || method === 'PATCH')

export const otherAppMutants: readonly WrongServer[] = [
  {
    clause: 'relations/a-publication-is-hidden-from-another-app-consistently',
    name: 'another app reads the ref',
    serve: takesForFirst(
      ({ headers }, path) => PUBLICATION.test(path) && headers.get('accept')?.includes('ref') === true,
    ),
  },
  {
    clause: 'relations/a-publication-is-hidden-from-another-app-consistently',
    name: 'another app reads a publication that its writes do not find',
    serve: takesForFirst(({ method }, path) => method === 'GET' && PUBLICATION.test(path)),
  },
  {
    clause: 'relations/a-hidden-publication-is-not-listed-for-another-app',
    name: 'the list of another app holds all',
    serve: takesForFirst(({ method }, path) => method === 'GET' && LIST.test(path)),
  },
  {
    clause: 'relations/a-hidden-publication-is-not-listed-for-another-app',
    name: 'Total counts unlisted publications',
    serve: countsHidden,
  },
  ...['partial-edit', 'full-edit', 'reactivation', 'suspension', 'archiving'].map((write) => ({
    clause: `relations/a-hidden-publication-takes-no-${write}-of-another-app`,
    name: 'another app writes a publication that it cannot read',
    serve: writesForFirst,
  })),
  {
    clause: 'relations/a-create-of-another-app-leaves-a-publication-alone',
    name: 'a refused create of another app is carried out',
    serve: overwrites,
  },
  {
    clause: 'relations/an-inquiry-that-an-app-does-not-list-is-not-read-by-it',
    name: 'every app reads every inquiry',
    serve: takesForFirst((_, path) => /\/consultas\/[^/]+\/[^/]+$/.test(path)),
  },
  {
    clause: 'relations/inquiries-on-its-publications-are-listed-for-each-app',
    name: 'an app lists the inquiries of another one only',
    serve: swapsPublications,
  },
  {
    clause: 'relations/an-agency-that-one-app-does-not-see-is-hidden-whole',
    name: 'every app reads the operators of every agency',
    serve: takesForFirst((_, path) => path.includes('/operadores/')),
  },
  ...(
    [
      ['publications', PUBLICATION],
      ['inquiries', /\/consultas\/[^/]+\/[^/]+$/],
    ] as const
  ).map(([words, at]) => ({
    clause: 'relations/an-agency-that-one-app-does-not-see-is-hidden-whole',
    name: `every app reads single ${words} of every agency`,
    serve: takesForFirst((_, path) => at.test(path)),
  })),
  {
    clause: 'relations/webhooks-are-configured-for-each-app',
    name: 'apps share their webhooks',
    serve: takesForFirst((_, path) => path.includes('/appnotificaciones')),
  },
]
