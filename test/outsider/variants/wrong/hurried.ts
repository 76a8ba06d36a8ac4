import type { Call } from '../../http/call.ts'
import { Href } from '../../http/href.ts'
import {
  changeBody,
  changeDocument,
  changeEntries,
  changeProblem,
  changeStored,
  changeStoredAndShown,
  memoryOf,
  publicationIn,
} from '../interceptors.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** What a team in a hurry gets wrong; written without a look at the clauses. */

type Document = Record<string, unknown>

const CREATE = /^POST publicaciones/
const READ = /^GET publicaciones\/:mail\/:id$/
const PUT = /^PUT publicaciones/
const PATCH = /^PATCH publicaciones\/:mail\/:id$/
const WRITE = /^(POST|PUT) publicaciones/
const EVERY = /^(POST|GET|PUT|PATCH) publicaciones/
const LIST = /^GET vidriera/
const INQUIRIES = /^GET consultas\/:mail$/
const ADMINISTRATOR = /^PUT operadores/
const OPERATORS = /^GET operadores/
const RENAME = /^PUT agencias/
const HOOK = /^(PUT|POST) appnotificaciones\/:topic$/
const TOPICS = /^GET appnotificaciones$/

const entriesIn = (document: Document): Document[] => {
  const { _entries: entries } = document
  return Array.isArray(entries) ? entries : []
}
const bodyIn = ({ body }: Call): Document => (body.kind === 'value' ? (body.value as Document) : {})
const textIn = (name: string, change: (text: string) => unknown) => (document: Document) =>
  typeof document[name] === 'string' ? { ...document, [name]: change(document[name]) } : document
const amountsIn = (change: (amount: Document, name: string) => unknown) => (document: Document) => ({
  ...document,
  ...Object.fromEntries(
    ['Precio', 'Adelanto', 'Cuota']
      .filter((name) => typeof document[name] === 'object' && document[name] !== null)
      .map((name) => [name, change(document[name] as Document, name)]),
  ),
})
const plain = (text: string): string => text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
const headersIn = (change: (header: Document) => Document) => (body: Document) => ({
  ...body,
  ...Object.fromEntries(
    ['HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03']
      .filter((name) => typeof body[name] === 'object' && body[name] !== null)
      .map((name) => [name, change(body[name] as Document)]),
  ),
})

const pages: readonly WrongVariant[] = [
  wrong('the last page lacks its last inquiry', 'INQ-04', 'The pages hold Total entries.', {
    mistake: changeDocument(INQUIRIES, (document) =>
      entriesIn(document).length > 1 && entriesIn(document).length < Number(document['PerPagina'])
        ? { ...document, _entries: entriesIn(document).slice(0, -1) }
        : document,
    ),
  }),
  wrong('Total is 100 at most', 'INQ-04', 'Total is the number of inquiries.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      Total: Math.min(Number(document['Total']), 100),
    })),
  }),
  wrong('PerPagina is the number of entries', 'INQ-04', 'PerPagina is the size of a page.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      PerPagina: entriesIn(document).length,
    })),
  }),
  wrong('the second page begins with the end of the first', 'INQ-04', 'An inquiry is listed once.', {
    mistake: changeDocument(INQUIRIES, (document, call) => {
      const key = `last ${call.form}`
      const entries = entriesIn(document)
      const last = memoryOf(call).get(key)
      memoryOf(call).set(key, entries.at(-1))
      return call.query.get('pagina') === '2' && last
        ? { ...document, _entries: [last, ...entries.slice(1)] }
        : document
    }),
  }),
  wrong('refs of inquiries lead to another agency', 'COM-06 INQ-01', 'A ref leads to its resource.', {
    mistake: changeEntries(INQUIRIES, (entry, { form }) => {
      const { href } = entry
      return form === 'ref' && href instanceof Href
        ? { ...entry, href: new Href(['consultas', 'encargada@valle.invalid', href.segments.at(-1) ?? '']) }
        : entry
    }),
  }),
  wrong('moments of a list have no offset', 'INQ-02', 'Momento has an offset.', {
    mistake: changeEntries(
      INQUIRIES,
      textIn('Momento', (text) => text.slice(0, 19)),
    ),
  }),
  wrong('prices of inquiries are texts', 'COM-07 INQ-02', 'Importe is a number.', {
    mistake: changeEntries(INQUIRIES, (entry) => {
      const car = entry['Auto'] as Document | undefined
      const price = car?.['Precio'] as Document | null | undefined
      return car && price
        ? { ...entry, Auto: { ...car, Precio: { ...price, Importe: String(price['Importe']) } } }
        : entry
    }),
  }),
  wrong('one day as desde and hasta gives nothing', 'INQ-05', 'Both days belong to the period.', {
    mistake: changeDocument(INQUIRIES, (document, { query }) =>
      query.has('desde') && query.get('desde') === query.get('hasta')
        ? { ...document, Total: 0, _entries: [] }
        : document,
    ),
  }),
  wrong('listed publications keep their first etag', 'PUB-02 PUB-33', 'A ref tells the tag.', {
    mistake: changeEntries(LIST, (entry, call) => {
      const key = `etag ${String(entry['ExternalId'])}`
      if (!memoryOf(call).has(key)) memoryOf(call).set(key, entry['etag'])
      return 'etag' in entry ? { ...entry, etag: memoryOf(call).get(key) } : entry
    }),
  }),
  wrong('listed refs of publications have no etag', 'PUB-02 COM-06', 'A ref of a publication has etag.', {
    mistake: changeEntries(LIST, ({ etag: _, ...entry }) => entry),
  }),
  wrong('listed publications have no Consultas', 'PUB-38 PUB-02', 'The full form has Consultas.', {
    mistake: changeEntries(LIST, ({ Consultas: _, ...entry }) => entry),
  }),
  wrong('only the administrator is listed', 'AGE-01 AGE-13', 'The list has the collaborators.', {
    mistake: changeDocument(OPERATORS, (document, { query }) =>
      query.has('operador') ? document : { ...document, _entries: entriesIn(document).slice(0, 1) },
    ),
  }),
]

const problemVariants: readonly WrongVariant[] = [
  wrong('Status of problems is a text', 'ERR-02', 'Status is an integer.', {
    mistake: changeProblem((document) => ({ ...document, Status: String(document['Status']) })),
  }),
  wrong('Errors of objects', 'ERR-03', 'Errors maps to arrays of strings.', {
    mistake: changeProblem((document) =>
      'Errors' in document ? { ...document, Errors: { Dato: [{ mensaje: 'No.' }] } } : document,
    ),
  }),
  wrong('Type is a sentence', 'ERR-02', 'Type is a URI.', {
    mistake: changeProblem((document) => ({ ...document, Type: 'Error de validación de datos' })),
  }),
  wrong('Errors is empty', 'ERR-03', 'Errors tells the problems.', {
    mistake: changeProblem((document) => ('Errors' in document ? { ...document, Errors: {} } : document)),
  }),
  wrong('problems without Detail', 'ERR-02', 'A problem has Detail.', {
    mistake: changeProblem(({ Detail: _, ...document }) => document),
  }),
]

const publications: readonly WrongVariant[] = [
  wrong('amounts are texts', 'COM-07 COM-14', 'Importe is a number.', {
    mistake: changeDocument(
      EVERY,
      amountsIn((amount) => ({ ...amount, Importe: String(amount['Importe']) })),
    ),
  }),
  wrong('years are texts', 'COM-14 PUB-02', 'VersionYear is an integer.', {
    mistake: changeDocument(EVERY, (document) =>
      'VersionYear' in document ? { ...document, VersionYear: String(document['VersionYear']) } : document,
    ),
  }),
  wrong('members that are null are left out', 'PUB-02', 'The full form has its members.', {
    mistake: changeDocument(EVERY, (document) =>
      Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
    ),
  }),
  wrong('PATCH clears the amounts that it does not name', 'PUB-28', 'It changes what it was sent.', {
    mistake: changeBody(PATCH, (body) => ({ Precio: null, Adelanto: null, Cuota: null, ...body })),
  }),
  wrong('PATCH without Activa reactivates', 'PUB-28', 'It changes what it was sent.', {
    mistake: changeStored(PATCH, (publication, call) => {
      if (!('Activa' in bodyIn(call)) && publication.phase === 'suspended') publication.phase = 'active'
    }),
  }),
  wrong('304 for every tag that it ever had', 'PUB-20', 'A changed listing is answered 200.', {
    mistake: {
      at: READ,
      request: (call) => {
        const found = publicationIn(call)
        const sent = call.headers['if-none-match'] ?? ''
        if (!found || !new RegExp(`^(W/)?"${found.serial}-\\d+"$`).test(sent)) return call
        const now = `"${found.serial}-${found.revision}"`
        return { ...call, headers: { ...call.headers, 'if-none-match': now } }
      },
    },
  }),
  wrong('descriptions without accents', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(WRITE, textIn('Descripcion', plain)),
  }),
  wrong('descriptions on one line', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('Descripcion', (text) => text.replace(/\s+/g, ' ')),
    ),
  }),
  wrong('descriptions with character references', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeDocument(
      EVERY,
      textIn('Descripcion', (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')),
    ),
  }),
  wrong('colours in capitals', 'PUB-15 PUB-01', 'A colour is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('Color', (text) => text.toUpperCase()),
    ),
  }),
  wrong('stock references in capitals', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('RefStock', (text) => text.toUpperCase()),
    ),
  }),
  wrong('stock references without zeros before them', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('RefStock', (text) => text.replace(/^0+/, '')),
    ),
  }),
  wrong('cuotas in the currency of the price', 'COM-07 PUB-01', 'An amount has its currency.', {
    mistake: changeBody(WRITE, (body) => {
      const { Precio, Cuota } = body as Record<string, Document | undefined>
      return Precio && Cuota ? { ...body, Cuota: { ...Cuota, Moneda: Precio['Moneda'] } } : body
    }),
  }),
  wrong('PUT adds the mileage', 'PUB-21', 'The mileage is the one that was sent.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      Kilometraje: (before?.sheet.Kilometraje ?? 0) + (sheet.Kilometraje ?? 0),
    })),
  }),
  wrong('the operator is told by name', 'PUB-02', 'OperadorResponsable is an e-mail.', {
    mistake: changeDocument(EVERY, (document) =>
      'OperadorResponsable' in document ? { ...document, OperadorResponsable: 'Ramona Ayala' } : document,
    ),
  }),
  wrong('Location lacks the version of the API', 'PUB-01', 'Location is the URI of the publication.', {
    mistake: {
      at: CREATE,
      response: (answer, { world, params }) =>
        answer.status === 201
          ? {
              ...answer,
              headers: { ...answer.headers, Location: `${world.origin}/publicaciones/${params['mail']}` },
            }
          : answer,
    },
  }),
  wrong('edits of archived ones pretend success', 'PUB-31 PUB-21', 'An archived one is not modified.', {
    mistake: {
      at: PUT,
      response: (answer, call) => {
        const found = publicationIn(call)
        if (found?.phase !== 'archived' || answer.status !== 409) return answer
        const { Color, Descripcion } = bodyIn(call)
        const document = { ...found.sheet, Color, Descripcion, EstadoActual: 'Activa', _links: {} }
        return { status: 200, document, headers: { ETag: `"${found.serial}-${found.revision}"` } }
      },
    },
  }),
  wrong('create puts the place of the operator', 'PUB-01', 'A creation stores the place that was sent.', {
    mistake: changeStoredAndShown(CREATE, ({ agency }) => ({
      Locacion: agency.operators[0]?.spots[0] ?? null,
    })),
  }),
  wrong('the Vin is masked', 'PUB-02 PUB-01', 'Vin has 17 characters.', {
    mistake: changeDocument(
      EVERY,
      textIn('Vin', (text) => `${text.slice(0, 11)}******`),
    ),
  }),
  wrong('Consultas leads to those of another listing', 'PUB-38', 'It leads to its own inquiries.', {
    mistake: changeDocument(EVERY, (document, call) => {
      const other = [...call.world.publications.values()].find(
        ({ agency }) => agency.mail === call.params['mail'],
      )
      return 'Consultas' in document && other
        ? {
            ...document,
            Consultas: {
              _links: {
                contactos: {
                  href: new Href(['consultas', other.agency.mail], { externalid: other.sheet.ExternalId }),
                },
              },
            },
          }
        : document
    }),
  }),
]

const others: readonly WrongVariant[] = [
  wrong('custom headers cannot be taken away', 'EVT-03', 'A null header is none.', {
    mistake: changeBody(HOOK, (body, call) => {
      const next = { ...body }
      for (const name of ['HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03']) {
        const key = `${call.params['topic']} ${name}`
        if (body[name]) memoryOf(call).set(key, body[name])
        else if (memoryOf(call).has(key)) next[name] = memoryOf(call).get(key)
      }
      return next
    }),
  }),
  wrong('a webhook cannot be suspended', 'EVT-03 EVT-04', 'Activo false suspends it.', {
    mistake: changeBody(/^PUT appnotificaciones/, (body) => ({ ...body, Activo: true })),
  }),
  wrong('descriptions of webhooks end at 100', 'EVT-03', 'Description has up to 256 characters.', {
    mistake: changeBody(
      HOOK,
      textIn('Description', (text) => (text.length > 256 ? text : text.slice(0, 100))),
    ),
  }),
  wrong('the topics hide suspended configurations', 'EVT-01', 'TopicsConfigurados has all.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as { Config: Document }[]).filter(
        ({ Config }) => Config['Activo'] !== false,
      ),
    })),
  }),
  wrong('TopicsConfigurados holds names', 'EVT-01', 'It holds Topic and Config.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as { Topic: string }[]).map(({ Topic }) => Topic),
    })),
  }),
  wrong('values of custom headers in lower case', 'EVT-03 COM-09', 'A header keeps its value.', {
    mistake: changeBody(
      HOOK,
      headersIn((header) => ({ ...header, Value: String(header['Value']).toLowerCase() })),
    ),
  }),
  wrong('callbacks lose their query', 'EVT-03 EVT-04', 'Callback is kept as it was sent.', {
    mistake: changeBody(
      HOOK,
      textIn('Callback', (text) => text.split('?')[0]),
    ),
  }),
  wrong('callbacks in lower case', 'EVT-03 EVT-04', 'Callback is kept as it was sent.', {
    mistake: changeBody(
      HOOK,
      textIn('Callback', (text) => text.toLowerCase()),
    ),
  }),
  wrong('agency names without accents', 'AGE-05', 'The name is shown as it was sent.', {
    mistake: changeBody(RENAME, textIn('NombreComercial', plain)),
  }),
  wrong('operator names without accents', 'AGE-03', 'The name is shown as it was sent.', {
    mistake: changeBody(ADMINISTRATOR, textIn('Nombre', plain)),
  }),
  wrong('regions are linked in another version', 'CAT-11 COM-12', 'A client can follow links.', {
    mistake: changeDocument(/^GET $/, (document, { world }) => ({
      ...document,
      Regiones: { _links: { regiones: { href: `${world.origin}/v2/territorio/regiones` } } },
    })),
  }),
  wrong('Codenames is null', 'CAT-09', 'Codenames is an array.', {
    mistake: changeDocument(/^GET marcas/, (document) =>
      'Codenames' in document ? { ...document, Codenames: null } : document,
    ),
  }),
  wrong('levels in lower case', 'AGE-07 COM-01', 'Names of members are as given.', {
    mistake: changeDocument(/productos$/, ({ Baja: baja, Media: media, Alta: alta, ...document }) => ({
      ...{ ...document, baja, media, alta },
    })),
  }),
  wrong('EmailsCCO is an array', 'AGE-10', 'EmailsCCO is a list with commas.', {
    mistake: changeDocument(/^GET notificaciones/, (document) => {
      const mail = document['PublicacionConsultadaHtmlMail'] as Document
      return {
        ...document,
        PublicacionConsultadaHtmlMail: { ...mail, EmailsCCO: String(mail['EmailsCCO']).split(',') },
      }
    }),
  }),
  wrong('Activo of a channel is a text', 'AGE-10 COM-14', 'Activo is a boolean.', {
    mistake: changeDocument(/^GET notificaciones/, (document) => {
      const mail = document['PublicacionConsultadaHtmlMail'] as Document
      return {
        ...document,
        PublicacionConsultadaHtmlMail: { ...mail, Activo: String(mail['Activo']) },
      }
    }),
  }),
]

/** Mistakes of a team in a hurry. */
export const WRONG_HURRIED: readonly WrongVariant[] = [
  ...pages,
  ...problemVariants,
  ...publications,
  ...others,
]
