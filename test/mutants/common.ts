import { accepts, bodyAt, everywhere, having, heardAt, statusAt, without } from './exchange-mistakes.ts'
import { commonExchangeMutants } from './common-exchanges.ts'
import type { Mutant } from './wrong-server.ts'

const BRANDS = /\/marcas\/bestmatch/
const MODELS = /\/modelos\/bestmatch/
const VERSION = /\/versiones\/\d+$/
const OPERATORS = /\/operadores\/[^/]+$/
const INQUIRIES = /\/consultas\/[^/]+$/
const PUBLICATIONS = /\/publicaciones\//
const AGENCY = /\/agencias\/[^/]+$/
const ENTRY = /\/v3$/

/** The places of COM-10's resources, and a member that their full forms have. */
const places: Readonly<Record<string, readonly [RegExp, string]>> = {
  brand: [BRANDS, 'Codenames'],
  model: [MODELS, 'Carrocerias'],
  version: [VERSION, 'Segmento'],
  operators: [OPERATORS, 'EsAdministradorAgencia'],
  inquiries: [INQUIRIES, 'Momento'],
  publication: [PUBLICATIONS, 'EstadoActual'],
  agency: [AGENCY, 'NombreComercial'],
}

const formMutants = Object.entries(places).flatMap(([noun, [at, member]]): Mutant[] => [
  {
    clause: `common/${noun}-in-full`,
    name: 'text/json is not known',
    serve: statusAt(at, 406, accepts(/^text\/json/)),
  },
  {
    clause: `common/${noun}-in-full`,
    name: 'the entry type gives the ref',
    serve: heardAt(at, { Accept: 'application/vnd.service.ref+json' }, accepts(/entry\+json/)),
  },
  {
    clause: `common/${noun}-in-full`,
    name: `no ${member}`,
    serve: bodyAt(
      at,
      everywhere(member, () => undefined),
    ),
  },
  {
    clause: `common/${noun}-as-ref`,
    name: 'the ref type gives the full form',
    serve: heardAt(at, { Accept: 'application/json' }, accepts(/ref\+json/)),
  },
  {
    clause: `common/${noun}-as-ref`,
    name: 'refs without a title',
    serve: bodyAt(
      at,
      everywhere('title', () => undefined),
    ),
  },
])

const firstLink = (change: object) => everywhere('self', (link) => ({ ...Object(link), ...change }))

const hypermediaMutants: readonly Mutant[] = [
  {
    clause: 'common/links-are-link-objects',
    name: 'a link is a text',
    serve: bodyAt(
      ENTRY,
      everywhere('self', () => '/v3'),
    ),
  },
  {
    clause: 'common/links-are-link-objects',
    name: 'links of a relation come in an array',
    serve: bodyAt(
      MODELS,
      everywhere('self', (link) => [link]),
    ),
  },
  {
    clause: 'common/links-are-link-objects',
    name: 'templated is a text',
    serve: bodyAt(
      ENTRY,
      everywhere('templated', () => 'true'),
    ),
  },
  {
    clause: 'common/templates-are-marked',
    name: 'templates are not marked',
    serve: bodyAt(
      ENTRY,
      everywhere('templated', () => undefined),
    ),
  },
  {
    clause: 'common/methods-are-of-http',
    name: 'a method in Spanish',
    serve: bodyAt(MODELS, firstLink({ method: 'LEER' })),
  },
  {
    clause: 'common/hrefs-are-uris',
    name: 'spaces in an href',
    serve: bodyAt(MODELS, firstLink({ href: '/v3/modelos/polo classic' })),
  },
  {
    clause: 'common/answers-carry-links',
    name: 'a package without links',
    serve: bodyAt(/\/productos$/, without('_links')),
  },
  {
    clause: 'common/link-blocks-hold-links',
    name: 'a link block is an address',
    serve: bodyAt(BRANDS, having({ Modelos: '/v3/modelos?marca=1' })),
  },
  {
    clause: 'common/link-blocks-hold-links',
    name: 'operators without Publicaciones',
    serve: bodyAt(
      OPERATORS,
      everywhere('Publicaciones', () => undefined),
    ),
  },
  {
    clause: 'common/collections-have-entries-and-links',
    name: 'a collection calls its entries Items',
    serve: bodyAt(OPERATORS, ({ _entries, ...rest }) => ({ ...rest, Items: _entries })),
  },
  {
    clause: 'common/collections-have-entries-and-links',
    name: 'a page without links',
    serve: bodyAt(INQUIRIES, without('_links')),
  },
  {
    clause: 'common/a-ref-leads-to-its-resource',
    name: 'the address of a brand answers 404',
    serve: statusAt(/\/marcas\/\d+$/, 404),
  },
  {
    clause: 'common/a-ref-leads-to-its-resource',
    name: "the ref of another brand's address",
    serve: bodyAt(/\/marcas\/\d+$/, having({ Nombre: 'Otra' })),
  },
  {
    clause: 'common/links-of-answers-lead-somewhere',
    name: 'the list of versions is not there',
    serve: statusAt(/\/versiones\?/, 404),
  },
]

export const commonMutants: readonly Mutant[] = [
  ...formMutants,
  {
    clause: 'common/create-answers-with-a-ref',
    name: 'a create answers in full always',
    serve: heardAt(PUBLICATIONS, { Accept: null }),
  },
  ...hypermediaMutants,
  ...commonExchangeMutants,
]
