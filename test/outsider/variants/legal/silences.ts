import { problem, Refusal } from '../../http/answers.ts'
import type { Call } from '../../http/call.ts'
import { Href } from '../../http/href.ts'
import type { Publication } from '../../world.ts'
import { bodyIn, type Document, entriesIn, inside, isRecord, set, textIn } from '../document-edits.ts'
import {
  addHeaders,
  changeDocument,
  changeEntries,
  changeObjects,
  countCalls,
  type Interceptor,
  memoryOf,
  publicationIn,
  refuseWhen,
} from '../interceptors.ts'
import {
  ANY,
  CREATE,
  CREATE_OR_PUT,
  INQUIRIES,
  PATCH,
  PUBLICATION,
  PUBLICATION_LIST,
  PUBLICATIONS,
  SUSPEND,
} from '../route-patterns.ts'
import { type LegalVariant, legal } from '../variant.ts'

const CONFIGURATION_OR_LIST = /appnotificaciones/

/** Returns the resulting amount: the one sent, else that of the listing. */
const amountAfter = (
  body: Document,
  found: Publication | undefined,
  name: 'Precio' | 'Adelanto' | 'Cuota',
) => (body[name] === undefined ? found?.members[name] : body[name])

const isActiveAfter = (body: Document, call: Call): boolean => {
  const found = call.method === 'POST' ? undefined : publicationIn(call)
  if (call.method === 'PATCH' && typeof body['Activa'] !== 'boolean') return found?.phase === 'active'
  return body['Activa'] !== false
}

/** Other bodies are refused for what they are. */
const hasObject = ({ body }: Call): boolean => body.kind === 'value' && isRecord(body.value)

const hasNone = (value: unknown): boolean => value === undefined || value === null

/** Changes the links of pages other than the current one. */
const changePages = (change: (href: Href, document: Document) => Href): Interceptor =>
  changeDocument(INQUIRIES, (document) => ({
    ...document,
    _links: Object.fromEntries(
      Object.entries(document['_links'] as Document).map(([name, link]) => {
        const href = isRecord(link) ? link['href'] : undefined
        return [
          name,
          href instanceof Href && 'pagina' in href.query && name !== 'self'
            ? { ...Object(link), href: change(href, document) }
            : link,
        ]
      }),
    ),
  }))

const withQuery = ({ segments }: Href, query: Readonly<Record<string, string>>): Href =>
  new Href(segments, query)

/** Gives an operator of the seed a second place, once. */
const secondPlaces: Interceptor = {
  at: ANY,
  before: (call) => {
    const memory = memoryOf(call)
    if (memory.has('places')) return
    memory.set('places', true)
    for (const { operators } of call.world.agencies.values())
      for (const one of operators) {
        const [place] = one.places
        if (place) one.places = [place, { ...place, Direccion: 'Depósito, Ruta 9 km 12' }]
      }
  },
}

/** Other behaviour that the description leaves open and clients must handle. */
export const LEGAL_SILENCES: readonly LegalVariant[] = [
  legal('relation names in capitals', 'Relation names are not shown.', {
    interceptors: [
      changeObjects(/^(?!GET $)/, (object) =>
        isRecord(object['_links'])
          ? {
              ...object,
              _links: Object.fromEntries(
                Object.entries(object['_links']).map(([name, link]) => [name.toUpperCase(), link]),
              ),
            }
          : object,
      ),
    ],
  }),
  legal('numbers of pages with zeros before them', 'How links are written is free.', {
    interceptors: [
      changePages((href) =>
        withQuery(href, { ...href.query, pagina: String(href.query['pagina']).padStart(2, '0') }),
      ),
    ],
  }),
  legal('links to pages name their period', 'How links are written is free.', {
    interceptors: [
      changePages((href, { Desde, Hasta }) =>
        withQuery(href, {
          ...href.query,
          desde: String(Desde).slice(0, 10),
          hasta: String(Hasta).slice(0, 10),
        }),
      ),
    ],
  }),
  legal('304 without ETag', 'Headers of a 304 are not shown.', {
    interceptors: [
      {
        at: ANY,
        response: (answer) => (answer.status === 304 ? { ...answer, headers: {} } : answer),
      },
    ],
  }),
  legal('Location with the id in capitals', 'Case has no meaning in an ExternalId.', {
    interceptors: [
      {
        at: CREATE,
        response: (answer) => {
          const place = answer.headers?.['Location']
          if (!(place instanceof Href)) return answer
          const [noun = '', mail = '', id = ''] = place.segments
          return {
            ...answer,
            headers: { ...answer.headers, Location: new Href([noun, mail, id.toUpperCase()]) },
          }
        },
      },
    ],
  }),
  legal('Consultas of a listing is a template', 'A link may be templated.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (object) =>
        'Consultas' in object && 'ExternalId' in object
          ? { ...object, Consultas: inside('_links', openPeriods)(object['Consultas'] as Document) }
          : object,
      ),
    ],
  }),
  legal('listings in another order each time', 'The description gives lists no order.', {
    interceptors: [
      changeDocument(PUBLICATION_LIST, (document, call) => {
        const entries = entriesIn(document)
        const start = entries.length === 0 ? 0 : countCalls(call) % entries.length
        return { ...document, _entries: [...entries.slice(start), ...entries.slice(0, start)] }
      }),
    ],
  }),
  legal('active ones have a price', 'Conditions of 400 and 409 are not all shown.', {
    interceptors: [
      refuseWhen(
        /^(POST|PUT) publicaciones|^PATCH publicaciones\/:mail\/:id$/,
        409,
        'Precio',
        (body, call) =>
          hasObject(call) &&
          isActiveAfter(body, call) &&
          hasNone(amountAfter(body, call.method === 'PATCH' ? publicationIn(call) : undefined, 'Precio')),
      ),
    ],
  }),
  legal('only what has a price is suspended', 'The description shows no conditions of a suspension.', {
    interceptors: [
      refuseWhen(SUSPEND, 409, '_', (_body, call) => publicationIn(call)?.members.Precio === null),
    ],
  }),
  legal('an instalment needs a down payment', 'The description does not say how amounts belong together.', {
    interceptors: [
      refuseWhen(
        /^(POST|PUT) publicaciones|^PATCH publicaciones\/:mail\/:id$/,
        400,
        'Cuota',
        (body, call) => {
          const found = call.method === 'PATCH' ? publicationIn(call) : undefined
          return !hasNone(amountAfter(body, found, 'Cuota')) && hasNone(amountAfter(body, found, 'Adelanto'))
        },
      ),
    ],
  }),
  legal('tags after every write', 'Other resources may carry a tag.', {
    interceptors: [
      addHeaders(/^(PUT|POST) (agencias|operadores|appnotificaciones)/, { ETag: '"despues-de-escribir"' }),
    ],
  }),
  legal('models without body styles', 'Carrocerias is an array of any length.', {
    interceptors: [
      changeObjects(ANY, (object) =>
        'Carrocerias' in object && 'Codename' in object ? set('Carrocerias', [])(object) : object,
      ),
    ],
  }),
  legal('versions whose power is not known', 'Potencia and Cilindrada are strings of any length.', {
    interceptors: [
      changeObjects(ANY, (object) =>
        'Cilindrada' in object ? { ...object, Potencia: '', Cilindrada: '' } : object,
      ),
    ],
  }),
  legal('titles of inquiries show a number', 'Texts of titles are not shown.', {
    interceptors: [
      changeEntries(
        INQUIRIES,
        textIn('title', (title) => `Contacto: ${title}`),
      ),
      changeDocument(
        /^GET consultas\/:mail\/:sid$/,
        textIn('title', (title) => `Contacto: ${title}`),
      ),
    ],
  }),
  legal('operators with two places', 'Direcciones is an array of any length.', {
    interceptors: [secondPlaces],
  }),
  legal('a secret is shown as an empty text', 'The description does not say how a secret is shown.', {
    interceptors: [
      changeObjects(CONFIGURATION_OR_LIST, (object) =>
        'Secret' in object ? set('Secret', '')(object) : object,
      ),
    ],
  }),
  legal(
    'no description is an empty text',
    'The description does not say whether one that is absent is null.',
    {
      interceptors: [
        changeObjects(CONFIGURATION_OR_LIST, (object) =>
          'HeaderCustom01' in object && object['Description'] === null
            ? set('Description', '')(object)
            : object,
        ),
      ],
    },
  ),
  legal('archived ones have no links', 'Which links a resource has is not shown.', {
    interceptors: [
      changeDocument(PUBLICATION, (document, call) =>
        'Consultas' in document && publicationIn(call)?.phase === 'archived'
          ? { ...document, _links: {} }
          : document,
      ),
    ],
  }),
  legal('a listing is busy while it is activated', 'Conditions of 409 are not shown.', {
    interceptors: [
      {
        at: PATCH,
        before: (call) => {
          const found = publicationIn(call)
          const isSecond = found !== undefined && bodyIn(call)['Activa'] === true && found.phase === 'active'
          if (isSecond && countCalls(call) % 2 === 0)
            throw new Refusal(problem(call, 409, 'Está en proceso.', { _: ['Está en proceso.'] }))
        },
      },
    ],
  }),
  legal('used cars have a description', 'What a creation needs is not shown.', {
    interceptors: [
      refuseWhen(
        CREATE_OR_PUT,
        400,
        'Descripcion',
        ({ Kilometraje, Descripcion }) => Number(Kilometraje) > 0 && hasNone(Descripcion),
      ),
    ],
  }),
  legal('another phone for none in an edit', 'One of the current phones.', { phoneNull: 'another' }),
  legal('OPTIONS names reads everywhere', 'OPTIONS is not spoken of.', {
    optionsAllow: 'GET, HEAD, OPTIONS',
  }),
  legal('refs with the price', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATION, (document, call) =>
        'href' in document ? { ...document, Precio: publicationIn(call)?.members.Precio ?? null } : document,
      ),
    ],
  }),
  legal('members of amounts in another order at each read', 'Members of an object have no order.', {
    interceptors: [
      changeDocument(PUBLICATION, (document, call) => {
        const { Precio: price } = document
        if (!isRecord(price) || countCalls(call) % 2 === 0) return document
        return { ...document, Precio: Object.fromEntries(Object.entries(price).reverse()) }
      }),
    ],
  }),
]

/** Lets links to inquiries take a period as well. */
function openPeriods(links: Document): Document {
  return Object.fromEntries(
    Object.entries(links).map(([name, link]) => {
      const href = isRecord(link) ? link['href'] : undefined
      if (!(href instanceof Href)) return [name, link]
      return [name, { href: new Href(href.segments, href.query, ['desde', 'hasta']), templated: true }]
    }),
  )
}
