import { type JsonBody, without } from '../support/body-changes.ts'
import {
  altersCreateAnswers,
  altersCreateRequests,
  altersReadAnswers,
  isCreate,
  isRead,
  lengthOf,
  refusesCreates,
  validationProblem,
  withRequestBody,
} from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody, withStatusOrHeaders } from '../support/wrong-server.ts'

const wrong = (
  clause: string,
  name: string,
  serve: WrongServer['serve'],
  more: Partial<WrongServer> = {},
): WrongServer => ({
  ...more,
  clause: `publications-create/${clause}`,
  name,
  serve,
})

const idOf = (body: JsonBody): string => String(body['ExternalId'])

/** Alters the headers of responses to creates. */
const labels =
  (headers: Readonly<Record<string, string | null>>): WrongServer['serve'] =>
  async (request, next) => {
    const response = await next(request)
    return isCreate(request) && response.status === 201
      ? withStatusOrHeaders(response, { headers })
      : response
  }

/** Overwrites the publication whose id a create repeats: its reads show another colour. */
const overwrites: WrongServer['serve'] = async (request, next) => {
  const response = await next(request)
  if (isCreate(request) && response.status === 409) return new Response('{}', { status: 201 })
  return response
}

/** A refused create alters the publication whose id it names. */
const spoils: WrongServer['serve'] = async (request, next) => {
  const response = await next(request)
  return isRead(request) ? withJsonBody(response, (shown) => ({ ...shown, Color: 'Rojo' })) : response
}

export const publicationsCreateMutants: readonly WrongServer[] = [
  wrong(
    'answers-201-with-the-publication',
    'VersionYear is a text',
    altersCreateAnswers((shown) => ({ ...shown, VersionYear: `${shown['VersionYear']}` })),
  ),
  wrong('answers-201-with-the-publication', 'no member Telefono', altersCreateAnswers(without('Telefono'))),
  wrong(
    'answers-201-with-the-publication',
    'no member CertificadoDeGarantiaUsado',
    altersCreateAnswers(without('CertificadoDeGarantiaUsado')),
  ),
  wrong('answers-201-with-the-publication', 'creates answer 200', async (request, next) => {
    const response = await next(request)
    const isMade = isCreate(request) && response.status === 201
    return isMade ? withStatusOrHeaders(response, { status: 200 }) : response
  }),
  wrong('location-is-the-address-of-the-publication', 'no Location', labels({ location: null })),
  wrong(
    'location-is-the-address-of-the-publication',
    'Location of another publication',
    labels({ location: '/v3/publicaciones/a%40b.example/x' }),
  ),
  wrong('carries-an-entity-tag', 'no ETag', labels({ etag: null })),
  wrong('carries-an-entity-tag', 'an ETag without quotes', labels({ etag: 'abc' })),
  wrong(
    'its-entity-tag-is-that-of-the-next-reading',
    'the ETag of a create is one of its own',
    labels({ etag: '"created"' }),
  ),
  wrong('answers-with-the-ref-form-when-asked', 'the ref type gives the full form', async (request, next) => {
    const headers = new Headers(request.headers)
    headers.set('accept', 'application/json')
    return next(isCreate(request) ? new Request(request, { headers }) : request)
  }),
  wrong('answers-with-the-ref-form-when-asked', 'the ref type is refused', async (request, next) =>
    isCreate(request) && request.headers.get('accept')?.includes('ref+json')
      ? new Response(null, { status: 406 })
      : next(request),
  ),
  wrong(
    'shows-what-was-sent',
    'Descripcion in ASCII',
    altersCreateAnswers((shown) => ({
      ...shown,
      Descripcion: String(shown['Descripcion']).replace(/[^ -~]/g, '?'),
    })),
  ),
  wrong(
    'activa-omitted-makes-it-active',
    'absent counts as false',
    altersCreateRequests((body) => ({ Activa: false, ...body })),
  ),
  wrong(
    'activa-true-makes-it-active',
    'Activa is ignored, and all are suspended',
    altersCreateRequests((body) => ({ ...body, Activa: false })),
  ),
  wrong('activa-false-makes-it-suspended', 'Activa is ignored', altersCreateRequests(without('Activa'))),
  wrong(
    'same-vehicle-is-accepted-or-refused-on-its-vin',
    'the Vin is dropped',
    altersCreateAnswers((shown) => ({ ...shown, Vin: null })),
  ),
  wrong(
    'vin-with-a-wrong-check-digit-is-shown-or-refused',
    'the check digit is corrected',
    altersCreateAnswers((shown) => ({ ...shown, Vin: `${shown['Vin']}`.slice(0, 8).padEnd(17, 'X') })),
  ),
  wrong(
    'vin-with-a-wrong-check-digit-is-shown-or-refused',
    'answers 500',
    refusesCreates('_', (body) => 'Vin' in body, 500),
  ),
  wrong(
    'names-what-it-requires',
    'answers 500',
    refusesCreates('_', (body) => !('Marca' in body), 500),
  ),
  wrong('names-what-it-requires', 'no Errors', async (request, next) => {
    const response = await next(request)
    return isCreate(request) && response.status === 400
      ? withJsonBody(response, (body) => ({ ...body, Errors: {} }))
      : response
  }),
  wrong(
    'external-id-of-1-character-is-refused',
    'an id of one character is accepted',
    altersCreateRequests((body) => ({ ...body, ExternalId: idOf(body).padEnd(2, '0') })),
  ),
  wrong(
    'external-id-of-255-characters-is-accepted',
    'a limit of 100 characters',
    refusesCreates('ExternalId', (body) => lengthOf(body['ExternalId']) > 100),
  ),
  wrong(
    'external-id-of-256-characters-is-refused',
    'the id is truncated',
    altersCreateRequests((body) => ({ ...body, ExternalId: idOf(body).slice(0, 255) })),
  ),
  wrong(
    'external-id-with-foreign-characters-is-refused',
    'foreign characters are replaced',
    altersCreateRequests((body) => ({ ...body, ExternalId: idOf(body).replace(/[/?# ]/g, '-') })),
  ),
  wrong(
    'external-id-with-foreign-characters-is-refused',
    'spaces are allowed',
    altersCreateRequests((body) => ({ ...body, ExternalId: idOf(body).replace(/ /g, '-') })),
  ),
  wrong(
    'external-id-is-read-as-it-was-assigned',
    'a plus sign in a path is a space',
    async (request, next) => {
      const url = request.url.replace(/%2B|\+/g, '%20')
      return next(isRead(request) ? new Request(url, request) : request)
    },
  ),
  wrong('external-id-is-read-as-it-was-assigned', 'Location is encoded twice', async (request, next) => {
    const answer = await next(request)
    const location = answer.headers.get('Location')
    if (location === null) return answer
    const headers = new Headers(answer.headers)
    headers.set(
      'Location',
      location.replace(/[~$!]/g, (sign) => `%25${sign.charCodeAt(0).toString(16)}`),
    )
    return new Response(answer.body, { status: answer.status, headers })
  }),
  wrong('external-id-is-case-insensitive', 'ids are case-sensitive', async (request, next) =>
    isRead(request) && /-ABC$/.test(new URL(request.url).pathname)
      ? new Response('No', { status: 404 })
      : next(request),
  ),
  wrong('external-id-in-use-is-refused-in-the-same', 'a second publication is created', overwrites),
  wrong('external-id-in-use-is-refused-in-the-same', 'the first publication is overwritten', spoils),
  wrong('external-id-in-use-is-refused-in-another-case', 'ids are case-sensitive', async (request, next) => {
    if (!isCreate(request)) return next(request)
    return next(
      await withRequestBody(request, (body) => ({
        ...body,
        ExternalId: /-DUP$/.test(idOf(body)) ? `${idOf(body)}2` : idOf(body),
      })),
    )
  }),
  wrong(
    'external-id-of-an-archived-one-is-refused-or-free',
    'the archived publication is returned',
    async (request, next) => {
      const response = await next(request)
      if (!isCreate(request) || response.status !== 409) return response
      return new Response(JSON.stringify({ EstadoActual: 'Archivada', Color: 'Blanco' }), { status: 201 })
    },
  ),
  wrong('external-id-of-an-archived-one-is-refused-or-free', 'answers 500', async (request, next) => {
    const response = await next(request)
    return isCreate(request) && response.status === 409 ? validationProblem(500, '_', '/') : response
  }),
  wrong(
    'external-id-belongs-to-its-agency',
    'the agency in the path does not matter',
    async (request, next) =>
      next(
        isRead(request)
          ? new Request(request.url.replace(/hola(%40|@)delrio/, 'ventas%40lospinos'), request)
          : request,
      ),
  ),
]

const read = (clause: string, name: string, serve: WrongServer['serve']): WrongServer => ({
  clause: `publications-read/${clause}`,
  name,
  serve,
})

const forReads =
  (change: (response: Response) => Promise<Response>): WrongServer['serve'] =>
  async (request, next) => {
    const response = await next(request)
    return isRead(request) ? change(response) : response
  }

/** Ignores the condition of conditional reads. */
const unconditional: WrongServer['serve'] = async (request, next) => {
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  return next(new Request(request, { headers }))
}

let count = 0

export const publicationsReadMutants: readonly WrongServer[] = [
  read('answers-200-with-the-publication', 'no Descripcion', altersReadAnswers(without('Descripcion'))),
  read(
    'answers-200-with-the-publication',
    'another RefStock',
    altersReadAnswers((shown) => ({ ...shown, RefStock: 'otro' })),
  ),
  read(
    'carries-an-entity-tag',
    'no ETag',
    forReads((response) => withStatusOrHeaders(response, { headers: { etag: null } })),
  ),
  read(
    'carries-an-entity-tag',
    'a new ETag every time',
    forReads((response) => withStatusOrHeaders(response, { headers: { etag: `"${(count += 1)}"` } })),
  ),
  read('is-not-modified-for-its-etag-in-the-entry-form', 'If-None-Match is ignored', unconditional),
  read('is-not-modified-for-its-etag-in-the-ref-form', 'If-None-Match is ignored', unconditional),
  read('is-shown-in-full-for-another-etag', 'any entity tag is answered 304', async (request, next) =>
    isRead(request) && request.headers.has('if-none-match')
      ? new Response(null, { status: 304 })
      : next(request),
  ),
  read('a-change-makes-another-etag', 'the ETag never changes', async (request, next) => {
    const headers = new Headers(request.headers)
    headers.delete('if-match')
    headers.delete('if-none-match')
    const response = await next(new Request(request, { headers }))
    return isRead(request) ? withStatusOrHeaders(response, { headers: { etag: '"one"' } }) : response
  }),
  read('a-change-makes-another-etag', 'reads show the previous value', async (request, next) => {
    const response = await next(request)
    return isRead(request)
      ? withJsonBody(response, (shown) => ({ ...shown, Precio: { Moneda: 'ARS', Importe: 1 } }))
      : response
  }),
  read('a-change-of-state-makes-another-etag', 'the state is not part of the tag', async (request, next) => {
    const response = await next(request)
    return isRead(request) && request.headers.has('if-none-match')
      ? withStatusOrHeaders(response, { status: 304 })
      : response
  }),
  read('the-ref-form-is-short', 'no etag', altersReadAnswers(without('etag'))),
  read(
    'the-ref-form-is-short',
    'refs without a title',
    altersReadAnswers((shown) => ({ ...shown, title: '' })),
  ),
  read(
    'the-ref-form-shows-its-etag',
    'the revision instead of the tag',
    altersReadAnswers((shown) => ({ ...shown, etag: '17' })),
  ),
  read(
    'the-href-of-the-ref-form-leads-to-it',
    'an href to the list',
    altersReadAnswers((shown) => ({ ...shown, href: '/v3/agencias' })),
  ),
  read(
    'consultas-leads-to-its-own-inquiries',
    "all of the agency's inquiries",
    altersCreateAnswers((shown) => ({
      ...shown,
      Consultas: { _links: { self: { href: '/v3/consultas/ventas%40lospinos.example' } } },
    })),
  ),
  read(
    'consultas-leads-to-its-own-inquiries',
    'a link block is a text',
    altersCreateAnswers((shown) => ({ ...shown, Consultas: '/v3/consultas' })),
  ),
  {
    clause: 'errors/unknown-agency-publicacion',
    name: 'a problem of validation',
    serve: async (request, next) => {
      const response = await next(request)
      return response.status === 404 ? validationProblem(400, 'adminMail', '/') : response
    },
  },
]
