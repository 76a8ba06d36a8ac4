import { having, mapsMember, without } from '../support/body-changes.ts'
import { acceptsType, altersBodyAt, altersHeadersAt, altersStatusAt } from '../support/exchange-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'
import { commonExchangeMutants } from './exchanges.ts'

const BRANDS = /\/marcas\/bestmatch/
const MODELS = /\/modelos\/bestmatch/
const VERSION = /\/versiones\/\d+$/
const OPERATORS = /\/operadores\/[^/]+$/
const INQUIRIES = /\/consultas\/[^/]+$/
const PUBLICATIONS = /\/publicaciones\//
const AGENCY = /\/agencias\/[^/]+$/
const ENTRY = /\/v3$/

/** The resources of COM-10, each with a member that only its full form has. */
const places: Readonly<Record<string, readonly [RegExp, string]>> = {
  brand: [BRANDS, 'Codenames'],
  model: [MODELS, 'Carrocerias'],
  version: [VERSION, 'Segmento'],
  operators: [OPERATORS, 'EsAdministradorAgencia'],
  inquiries: [INQUIRIES, 'Momento'],
  publication: [PUBLICATIONS, 'EstadoActual'],
  agency: [AGENCY, 'NombreComercial'],
}

const formMutants = Object.entries(places).flatMap(([noun, [at, member]]): WrongServer[] => [
  {
    clause: `common/${noun}-in-full`,
    name: 'text/json is refused',
    serve: altersStatusAt(at, 406, acceptsType(/^text\/json/)),
  },
  {
    clause: `common/${noun}-in-full`,
    name: 'the entry type gives the ref',
    serve: altersHeadersAt(at, { Accept: 'application/vnd.service.ref+json' }, acceptsType(/entry\+json/)),
  },
  {
    clause: `common/${noun}-in-full`,
    name: 'a member of the full form is missing',
    serve: altersBodyAt(
      at,
      mapsMember(member, () => undefined),
    ),
  },
  {
    clause: `common/${noun}-as-ref`,
    name: 'the ref type gives the full form',
    serve: altersHeadersAt(at, { Accept: 'application/json' }, acceptsType(/ref\+json/)),
  },
  {
    clause: `common/${noun}-as-ref`,
    name: 'refs without a title',
    serve: altersBodyAt(
      at,
      mapsMember('title', () => undefined),
    ),
  },
])

const firstLink = (change: object) => mapsMember('self', (link) => ({ ...Object(link), ...change }))

const hypermediaMutants: readonly WrongServer[] = [
  {
    clause: 'common/links-are-link-objects',
    name: 'a link is a text',
    serve: altersBodyAt(
      ENTRY,
      mapsMember('self', () => '/v3'),
    ),
  },
  {
    clause: 'common/links-are-link-objects',
    name: 'links of a relation are in an array',
    serve: altersBodyAt(
      MODELS,
      mapsMember('self', (link) => [link]),
    ),
  },
  {
    clause: 'common/links-are-link-objects',
    name: 'templated is a text',
    serve: altersBodyAt(
      ENTRY,
      mapsMember('templated', () => 'true'),
    ),
  },
  {
    clause: 'common/templates-are-marked',
    name: 'templates are not marked',
    serve: altersBodyAt(
      ENTRY,
      mapsMember('templated', () => undefined),
    ),
  },
  {
    clause: 'common/methods-are-of-http',
    name: 'a method in Spanish',
    serve: altersBodyAt(MODELS, firstLink({ method: 'LEER' })),
  },
  {
    clause: 'common/hrefs-are-uris',
    name: 'spaces in an href',
    serve: altersBodyAt(MODELS, firstLink({ href: '/v3/modelos/polo classic' })),
  },
  {
    clause: 'common/answers-carry-links',
    name: 'a package without links',
    serve: altersBodyAt(/\/productos$/, without('_links')),
  },
  {
    clause: 'common/link-blocks-hold-links',
    name: 'a link block is a text',
    serve: altersBodyAt(BRANDS, having({ Modelos: '/v3/modelos?marca=1' })),
  },
  {
    clause: 'common/link-blocks-hold-links',
    name: 'operators without Publicaciones',
    serve: altersBodyAt(
      OPERATORS,
      mapsMember('Publicaciones', () => undefined),
    ),
  },
  {
    clause: 'common/collections-have-entries-and-links',
    name: 'a collection calls its entries Items',
    serve: altersBodyAt(OPERATORS, ({ _entries, ...rest }) => ({ ...rest, Items: _entries })),
  },
  {
    clause: 'common/collections-have-entries-and-links',
    name: 'a page without links',
    serve: altersBodyAt(INQUIRIES, without('_links')),
  },
  {
    clause: 'common/a-ref-leads-to-its-resource',
    name: 'the link answers 404',
    serve: altersStatusAt(/\/marcas\/\d+$/, 404),
  },
  {
    clause: 'common/a-ref-leads-to-its-resource',
    name: "the ref of another brand's address",
    serve: altersBodyAt(/\/marcas\/\d+$/, having({ Nombre: 'Otra' })),
  },
  {
    clause: 'common/links-of-answers-lead-somewhere',
    name: 'the link answers 404',
    serve: altersStatusAt(/\/versiones\?/, 404),
  },
]

export const commonMutants: readonly WrongServer[] = [
  ...formMutants,
  {
    clause: 'common/create-answers-with-a-ref',
    name: 'the ref type gives the full form',
    serve: altersHeadersAt(PUBLICATIONS, { Accept: null }),
  },
  ...hypermediaMutants,
  ...commonExchangeMutants,
]
