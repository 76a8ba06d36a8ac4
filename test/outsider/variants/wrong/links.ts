import { Href, to } from '../../http/href.ts'
import { type Document, entriesIn, set, without } from '../document-edits.ts'
import { changeDocument, changeEntries, publicationIn } from '../interceptors.ts'
import {
  AGENCY,
  CONFIGURATION,
  ENTRY,
  INQUIRIES,
  INQUIRY,
  MODEL,
  OPERATORS,
  PACKAGE,
  PUBLICATION,
  PUBLICATION_LIST,
  SETTINGS,
} from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const textTemplates = (document: Document): Document =>
  Object.fromEntries(
    Object.entries(document).map(([name, block]) => {
      const links = Object(block)['_links'] as Record<string, Document> | undefined
      if (!links) return [name, block]
      const marked = Object.entries(links).map(([rel, link]) => [
        rel,
        'templated' in link ? { ...link, templated: 'true' } : link,
      ])
      return [name, { ...Object(block), _links: Object.fromEntries(marked) }]
    }),
  )

/** Links, link blocks and collections of another shape, or that lead elsewhere. */
export const WRONG_LINKS: readonly WrongVariant[] = [
  wrong('links say POST', 'COM-02', 'method is that of the operation.', { linkFault: 'method' }),
  wrong('links without method', 'COM-02', 'method is present when not GET.', { linkFault: 'missing' }),
  wrong('link to branches leads nowhere', 'COM-12', 'A client can follow links.', { linkFault: 'gone' }),
  wrong('templates not marked', 'COM-02', 'templated is true for a template.', { linkFault: 'template' }),
  wrong('self of a listing leads elsewhere', 'COM-03', 'self is the listing.', { linkFault: 'self' }),
  wrong('a package without _links', 'COM-03 AGE-07', 'Every resource in full carries it.', {
    mistake: changeDocument(PACKAGE, without('_links')),
  }),
  wrong('settings without _links', 'COM-03 AGE-10', 'Every resource in full carries it.', {
    mistake: changeDocument(SETTINGS, without('_links')),
  }),
  wrong('an inquiry without _links', 'COM-03 INQ-02', 'Every resource in full carries it.', {
    mistake: changeDocument(INQUIRY, (document, { form }) =>
      form === 'full' ? without('_links')(document) : document,
    ),
  }),
  wrong('operators without _links', 'COM-05 AGE-01', 'A collection has _entries and _links.', {
    mistake: changeDocument(OPERATORS, without('_links')),
  }),
  wrong('a configuration without _links', 'COM-03 EVT-02', 'Every resource in full carries it.', {
    mistake: changeDocument(CONFIGURATION, without('_links')),
  }),
  wrong('a link block is a link', 'COM-04', 'A link block holds only _links.', {
    mistake: changeDocument(AGENCY, (document) => ({
      ...document,
      ...('Operadores' in document ? { Operadores: to('operadores', String(document['AdminMail'])) } : {}),
    })),
  }),
  wrong('no entries are null', 'COM-05', '_entries is an array.', {
    mistake: changeDocument(/^GET (consultas|operadores|vidriera)/, (document) =>
      Array.isArray(document['_entries']) && document['_entries'].length === 0
        ? { ...document, _entries: null }
        : document,
    ),
  }),
  wrong('entries by number', 'COM-05', '_entries is an array.', {
    mistake: changeDocument(OPERATORS, (document) => ({
      ...document,
      _entries: { ...(document['_entries'] as unknown[]) },
    })),
  }),
  wrong('entries are called Items', 'COM-05', 'A collection has _entries.', {
    mistake: changeDocument(INQUIRIES, ({ _entries: entries, ...document }) => ({
      ...document,
      Items: entries,
    })),
  }),
  wrong('refs of inquiries without href', 'COM-06', 'A ref has href and title.', {
    mistake: changeEntries(INQUIRIES, (entry, { form }) => (form === 'ref' ? without('href')(entry) : entry)),
  }),
  wrong('the title of an agency is null', 'COM-06 AGE-06', 'A ref has href and title.', {
    mistake: changeDocument(AGENCY, (document, { form }) =>
      form === 'ref' ? set('title', null)(document) : document,
    ),
  }),
  wrong('refs of inquiries lead to another agency', 'COM-06 INQ-01', 'A ref leads to its resource.', {
    mistake: changeEntries(INQUIRIES, (entry, { form }) => {
      const { href } = entry
      return form === 'ref' && href instanceof Href
        ? { ...entry, href: new Href(['consultas', 'encargada@valle.invalid', href.segments.at(-1) ?? '']) }
        : entry
    }),
  }),
  wrong('refs of the list lead to another listing', 'COM-06 AGE-06', 'A ref leads to its resource.', {
    mistake: changeDocument(PUBLICATION_LIST, (document, { form }) => {
      const entries = entriesIn(document)
      return form === 'ref' && entries.length > 1
        ? {
            ...document,
            _entries: entries.map((entry, at) => ({
              ...entry,
              href: entries[(at + 1) % entries.length]?.['href'],
            })),
          }
        : document
    }),
  }),
  wrong('titles of inquiries in the list are empty', 'COM-06 INQ-04', 'A ref has a title.', {
    mistake: changeEntries(INQUIRIES, (entry, { form }) =>
      form === 'ref' ? { ...entry, title: null } : entry,
    ),
  }),
  wrong('self of an inquiry leads to the list', 'COM-03 INQ-02', 'self leads to the inquiry.', {
    mistake: changeDocument(INQUIRY, (document, { params }) =>
      '_links' in document
        ? { ...document, _links: { self: { href: new Href(['consultas', params['mail'] ?? '']) } } }
        : document,
    ),
  }),
  wrong('refs of operators lead to the list', 'COM-06 AGE-02', 'A ref leads to its resource.', {
    mistake: changeEntries(OPERATORS, (entry, { params, form }) =>
      form === 'ref' ? { ...entry, href: new Href(['consultas', params['mail'] ?? '']) } : entry,
    ),
  }),
  wrong('refs of models lead to their brand', 'COM-06 CAT-09', 'A ref leads to its resource.', {
    mistake: changeDocument(MODEL, (document, { world, form, query }) => {
      const brand = world.catalogue.brands.find(({ name }) => name === query.get('make'))
      return form === 'ref' && brand ? { ...document, href: new Href(brand.path) } : document
    }),
  }),
  wrong('templated is a text', 'COM-02', 'templated is true.', {
    mistake: changeDocument(
      ENTRY,
      (document) => JSON.parse(JSON.stringify(document)) && textTemplates(document),
    ),
  }),
  wrong('links are texts in operators', 'COM-02 AGE-02', 'A relation maps to a link object.', {
    mistake: changeEntries(OPERATORS, (entry, { params }) =>
      '_links' in entry ? { ...entry, _links: { self: `/v3/operadores/${params['mail']}` } } : entry,
    ),
  }),
  wrong('pages lack the links to other pages', 'COM-05 INQ-04', 'A page has _links.', {
    mistake: changeDocument(INQUIRIES, (document) => ({ ...document, _links: null })),
  }),
  wrong('an empty page of inquiries has no links', 'COM-03 INQ-04', 'Every collection has _links.', {
    mistake: changeDocument(INQUIRIES, (document) =>
      entriesIn(document).length === 0 ? without('_links')(document) : document,
    ),
  }),
  wrong('an archived listing has no links', 'COM-03 PUB-02', 'Every resource in full has _links.', {
    mistake: changeDocument(PUBLICATION, (document, call) =>
      publicationIn(call)?.phase === 'archived' ? without('_links')(document) : document,
    ),
  }),
]
