import { asking, Href, to } from '../../http/href.ts'
import { type Document, entriesIn, isRecord, textIn } from '../document-edits.ts'
import { changeDocument, changeEntries, changeQuery, type Interceptor } from '../interceptors.ts'
import { CREATE, INQUIRIES, OPERATORS, PUBLICATION, TRIM } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const ENTRY = 'application/vnd.service.entry+json'

/** Changes documents that answer one media type. */
const asType = (at: RegExp, mediaType: string, change: (document: Document) => Document): Interceptor =>
  changeDocument(at, (document, call) => (call.mediaType === mediaType ? change(document) : document))

/** Changes the links of a page. */
const changeLinks = (at: RegExp, change: (links: Document, document: Document) => Document): Interceptor =>
  changeDocument(at, (document) => ({
    ...document,
    _links: change(document['_links'] as Document, document),
  }))

/** Forms, pages and links that contradict each other about one thing. */
export const WRONG_REPRESENTATIONS: readonly WrongVariant[] = [
  wrong('a create as ref has no Location', 'PUB-01 COM-10', 'A create has Location.', {
    mistake: {
      at: CREATE,
      response: (answer, { form }) => {
        if (form !== 'ref' || answer.status !== 201) return answer
        const { Location: _, ...headers } = answer.headers ?? {}
        return { ...answer, headers }
      },
    },
  }),
  wrong('refs of operators without the administrator', 'AGE-01 AGE-13', 'The administrator is an operator.', {
    mistake: changeDocument(OPERATORS, (document, { form }) =>
      form === 'ref' ? { ...document, _entries: entriesIn(document).slice(1) } : document,
    ),
  }),
  wrong('the entry type lacks the last photo', 'COM-10 PUB-02', 'The entry type is the full form.', {
    mistake: asType(PUBLICATION, ENTRY, (document) => ({
      ...document,
      Fotos: Array.isArray(document['Fotos']) ? document['Fotos'].slice(0, -1) : [],
    })),
  }),
  wrong(
    'the entry type of inquiries lacks the comment',
    'COM-10 INQ-04',
    'The entry type is the full form.',
    {
      mistake: asType(INQUIRIES, ENTRY, (document) => ({
        ...document,
        _entries: entriesIn(document).map((entry) => ({
          ...entry,
          Interesado: { ...(entry['Interesado'] as Document), Comentario: null },
        })),
      })),
    },
  ),
  wrong('operador is ignored beside externalid', 'INQ-05', 'Filters are combined.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('operador') && query.has('externalid')) query.delete('operador')
    }),
  }),
  wrong('the next link leaves a page out', 'INQ-04', 'The next page is the next one.', {
    mistake: changeLinks(INQUIRIES, (links, { Pagina }) => {
      const next = Object.entries(links).find(
        ([, link]) => isRecord(link) && (link['href'] as Href).query['pagina'] === String(Number(Pagina) + 1),
      )
      if (!next) return links
      const { segments, query } = (next[1] as { href: Href }).href
      const later = { ...query, pagina: String(Number(Pagina) + 2) }
      return { ...links, [next[0]]: { href: new Href(segments, later) } }
    }),
  }),
  wrong('self of a page is the first page', 'COM-03 INQ-04', 'A self link leads to itself.', {
    mistake: changeLinks(INQUIRIES, (links) => {
      const { segments, query } = (links['self'] as { href: Href }).href
      const { pagina: _, ...rest } = query
      return { ...links, self: { href: new Href(segments, rest) } }
    }),
  }),
  wrong('Publicaciones of an operator are those of the administrator', 'AGE-02', 'They are the operator’s.', {
    mistake: changeEntries(OPERATORS, (entry, { params }) =>
      'Publicaciones' in entry
        ? {
            ...entry,
            Publicaciones: {
              _links: {
                avisos: asking({ colaborador: String(params['mail']) }, 'vidriera', String(params['mail'])),
              },
            },
          }
        : entry,
    ),
  }),
  wrong('refs of inquiries lead to the inquiry after them', 'INQ-02 COM-06', 'A ref leads to its inquiry.', {
    mistake: changeDocument(INQUIRIES, (document, { form }) => {
      const entries = entriesIn(document)
      if (form !== 'ref') return document
      const shifted = entries.map((entry, at) => ({
        ...entry,
        href: entries[(at + 1) % entries.length]?.['href'],
      }))
      return { ...document, _entries: shifted }
    }),
  }),
  wrong('a version ref has another year', 'CAT-06', 'A ref shows the version.', {
    mistake: changeDocument(TRIM, (document, { form }) =>
      form === 'ref' && typeof document['VersionYear'] === 'number'
        ? { ...document, VersionYear: document['VersionYear'] + 1 }
        : document,
    ),
  }),
  wrong('the list of agencies shows the name in capitals', 'AGE-05 AGE-06', 'An agency has one name.', {
    mistake: changeEntries(
      /^GET directorio/,
      textIn('NombreComercial', (text) => text.toUpperCase()),
    ),
  }),
  wrong(
    'an inquiry leads to the listing of another one',
    'INQ-02 COM-03',
    'A link leads to the resource that it names.',
    {
      mistake: changeEntries(INQUIRIES, (entry, { world, params }) => {
        const links = entry['_links']
        const [first] = world.publications.values()
        if (!isRecord(links) || !('aviso' in links) || !first) return entry
        const aviso = to('publicaciones', String(params['mail']), first.members.ExternalId)
        return { ...entry, _links: { ...links, aviso } }
      }),
    },
  ),
]
