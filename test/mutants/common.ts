import {
  accepts,
  bodyAt,
  bodyOf,
  createdWith,
  everywhere,
  having,
  heardAt,
  relabelledAs,
  saidAt,
  statusAt,
  without,
} from './common-answers.ts'
import type { Mutant } from './mutant.ts'

const BRANDS = /\/marcas\/bestmatch/
const MODELS = /\/modelos\/bestmatch/
const VERSION = /\/versiones\/\d+$/
const OPERATORS = /\/operadores\/[^/]+$/
const INQUIRIES = /\/consultas\/[^/]+$/
const PUBLICATIONS = /\/publicaciones\//
const AGENCY = /\/agencias\/[^/]+$/
const ENTRY = /\/v3$/

const JSON_HEADERS = { 'Content-Type': 'application/json' }

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

const negotiationMutants: readonly Mutant[] = [
  {
    clause: 'common/answers-are-json',
    name: 'answers call themselves text/html',
    serve: relabelledAs(200, { headers: { 'Content-Type': 'text/html' } }),
  },
  {
    clause: 'common/answers-are-json',
    name: 'an answer is XML in the end',
    serve: saidAt(OPERATORS, () => new Response('<Operadores/>', { headers: JSON_HEADERS })),
  },
  {
    clause: 'common/accept-of-another-kind',
    name: 'image/png is a fault',
    serve: statusAt(ENTRY, 500, accepts(/image/)),
  },
  {
    clause: 'common/accept-of-another-kind',
    name: 'an empty object for image/png',
    serve: async (request, next) =>
      accepts(/image/)(request) ? new Response('{}', { headers: JSON_HEADERS }) : next(request),
  },
  {
    clause: 'common/accept-of-a-ref-that-is-none',
    name: 'a ref of the entry point with nothing in it',
    serve: async (request, next) =>
      accepts(/ref/)(request) ? new Response('{}', { headers: JSON_HEADERS }) : next(request),
  },
  {
    clause: 'common/bodies-of-another-kind',
    name: 'text/plain is taken',
    serve: async (request, next) =>
      request.headers.get('content-type') === 'text/plain' ? new Response('{}', { status: 201 }) : next(request),
  },
  {
    clause: 'common/bodies-of-another-kind',
    name: 'text/plain is a fault',
    serve: relabelledAs(415, { status: 500 }),
  },
  {
    clause: 'common/entity-tags-elsewhere-are-understood',
    name: 'any tag is answered 304',
    serve: statusAt(BRANDS, 304, (request) => request.headers.has('if-none-match')),
  },
  {
    clause: 'common/entity-tags-elsewhere-are-understood',
    name: 'a tag that matches is refused',
    profile: { 'common/etag-elsewhere': 'every-get' },
    serve: relabelledAs(304, { status: 412 }),
  },
]

const valueMutants: readonly Mutant[] = [
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'amounts are numbers',
    serve: bodyOf(
      201,
      everywhere('Precio', () => 21_500_000),
    ),
  },
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'amounts in thousands',
    serve: bodyOf(
      201,
      everywhere('Importe', (value) => Number(value) / 1_000),
    ),
  },
  {
    clause: 'common/amounts-of-inquiries-are-valor',
    name: 'Importe is a text',
    serve: bodyAt(INQUIRIES, everywhere('Importe', String)),
  },
  {
    clause: 'common/places-show-the-name-of-the-region',
    name: 'Region is a code',
    serve: bodyAt(
      OPERATORS,
      everywhere('Region', () => 'AR-B'),
    ),
  },
  {
    clause: 'common/places-show-the-name-of-the-region',
    name: 'Region is an object',
    serve: bodyAt(
      OPERATORS,
      everywhere('Region', (value) => ({ Nombre: value })),
    ),
  },
  {
    clause: 'common/custom-headers-have-name-and-value',
    name: 'a custom header is a line',
    serve: bodyAt(
      /\/appnotificaciones$/,
      everywhere('HeaderCustom01', () => 'X-Key: 1'),
    ),
  },
  {
    clause: 'common/whole-numbers-are-integers',
    name: 'Total is a text',
    serve: bodyAt(INQUIRIES, everywhere('Total', String)),
  },
  {
    clause: 'common/whole-numbers-are-integers',
    name: 'Pack has a fraction',
    serve: bodyAt(
      /\/productos$/,
      everywhere('Pack', (value) => Number(value) + 0.5),
    ),
  },
  {
    clause: 'common/members-have-their-types',
    name: 'VersionYear is a text',
    serve: bodyAt(PUBLICATIONS, everywhere('VersionYear', String)),
  },
  {
    clause: 'common/members-have-their-types',
    name: 'Fotos is one text',
    serve: bodyAt(PUBLICATIONS, everywhere('Fotos', String)),
  },
]

const requestMutants: readonly Mutant[] = [
  {
    clause: 'common/member-names-are-case-sensitive',
    name: 'names of members are read in any case',
    serve: createdWith(({ descripcion, ...rest }) => ({
      ...rest,
      ...(descripcion !== undefined && { Descripcion: descripcion }),
    })),
  },
  {
    clause: 'common/numbers-as-text',
    name: 'a text is shown as it came',
    profile: { 'common/types': 'converted' },
    serve: bodyOf(201, everywhere('VersionYear', String)),
  },
  { clause: 'common/numbers-as-text', name: 'a text is a fault', serve: relabelledAs(400, { status: 500 }) },
  {
    clause: 'common/null-stands-for-nothing',
    name: 'null becomes a text',
    serve: bodyOf(201, everywhere('RefStock', String)),
  },
  {
    clause: 'common/undocumented-parameters',
    name: 'an unknown parameter leads nowhere',
    serve: statusAt(/llantas/, 404),
  },
  {
    clause: 'common/undocumented-parameters',
    name: 'an unknown parameter changes what is found',
    serve: bodyAt(/llantas/, having({ Nombre: 'Otra' })),
  },
  {
    clause: 'common/path-parameters-of-another-form',
    name: 'an id beyond int32 is a fault',
    serve: statusAt(/2147483648/, 500),
  },
  {
    clause: 'common/path-parameters-of-another-form',
    name: 'an adminmail that is none has an empty package',
    serve: saidAt(/no-mail/, () => new Response('{}', { headers: JSON_HEADERS })),
  },
  {
    clause: 'common/the-case-of-an-adminmail',
    name: 'another case is forbidden',
    serve: statusAt(/LOSPINOS/, 403),
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
  ...negotiationMutants,
  ...valueMutants,
  ...requestMutants,
]
