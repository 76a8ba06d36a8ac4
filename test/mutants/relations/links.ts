import { everyEntry, type JsonBody, without } from '../support/body-changes.ts'
import { altersBodyWithStatus, altersStatusAt } from '../support/exchange-mistakes.ts'
import { altersRequestBody, altersResponseBody } from '../support/operation-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers of the clauses on problems of every operation, on links and on their targets. */

const untitled = altersBodyWithStatus(400, without('Title'))

const CREATE = { method: 'POST', at: /\/publicaciones\/[^/]+$/ }
const AGENCIES = { method: 'GET', at: /\/agencias(\/[^/]+)?$/ }
const OPERATORS = { method: 'GET', at: /\/operadores\// }

const everyDocument =
  (change: (document: JsonBody) => JsonBody) =>
  (body: JsonBody): JsonBody =>
    '_entries' in body ? everyEntry(change)(body) : change(body)

const swapped = altersResponseBody(
  AGENCIES,
  everyDocument(({ Productos, Operadores, ...rest }) => ({
    ...rest,
    ...(Productos !== undefined && {
      Productos: Operadores,
      Operadores: Productos,
      Notificaciones: Productos,
    }),
  })),
)

/** Gives a member of single resources another value. */
const elsewhere = (at: RegExp, members: JsonBody): WrongServer['serve'] =>
  altersResponseBody({ method: 'GET', at }, (body) => ('_entries' in body ? body : { ...body, ...members }))

const withoutQueries = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    name === 'href' ? String(inner).split('?')[0] : inner,
  )

const OPERATIONS = [
  'create',
  'put',
  'patch',
  'consultas',
  'operadores',
  'agencias',
  'appnotificaciones',
  'modelos',
  'create-as-ref',
  'consultas-as-ref',
  'notificaciones',
]

export const relationLinkMutants: readonly WrongServer[] = [
  ...OPERATIONS.map((operation) => ({
    clause: `relations/refusal-of-${operation}-is-a-problem`,
    name: 'problems without Title',
    serve: untitled,
  })),
  {
    clause: 'relations/refusal-of-an-unknown-agency-is-a-problem',
    name: '403 without Title',
    profile: { 'common/write-to-unknown': '403' },
    serve: altersBodyWithStatus(403, without('Title')),
  },
  {
    clause: 'relations/links-of-operators-are-usable',
    name: 'self is not an address',
    serve: altersResponseBody({ method: 'GET', at: /\/operadores\/[^/]+$/ }, (body) => ({
      ...body,
      _links: { ...Object(body._links), self: { href: 'NaN' } },
    })),
  },
  {
    clause: 'relations/refusals-of-an-archived-publication-are-problems',
    name: 'conflicts without Errors',
    serve: altersBodyWithStatus(409, without('Errors')),
  },
  {
    clause: 'publications-members/color-of-letters-beyond-ascii-is-cut',
    name: 'colours are cut at 50 bytes',
    serve: altersRequestBody(CREATE, ({ Color, ...rest }) => ({
      ...rest,
      Color: Buffer.from(String(Color)).subarray(0, 50).toString(),
    })),
  },
  {
    clause: 'publications-members/null-telefono-is-a-phone-of-the-named-operator',
    name: 'a phone that no operator has',
    serve: altersResponseBody(CREATE, (body) => ({ ...body, Telefono: '+54 11 0000-0000' })),
  },
  {
    clause: 'catalogue/listed-models-are-found-within-their-brand',
    name: 'any model of any brand',
    serve: altersResponseBody({ method: 'GET', at: /\/modelos\/bestmatch/ }, (body) => ({
      ...body,
      Nombre: 'Otro',
    })),
  },
  ...['productos', 'operadores', 'notificaciones'].map((block) => ({
    clause: `relations/${block}-are-those-of-the-agency`,
    name: 'blocks lead to the targets of others',
    serve: swapped,
  })),
  {
    clause: 'relations/productos-are-those-of-the-agency',
    name: 'a block without links',
    serve: altersResponseBody(
      AGENCIES,
      everyDocument((one) => ('Productos' in one ? { ...one, Productos: { _links: {} } } : one)),
    ),
  },
  {
    clause: 'relations/inquiries-of-a-list-lead-to-themselves',
    name: 'an inquiry without its person',
    serve: elsewhere(/\/consultas\/[^/]+\/[^/]+$/, { Interesado: null }),
  },
  {
    clause: 'relations/brands-of-a-list-lead-to-themselves',
    name: 'a brand without codenames',
    serve: elsewhere(/\/marcas\/[^/?]+$/, { Codenames: [] }),
  },
  {
    clause: 'relations/models-of-a-list-lead-to-themselves',
    name: 'a model without body styles',
    serve: elsewhere(/\/modelos\/[^/?]+$/, { Carrocerias: [] }),
  },
  {
    clause: 'relations/inquiries-behind-an-operator-are-of-the-operator',
    name: 'links to all inquiries',
    serve: altersResponseBody(
      OPERATORS,
      everyEntry(({ Consultas, ...rest }) => ({ ...rest, Consultas: withoutQueries(Consultas) })),
    ),
  },
  {
    clause: 'relations/refs-of-operators-lead-to-operators',
    name: 'refs lead to the entry point',
    serve: altersResponseBody(
      OPERATORS,
      everyEntry((entry) => ('href' in entry ? { ...entry, href: '/v3' } : entry)),
    ),
  },
  {
    clause: 'relations/the-car-of-an-inquiry-is-that-of-its-publication',
    name: 'the mileage stands as the year',
    serve: altersResponseBody({ method: 'GET', at: /\/consultas\/[^/]+$/ }, (body) =>
      everyEntry(({ Auto, ...rest }) => ({ ...rest, Auto: { ...Object(Auto), VersionYear: 45_000 } }))(body),
    ),
  },
  {
    clause: 'relations/next-of-a-page-is-another-page',
    name: 'the next page is the same',
    serve: altersResponseBody({ method: 'GET', at: /\/consultas\/[^/]+$/ }, ({ _links, ...rest }) => ({
      ...rest,
      _links: { ...Object(_links), next: Object(_links).self },
    })),
  },
  {
    clause: 'relations/next-of-a-page-is-another-page',
    name: 'the page after the last is the first',
    serve: altersResponseBody({ method: 'GET', at: /\/consultas\/[^/]+$/ }, ({ _links, ...rest }) => {
      const isLast = Number(rest.Pagina) * Number(rest.PerPagina) >= Number(rest.Total)
      const { first, ...links } = Object(_links)
      return { ...rest, _links: { first, ...links, ...(isLast && { next: first }) } }
    }),
  },
  {
    clause: 'relations/next-of-a-page-is-another-page',
    name: 'the next page is the third',
    serve: async (request, next) => {
      const response = await next(request)
      if (request.method !== 'GET' || !/\/consultas\/[^/]+$/.test(new URL(request.url).pathname))
        return response
      return withJsonBody(response, (body) =>
        request.url.includes('pagina=3')
          ? { ...body, Pagina: 3 }
          : {
              ...body,
              _links: {
                ...Object(body._links),
                next: { href: `${request.url.split('?')[0]}?third=pagina=3` },
              },
            },
      )
    },
  },
  {
    clause: 'relations/pagina-keeps-its-bound-beside-filters',
    name: 'page 100 of refs and filtered lists',
    serve: altersStatusAt(/pagina=100/, 200),
  },
  {
    clause: 'relations/desde-keeps-its-bound-beside-filters',
    name: 'any first day',
    serve: altersStatusAt(/desde=/, 200),
  },
]
