import { to } from '../../http/href.ts'
import {
  changeBody,
  changeDocument,
  changeEntries,
  changeStoredAndShown,
  type Interceptor,
} from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

const WRITES = /^(POST|PUT|PATCH) publicaciones/
const PUBLICATIONS = /publicaciones/

const trimmed = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

const withHeaders = (at: RegExp, headers: Readonly<Record<string, string>>): Interceptor => ({
  at,
  response: (answer) =>
    answer.status < 300 ? { ...answer, headers: { ...headers, ...answer.headers } } : answer,
})

const refusedWith = (from: number, to: { readonly status: number; readonly text: string }): Interceptor => ({
  at: /./,
  response: (answer) => (answer.status === from ? { ...to, type: 'text/plain' } : answer),
})

const wire: readonly LegalVariant[] = [
  legal('no Date', 'Date belongs to HTTP, and a service without a clock leaves it out.', {
    sendsDate: false,
  }),
  legal('a clock ten minutes ahead', 'Days are those of the service.', { clockOffsetMinutes: 10 }),
  legal('a clock ten minutes behind', 'Days are those of the service.', { clockOffsetMinutes: -10 }),
  legal('a clock of another day', 'Days are those of the service.', { clockOffsetMinutes: 24 * 60 }),
  legal('header names in capitals', 'Names of headers have no case.', { upperHeaders: true }),
  legal('tags with commas', 'A tag is opaque; RFC 9110 allows commas in it.', { tagSigns: 'commas' }),
  legal('interim answers', 'A 1xx may come before any answer.', { earlyHints: true }),
  legal('connections that end soon', 'Connections belong to HTTP.', { idleMs: 20 }),
  legal('slashes and letters escaped', 'Escapes have no meaning.', { jsonText: 'php' }),
  legal('white space around the document', 'White space has no meaning.', { jsonText: 'spaced' }),
  legal('amounts with cents', '1.00 and 1 are the same number.', { decimals: 'cents' }),
  legal('amounts with an exponent', '1e+3 and 1000 are the same number.', { decimals: 'exponent' }),
  legal('404 as a problem', 'A plain message; its media type is not shown.', { notFound: 'problem' }),
  legal('successes as HAL', 'Content-Type of successes is not shown.', { answerType: 'hal' }),
  legal('Instance decoded', 'A path means the same decoded.', { instance: 'decoded' }),
  legal('Instance with the query', 'Whether the query belongs to it is not said.', { instance: 'query' }),
  legal('Instance below the prefix', 'Paths are relative to the base URL.', {
    ...{ instance: 'below', pathPrefix: 'either' },
  }),
  legal('Type as a URN', 'Type is a URI.', { problemType: 'urn' }),
  legal('Errors by JSON pointer', 'How nested properties are named is not shown.', { errorKeys: 'pointer' }),
  legal('a summary in _', 'The key _ may stand beside others.', { errorsAlsoEntry: true }),
  legal('now and then 503', '5xx is not shown; Retry-After says when to come back.', { busyEvery: 211 }),
  legal('406 without a body', 'The body of a 406 is not shown.', {
    interceptors: [refusedWith(406, { status: 406, text: '' })],
  }),
  legal('415 as text', 'The body of a 415 is not shown.', {
    interceptors: [refusedWith(415, { status: 415, text: 'Sólo JSON.' })],
  }),
  legal('Content-Location and Last-Modified', 'Other headers are free.', {
    interceptors: [
      withHeaders(PUBLICATIONS, {
        'Last-Modified': 'Sun, 01 Nov 2026 00:00:00 GMT',
        'Accept-Patch': 'application/json',
      }),
    ],
  }),
  legal('a successful write that names its listing', 'Other headers are free.', {
    interceptors: [withHeaders(/^(PUT|PATCH) publicaciones/, { Location: '/' })],
  }),
]

const publications: readonly LegalVariant[] = [
  legal('states in other words', 'Only Activa is shown.', {
    ...{ suspendedWord: 'no-publicada', archivedWord: 'Vendida / dada de baja' },
  }),
  legal('nearly everything required', 'What a creation needs is not shown.', {
    requires: [
      ...['ExternalId', 'RefStock', 'Vin', 'Exposicion', 'OperadorResponsable', 'Version', 'Transmision'],
      ...['Propulsion', 'Carroceria', 'Color', 'Descripcion', 'Precio', 'Fotos', 'Locacion', 'Telefono'],
    ],
  }),
  legal('archiving twice succeeds', 'Archiving an archived one changes nothing.', { archivedAgain: 200 }),
  legal('archived ones are gone', 'Reading an archived one is not spoken of.', {
    ...{ archivedGone: true, archivedIdReuse: true },
  }),
  legal('archived ones are gone, 403', 'Reading an archived one is not spoken of.', {
    ...{ archivedGone: true, archivedIdReuse: true, writeToUnknown: 403 },
  }),
  legal('a listing at rest shows no level', 'The level of a suspended one is not spoken of.', {
    levelAtRest: 'hidden',
  }),
  legal('texts without spaces at their ends', 'White space at the ends is not spoken of.', {
    interceptors: [changeBody(WRITES, trimmed)],
  }),
  legal('line ends of Unix', 'Line ends are not spoken of.', {
    interceptors: [
      changeBody(WRITES, (body) => ({
        ...body,
        ...(typeof body['Descripcion'] === 'string'
          ? { Descripcion: body['Descripcion'].replaceAll('\r\n', '\n') }
          : {}),
      })),
    ],
  }),
  legal('no letters outside the BMP', 'Values not valid are 400.', { letters: 'bmp' }),
  legal('no letters outside Latin-1', 'Values not valid are 400.', { letters: 'latin' }),
  legal('most amount', 'Format and bounds are not shown.', { mostAmount: 15_000_000 }),
  legal('one currency', 'Which currencies there are is not shown.', { currencies: 'one' }),
  legal('currencies of other countries', 'Which currencies there are is not shown.', {
    currencies: 'others',
  }),
  legal('fuels and bodies of another country', 'Words of the catalogue are not shown.', {
    catalogueWords: 'foreign',
  }),
  legal('one level, one place, photos required', 'A package has any size.', {
    ...{ packs: { Alta: 0, Media: 1, Baja: 0 }, requires: ['ExternalId', 'Fotos'] },
  }),
  legal('three places in all', 'A package has any size.', { packs: { Alta: 1, Media: 1, Baja: 1 } }),
  legal('suspended ones keep one of two places', 'What Activas counts is not said.', {
    ...{ packs: { Alta: 1, Media: 1, Baja: 0 }, suspendedCounts: true },
  }),
  legal('photos copied under their own names', 'Which URLs are shown is not said.', {
    interceptors: [
      changeStoredAndShown(/^(POST|PUT) publicaciones/, ({ sheet, serial }) => ({
        Fotos: sheet.Fotos.map((_, at) => `https://cdn.vidriera.example/${serial}/${at}.webp`),
      })),
    ],
  }),
  legal('unknown members of amounts kept', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATIONS, (document) => ({
        ...document,
        ...(document['Precio'] ? { Precio: { ...(document['Precio'] as object), Texto: 'a convenir' } } : {}),
      })),
    ],
  }),
  legal('places with a postal code', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATIONS, (document) => ({
        ...document,
        ...(document['Locacion']
          ? { Locacion: { ...(document['Locacion'] as object), Codigo: '8500' } }
          : {}),
      })),
    ],
  }),
]

const others: readonly LegalVariant[] = [
  legal('two inquiries a page', 'The size is only in an example.', { pageSize: 2 }),
  legal('one inquiry a page', 'The size is only in an example.', { pageSize: 1, inquiries: 'few' }),
  legal('five hundred inquiries a page', 'The size is only in an example.', { pageSize: 500 }),
  legal('inquiries in no order', 'The order is not shown.', { inquiryOrder: 'scattered' }),
  legal('inquiries that come in meanwhile', 'A service is alive.', { arriveEvery: 25 }),
  legal('phones shown as digits', 'How phones follow an edit is not shown.', { phonesShown: 'digits' }),
  legal('operators in another order', 'The order is not shown.', { operatorOrder: 'reversed' }),
  legal('operators without addresses', 'Direcciones is an array of any length.', { operatorSpots: false }),
  legal('topics with spaces and accents', 'Names of topics are not shown.', {
    topics: ['consulta nueva', 'publicación.estado', 'a%b'],
  }),
  legal('callbacks asked by HEAD', 'Whether a callback is tried is not said.', { callbackProbe: 'HEAD' }),
  legal('callbacks asked by GET', 'Whether a callback is tried is not said.', { callbackProbe: 'GET' }),
  legal('a package with a fourth level', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(/productos$/, (document) => ({
        ...document,
        Premium: { Pack: 3, Activas: 1, Disponibles: 2 },
      })),
    ],
  }),
  legal('inquiries with their number', 'No sentence says that there are no others.', {
    interceptors: [
      changeEntries(/^GET consultas/, (entry) => ({ ...entry, Numero: 7, Leida: false, Etiquetas: [] })),
    ],
  }),
  legal('pages with links to the first and last', 'Relation names are not shown.', {
    interceptors: [
      changeDocument(/^GET consultas\/:mail$/, (document, { params }) => ({
        ...document,
        _links: {
          ...(document['_links'] as object),
          first: to('consultas', params['mail'] ?? ''),
          agencia: to('operadores', params['mail'] ?? ''),
        },
      })),
    ],
  }),
  legal('blocks with several links', 'Relation names are not shown.', {
    interceptors: [
      changeDocument(/^GET $/, (document) => ({
        ...document,
        Monedas: { _links: { divisas: to('divisas'), 'divisas-de-hoy': to('divisas') } },
      })),
    ],
  }),
  legal('Errors with several texts each', 'A property has an array of strings.', {
    interceptors: [
      {
        at: /./,
        response: (answer) => {
          const { Errors } = (answer.document ?? {}) as { Errors?: Record<string, string[]> }
          const more = Object.entries(Errors ?? {}).map(([key, texts]) => [key, [...texts, 'Vea la ayuda.']])
          return Errors
            ? { ...answer, document: { ...(answer.document as object), Errors: Object.fromEntries(more) } }
            : answer
        },
      },
    ],
  }),
]

/** Further readings that contradict no sentence. */
export const LEGAL_FURTHER: readonly LegalVariant[] = [...wire, ...publications, ...others]
