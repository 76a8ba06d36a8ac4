import type { Call } from '../../http/call.ts'
import { Href, type Link, template, to } from '../../http/href.ts'
import { changeMembers, type Document, mapObjects, without } from '../document-edits.ts'
import {
  addHeaders,
  changeDocument,
  changeObjects,
  countCalls,
  type Interceptor,
  publicationIn,
} from '../interceptors.ts'
import { ANY, CONDITIONAL, ENTRY, INQUIRIES, PUBLICATIONS } from '../route-patterns.ts'
import { type LegalVariant, legal } from '../variant.ts'

function addressedByNumber(): Interceptor {
  const numbered = (call: Call, href: unknown): unknown => {
    if (!(href instanceof Href) || href.segments[0] !== 'publicaciones' || href.segments.length !== 3)
      return href
    const [, mail, id = ''] = href.segments
    const found = publicationIn({ ...call, params: { mail: mail ?? '', id } })
    return found === undefined ? href : new Href(['aviso', found.serial])
  }
  return {
    at: PUBLICATIONS,
    response: (answer, call) => {
      const document = mapObjects(answer.document, (object) =>
        'method' in object ? object : changeMembers(object, ['href'], (href) => numbered(call, href)),
      )
      const place = answer.headers?.['Location']
      return place instanceof Href
        ? { ...answer, document, headers: { ...answer.headers, Location: numbered(call, place) as Href } }
        : { ...answer, document }
    },
  }
}

/** Other ways to write addresses, links and templates. */
export const LEGAL_LINKS: readonly LegalVariant[] = [
  legal('hrefs from the root', 'An href is a URI; base and form are free.', { hrefForm: 'root' }),
  legal('hrefs without a scheme', 'A network-path reference resolves against the request.', {
    hrefForm: 'scheme',
  }),
  legal('hrefs on another origin', 'No sentence ties links to the host of the base URL.', {
    hrefForm: 'origin',
  }),
  legal('hrefs relative to the document', 'Relative references resolve as RFC 3986 says.', {
    hrefForm: 'document',
  }),
  legal('hrefs with @ and + as they are', 'Both may stand in a path segment.', { hrefEncoding: 'sparse' }),
  legal('hrefs with lower-case percent codes', 'Hex digits have no case.', { hrefEncoding: 'lower' }),
  legal('hrefs with every sign encoded', 'Encoded and plain unreserved signs mean the same.', {
    hrefEncoding: 'dense',
  }),
  legal('templates in braces', 'The syntax of templates is not shown.', { templates: 'plain' }),
  legal('templates that continue a query', 'RFC 6570 knows {&a}.', { templates: 'continued' }),
  legal('no templates', 'A link may be templated; none has to be.', { templates: 'none' }),
  legal('links beyond the needed', 'Relation names are not shown.', { extraLinks: true }),
  legal('slash at the end', 'Other forms of a path are not spoken of.', { slashAtEnd: true }),
  legal('paths in any case', 'Other forms of a path are not spoken of.', { anyPathCase: true }),
  legal('Location from the root', 'Location is a URI of any form.', { locationForm: 'root' }),
  legal('absolute Location, hrefs from the root', 'Location is a URI of any form.', {
    locationForm: 'absolute',
    hrefForm: 'root',
  }),
  legal('api-url-path with the prefix', 'Where the path starts is not shown.', { pathPrefix: 'with' }),
  legal('api-url-path without the prefix', 'Paths are relative to the base URL.', { pathPrefix: 'without' }),
  legal('paging links next and prev', 'Relation names are not shown.', { pagingNames: 'iana' }),
  legal('no paging links', 'Paging links are not named.', { pagingNames: 'none' }),
  legal('a successful write that names its listing', 'Other headers are free.', {
    interceptors: [addHeaders(CONDITIONAL, { Location: '/' })],
  }),
  legal('pages with links to the first and last', 'Relation names are not shown.', {
    interceptors: [
      changeDocument(INQUIRIES, (document, { params }) => ({
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
      changeDocument(ENTRY, (document) => ({
        ...document,
        Monedas: { _links: { divisas: to('divisas'), 'divisas-de-hoy': to('divisas') } },
      })),
    ],
  }),
  legal('links signed anew each time', 'The href defines a link.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (object, call) =>
        changeMembers(object, ['href'], (href) =>
          href instanceof Href && href.variables.length === 0
            ? new Href(href.segments, { ...href.query, firma: String(countCalls(call)) })
            : href,
        ),
      ),
    ],
  }),
  legal('no self links', 'Only the entry point is said to have one.', {
    interceptors: [
      changeObjects(/^(?!GET $)/, (object) =>
        changeMembers(object, ['_links'], (links) => without('self')(links as Document)),
      ),
    ],
  }),
  legal('relation names as URIs', 'Relation names are not shown.', {
    interceptors: [
      changeObjects(ANY, (object) =>
        changeMembers(object, ['_links'], (links) =>
          Object.fromEntries(
            Object.entries(links as Document).map(([name, link]) => [
              name === 'self' ? name : `https://vidriera.example/rel/${name}`,
              link,
            ]),
          ),
        ),
      ),
    ],
  }),
  legal('lists only by templates', 'href is a URI or a URI template.', {
    interceptors: [
      changeDocument(/^GET agencias\/(ficha|:mail)/, (document) => {
        const [first] = Object.values(
          (document['Publicaciones'] as { _links: Record<string, Link> } | undefined)?._links ?? {},
        )
        if (first === undefined) return document
        const found = template(['colaborador', 'hoja'], ...first.href.segments)
        return { ...document, Publicaciones: { _links: { buscar: found } } }
      }),
    ],
  }),
  legal('blocks without links', 'What lies behind these blocks is not shown.', {
    interceptors: [
      changeDocument(/^GET $/, (document) =>
        changeMembers(document, ['Regiones', 'Ciudades', 'Monedas', 'Propulsiones', 'Carrocerias'], () => ({
          _links: {},
        })),
      ),
    ],
  }),
  legal('listings addressed by number', 'Where an href leads is up to the service.', {
    interceptors: [addressedByNumber()],
  }),
]
