import { relationClauses } from '../../../contracts/relations/index.ts'
import { withRequestBody } from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for members of a wrong type, reads under tags, and resets by a first full edit. */

type Serve = WrongServer['serve']

const isWrong = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kit' in value

/** Drops objects where none is valid. */
const dropsObjects: Serve = async (request, next) =>
  next(
    request.method === 'GET'
      ? request
      : await withRequestBody(request, (body) =>
          Object.fromEntries(Object.entries(body).filter(([, value]) => !isWrong(value))),
        ),
  )

const isPublication = (request: Request): boolean =>
  /\/publicaciones\/[^/]+\/[^/]+$/.test(new URL(request.url).pathname)

/** Answers every conditional read as unchanged. */
const neverChanged: Serve = async (request, next) => {
  const isConditional = request.method === 'GET' && request.headers.has('if-none-match')
  return isConditional && isPublication(request) ? new Response(null, { status: 304 }) : next(request)
}

/** Answers reads in full whatever tag is sent. */
const alwaysRead: Serve = async (request, next) => {
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  return next(new Request(request, { headers }))
}

/** Shows no fuel type any more once there was a full edit. */
const losesTheFuel = (): Serve => {
  const edited = new Set<string>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    const response = await next(request)
    if (request.method === 'PUT' && response.ok) edited.add(pathname)
    return edited.has(pathname)
      ? withJsonBody(response, (body) => ('Propulsion' in body ? { ...body, Propulsion: null } : body))
      : response
  }
}

/** Shows no certificate any more once a publication is archived or suspended, or was edited in part. */
const losesTheCertificate: Serve = async (request, next) => {
  const response = await next(request)
  return request.method === 'PATCH'
    ? withJsonBody(response, (body) =>
        'CertificadoDeGarantiaUsado' in body ? { ...body, CertificadoDeGarantiaUsado: null } : body,
      )
    : response
}

/** Suspends only with a body. */
const needsABody: Serve = async (request, next) => {
  const isBare = /\/suspender$/.test(request.url) && (await request.clone().text()) === ''
  return isBare ? new Response('', { status: 400 }) : next(request)
}

/** Ignores `Activa` if a price is sent too. */
const editsOneMember: Serve = async (request, next) =>
  next(
    request.method === 'PATCH'
      ? await withRequestBody(request, ({ Activa, ...rest }) => ('Precio' in rest ? rest : { Activa }))
      : request,
  )

/** Reads agencies by their address as they first were. */
const staleAgency = (): Serve => {
  const first = new Map<string | null, string>()
  return async (request, next) => {
    const response = await next(request)
    const isOne = request.method === 'GET' && /\/agencias\/[^/]+$/.test(new URL(request.url).pathname)
    if (!isOne || !response.ok) return response
    const form = response.headers.get('content-type')
    const text = first.get(form) ?? (await response.text())
    first.set(form, text)
    return new Response(text, { headers: response.headers })
  }
}

const endingIn = (words: string): readonly string[] =>
  relationClauses.map(({ id }) => id).filter((id) => id.endsWith(words))

export const relationTypeMutants: readonly WrongServer[] = [
  ...endingIn('-refuses-an-object-in-every-member').map((clause) => ({
    clause,
    name: 'objects are left out',
    serve: dropsObjects,
  })),
  ...endingIn('-shows-in-conditional-reads').flatMap((clause) => [
    { clause, name: 'no read is answered 304', serve: alwaysRead },
    ...(clause.includes('archivar') ? [] : [{ clause, name: 'every tag is current', serve: neverChanged }]),
  ]),
  {
    clause: 'relations/put-changes-nothing-else',
    name: 'a full edit without the fuel drops it',
    serve: losesTheFuel(),
  },
  ...['suspender', 'archivar'].map((write) => ({
    clause: `relations/${write}-answers-what-is-read-next`,
    name: 'the certificate is not in the response',
    serve: losesTheCertificate,
  })),
  {
    clause: 'relations/patch-changes-what-was-sent',
    name: 'the state is ignored together with a price',
    serve: editsOneMember,
  },
  {
    clause: 'agencies/take-a-commercial-name',
    name: 'a read by address is stale',
    serve: staleAgency(),
  },
  {
    clause: 'states/suspender-suspends',
    name: 'only with a body',
    serve: needsABody,
  },
]
