import { countsOf } from '../../agencies/package.ts'
import type { Answer } from '../../http/answers.ts'
import { Href, to } from '../../http/href.ts'
import { hookKey } from '../../world.ts'
import {
  changeBody,
  changeDocument,
  changeEntries,
  changeProblem,
  changeQuery,
  changeRefusal,
  memoryOf,
} from '../interceptors.ts'
import { type WrongVariant, wrong } from '../variant.ts'

type Document = Record<string, unknown>

const INQUIRIES = /^GET consultas\/:mail$/
const INQUIRY = /^GET consultas\/:mail\/:sid$/
const OPERATORS = /^GET operadores/
const ADMINISTRATOR = /^PUT operadores/
const AGENCY = /^(GET|PUT) agencias\/(ficha\/:number|:mail)$/
const PACKAGE = /productos$/
const SETTINGS = /^GET notificaciones/
const TOPICS = /^GET appnotificaciones$/
const HOOK = /^(GET|PUT|POST) appnotificaciones\/:topic$/
const BRAND = /^GET marcas\/bestmatch$/
const MODEL = /^GET modelos\/bestmatch$/
const TRIM = /^GET versiones/
const ENTRY = /^GET $/

const without = (member: string) => (document: Document) => {
  const { [member]: _, ...rest } = document
  return rest
}
const inside =
  (member: string, change: (inner: Document) => unknown) =>
  (document: Document): Document => {
    const inner = document[member]
    return typeof inner === 'object' && inner !== null
      ? { ...document, [member]: change(inner as Document) }
      : document
  }
const set = (member: string, value: unknown) => (document: Document) => ({ ...document, [member]: value })
const asText = (member: string) => (document: Document) => ({
  ...document,
  ...(member in document ? { [member]: String(document[member]) } : {}),
})

const hypermedia: readonly WrongVariant[] = [
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
    mistake: changeDocument(HOOK, without('_links')),
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
  wrong('a ref of an inquiry in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: INQUIRY, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a brand in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: BRAND, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a model in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: MODEL, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a version in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: TRIM, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a renamed agency in full always', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: /^PUT agencias/, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('an edited administrator in full always', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: ADMINISTRATOR, request: (call) => ({ ...call, form: 'full' }) },
  }),
]

const catalogue: readonly WrongVariant[] = [
  wrong('brands without make', 'CAT-08', 'make is required.', {
    mistake: changeQuery(BRAND, (query) => query.get('make') || query.set('make', 'Suzuki')),
  }),
  wrong('models without make', 'CAT-07', 'make is required.', {
    mistake: changeQuery(MODEL, (query) => query.get('make') || query.set('make', 'Suzuki')),
  }),
  wrong('a model without model', 'CAT-07', 'model is required.', {
    mistake: changeQuery(MODEL, (query) => query.get('model') || query.set('model', 'Swift')),
  }),
  wrong('always the first brand', 'CAT-08', 'The best match is of what was asked.', {
    mistake: changeQuery(BRAND, (query) => query.get('make') && query.set('make', 'Suzuki')),
  }),
  wrong('no make is 404', 'CAT-08', 'What is required is 400.', {
    mistake: {
      at: BRAND,
      response: (answer, { query }) =>
        query.get('make') ? answer : { status: 404, text: 'No hay tal marca.', type: 'text/plain' },
    },
  }),
  wrong('an unknown version is 400', 'CAT-03', 'An unknown version is 404.', {
    mistake: {
      at: TRIM,
      response: (answer) => (answer.status === 404 ? { ...answer, status: 400 } : answer),
    },
  }),
  wrong('power is a number', 'CAT-04', 'Potencia is a string.', {
    mistake: changeDocument(TRIM, (document) =>
      'Potencia' in document ? set('Potencia', 110)(document) : document,
    ),
  }),
  wrong('a version without Nombre', 'CAT-04', 'A summary has Nombre.', {
    mistake: changeDocument(TRIM, (document, { form }) =>
      form === 'ref' ? document : without('Nombre')(document),
    ),
  }),
  wrong('a version ref without Marca', 'CAT-06', 'A ref has Marca.', {
    mistake: changeDocument(TRIM, (document, { form }) =>
      form === 'ref' ? without('Marca')(document) : document,
    ),
  }),
  wrong('body styles are objects', 'CAT-09', 'Carrocerias is an array of string.', {
    mistake: changeDocument(MODEL, (document) => ({
      ...document,
      ...('Carrocerias' in document ? { Carrocerias: [{ Nombre: 'Sedán' }] } : {}),
    })),
  }),
  wrong('models of a brand lead to another brand', 'CAT-09', 'Modelos leads to the brand’s models.', {
    mistake: changeDocument(BRAND, (document, { world }) =>
      'Modelos' in document
        ? {
            ...document,
            Modelos: {
              _links: {
                lineas: {
                  href: new Href(['lineas'], {
                    'de-fabricante': String(
                      world.catalogue.brands.find(({ name }) => name !== document['Nombre'])?.id,
                    ),
                  }),
                },
              },
            },
          }
        : document,
    ),
  }),
  wrong('versions of a model lead nowhere', 'CAT-09 COM-12', 'Versiones leads to the versions.', {
    mistake: changeDocument(MODEL, (document) =>
      'Versiones' in document ? { ...document, Versiones: { _links: { gamas: to('gamas-de') } } } : document,
    ),
  }),
  wrong('the entry point changes its tag', 'CAT-02', 'A known tag is answered 304.', {
    mistake: {
      at: ENTRY,
      response: (answer, call) => {
        const count = Number(memoryOf(call).get('entries') ?? 0) + 1
        memoryOf(call).set('entries', count)
        return { ...answer, headers: { ...answer.headers, ETag: `"e-${count}"` } }
      },
    },
  }),
  wrong('the entry point without Versiones', 'CAT-01', 'It has ten link blocks.', {
    mistake: changeDocument(ENTRY, without('Versiones')),
  }),
  wrong('the list of currencies fails', 'CAT-11', 'The lists answer.', {
    mistake: { at: /^GET divisas/, response: () => ({ status: 500, text: 'Error', type: 'text/plain' }) },
  }),
]

const inquiries: readonly WrongVariant[] = [
  wrong('an inquiry of the list has another mail', 'INQ-04', 'The list shows the inquiry.', {
    mistake: changeEntries(
      INQUIRIES,
      inside('Interesado', (person) => ({ ...person, Email: 'oculto@x.example' })),
    ),
  }),
  wrong('an inquiry of the list has no comment', 'INQ-02 INQ-04', 'The list shows the inquiry.', {
    mistake: changeEntries(INQUIRIES, inside('Interesado', set('Comentario', null))),
  }),
  wrong('an inquiry has another moment when read', 'INQ-01', 'It is the inquiry of the list.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Momento' in document ? { ...document, Momento: '2020-01-01T00:00:00Z' } : document,
    ),
  }),
  wrong('an unknown inquiry is 400', 'INQ-01', 'An unknown inquiry is 404.', {
    mistake: {
      at: INQUIRY,
      response: (answer) => (answer.status === 404 ? { ...answer, status: 400 } : answer),
    },
  }),
  wrong('externalid finds beginnings', 'INQ-05', 'Only inquiries of that listing.', {
    mistake: changeQuery(INQUIRIES, (query, { world }) => {
      const asked = query.get('externalid')?.toLowerCase() ?? ''
      const ids = world.inquiries.map(({ publication }) => publication?.sheet.ExternalId ?? '')
      const found = ids.find((id) => asked !== '' && id.toLowerCase().startsWith(asked))
      if (found !== undefined) query.set('externalid', found)
    }),
  }),
  wrong('hasta alone is ignored', 'INQ-05', 'hasta is the last day.', {
    mistake: changeQuery(INQUIRIES, (query) => query.has('desde') || query.delete('hasta')),
  }),
  wrong('desde alone is ignored', 'INQ-05', 'desde is the first day.', {
    mistake: changeQuery(INQUIRIES, (query) => query.has('hasta') || query.delete('desde')),
  }),
  wrong('Pagina is always 1', 'INQ-04 INQ-05', 'Pagina is the page.', {
    mistake: changeDocument(INQUIRIES, set('Pagina', 1)),
  }),
  wrong('Total is a text', 'INQ-04 COM-14', 'Total is an integer.', {
    mistake: changeDocument(INQUIRIES, asText('Total')),
  }),
  wrong('a page without Hasta', 'INQ-04', 'A page has Hasta.', {
    mistake: changeDocument(INQUIRIES, without('Hasta')),
  }),
  wrong('Desde is a day', 'INQ-04', 'Desde is a date-time.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      Desde: String(document['Desde']).slice(0, 10),
    })),
  }),
  wrong('Desde and Hasta are those of today', 'INQ-04', 'They are the period of the page.', {
    mistake: changeDocument(INQUIRIES, (document, { world }) => {
      const day = new Date(world.now()).toISOString().slice(0, 10)
      return { ...document, Desde: `${day}T00:00:00Z`, Hasta: `${day}T23:59:59Z` }
    }),
  }),
  wrong('more entries than PerPagina', 'INQ-04', 'PerPagina is the size of a page.', {
    mistake: changeDocument(INQUIRIES, set('PerPagina', 3)),
  }),
  wrong('Total without filters', 'INQ-04 INQ-05', 'Total counts what the filters leave.', {
    mistake: changeDocument(INQUIRIES, (document, { world }) => ({
      ...document,
      Total: world.inquiries.length,
    })),
  }),
  wrong('an amount of an inquiry is a number', 'COM-07 INQ-02', 'Precio is a Valor.', {
    mistake: changeDocument(
      INQUIRY,
      inside('Auto', (car) => ({ ...car, Precio: 1500 })),
    ),
  }),
  wrong('the year of an inquiry is a text', 'COM-14 INQ-02', 'VersionYear is an integer.', {
    mistake: changeEntries(
      INQUIRIES,
      inside('Auto', (car) => ({ ...car, VersionYear: '2019' })),
    ),
  }),
  wrong('page 0 breaks the service', 'INQ-06', 'No request breaks the service.', {
    mistake: {
      at: INQUIRIES,
      response: (answer, { query }) =>
        /^(0|-\d+|[a-z]+)$/.test(query.get('pagina') ?? '')
          ? { status: 500, text: 'Error', type: 'text/plain' }
          : answer,
    },
  }),
]

const agencies: readonly WrongVariant[] = [
  wrong('operador of operators is ignored', 'AGE-01', 'operador picks the collaborator.', {
    mistake: changeQuery(OPERATORS, (query) => query.delete('operador')),
  }),
  wrong('an administrator is told by a word', 'AGE-02 COM-14', 'EsAdministradorAgencia is a boolean.', {
    mistake: changeEntries(OPERATORS, asText('EsAdministradorAgencia')),
  }),
  wrong('no administrator', 'AGE-13', 'One operator is the administrator.', {
    mistake: changeEntries(OPERATORS, (entry) => ({
      ...entry,
      ...('EsAdministradorAgencia' in entry ? { EsAdministradorAgencia: false } : {}),
    })),
  }),
  wrong('an operator without Email', 'AGE-02', 'An operator has Email.', {
    mistake: changeEntries(OPERATORS, without('Email')),
  }),
  wrong('addresses are texts', 'AGE-02', 'Direcciones is an array of places.', {
    mistake: changeEntries(OPERATORS, (entry) => ({
      ...entry,
      ...('Direcciones' in entry ? { Direcciones: ['San Martín 100'] } : {}),
    })),
  }),
  wrong('PUT of the administrator ignores Direccion', 'AGE-03', 'It edits Direccion.', {
    mistake: changeBody(ADMINISTRATOR, without('Direccion')),
  }),
  wrong('PUT of the administrator ignores Region', 'AGE-03', 'It edits Region.', {
    mistake: changeBody(ADMINISTRATOR, ({ Region: _r, Ciudad: _c, ...body }) => body),
  }),
  wrong('a WhatsApp of any form', 'AGE-03', 'It begins with a plus sign.', {
    mistake: changeBody(ADMINISTRATOR, (body) => ({
      ...body,
      ...(typeof body['WhatsApp'] === 'string' &&
      body['WhatsApp'].length >= 8 &&
      !body['WhatsApp'].startsWith('+')
        ? { WhatsApp: '+54 351 5550000' }
        : {}),
    })),
  }),
  wrong('a new name in lower case', 'AGE-05', 'The name is shown as it was sent.', {
    mistake: changeBody(/^PUT agencias/, (body) => ({
      ...body,
      ...(typeof body['NombreComercial'] === 'string'
        ? { NombreComercial: body['NombreComercial'].toLowerCase() }
        : {}),
    })),
  }),
  wrong('a new name of 101 characters is cut', 'AGE-05', 'A name has up to 100 characters.', {
    mistake: changeBody(/^PUT agencias/, (body) => ({
      ...body,
      ...(typeof body['NombreComercial'] === 'string'
        ? { NombreComercial: body['NombreComercial'].slice(0, 100) }
        : {}),
    })),
  }),
  wrong('the agency has another AdminMail', 'AGE-06 AGE-12', 'It is identified by its mail.', {
    mistake: changeDocument(AGENCY, (document) => ({ ...document, AdminMail: `x${document['AdminMail']}` })),
  }),
  wrong('free places are texts', 'AGE-07', 'Disponibles is an integer.', {
    mistake: changeDocument(PACKAGE, inside('Baja', asText('Disponibles'))),
  }),
  wrong('counts stay when a level changes', 'AGE-08', 'Activas follows every change.', {
    mistake: {
      at: /^PUT publicaciones/,
      before: (call) =>
        (['Alta', 'Media', 'Baja'] as const).map((level) => {
          const agency = call.world.agencies.get(call.params['mail'] ?? '')
          return agency ? countsOf(call.world, agency, level).Activas : 0
        }),
      response: (answer, call, before) => {
        const agency = call.world.agencies.get(call.params['mail'] ?? '')
        const counts = before as readonly number[]
        if (!agency || answer.status !== 200) return answer
        const levels = ['Alta', 'Media', 'Baja'] as const
        const fell = levels.filter(
          (level, at) => countsOf(call.world, agency, level).Activas < (counts[at] ?? 0),
        )
        const rose = levels.filter(
          (level, at) => countsOf(call.world, agency, level).Activas > (counts[at] ?? 0),
        )
        if (rose.length > 0) for (const level of fell) agency.drift[level] += 1
        return answer
      },
    },
  }),
  wrong('mails in copy are a list', 'AGE-10', 'EmailsCCO is a string.', {
    mistake: changeDocument(
      SETTINGS,
      inside('PublicacionConsultadaHtmlMail', (channel) => ({ ...channel, EmailsCCO: ['a@b.example'] })),
    ),
  }),
  wrong('a channel is told by a word', 'AGE-10', 'Activo is a boolean.', {
    mistake: changeDocument(SETTINGS, inside('PublicacionConsultadaAdfMail', asText('Activo'))),
  }),
]

const hooks: readonly WrongVariant[] = [
  wrong('a configured topic is not listed', 'EVT-01', 'TopicsConfigurados has it.', {
    mistake: changeDocument(TOPICS, (document) => ({ ...document, TopicsConfigurados: [] })),
  }),
  wrong('the list shows an old configuration', 'EVT-01', 'Config is the configuration.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as Document[]).map(
        inside('Config', set('Description', 'vieja')),
      ),
    })),
  }),
  wrong('a callback of any text', 'EVT-03', 'Callback is a URI.', {
    mistake: changeBody(HOOK, (body) => ({
      ...body,
      ...(typeof body['Callback'] === 'string' && !/^https?:/.test(body['Callback'])
        ? { Callback: 'http://127.0.0.1:9/' }
        : {}),
    })),
  }),
  wrong('PUT opens topics that do not exist', 'EVT-03', 'An unavailable webhook is 404.', {
    mistake: {
      at: /^(PUT|GET) appnotificaciones\/:topic$/,
      response: (answer, call): Answer =>
        answer.status === 404 &&
        call.method === 'PUT' &&
        !call.choices.topics.includes(call.params['topic'] ?? '')
          ? {
              status: 200,
              document: {
                ...{ Callback: null, Secret: null, Description: null, Activo: true },
                ...{ HeaderCustom01: null, HeaderCustom02: null, HeaderCustom03: null },
                _links: { self: to('appnotificaciones') },
              },
            }
          : answer,
    },
  }),
  wrong('a refused configuration is half kept', 'EVT-03', 'What is refused changes nothing.', {
    mistake: {
      at: HOOK,
      response: (answer, call) => {
        const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
        const sent = call.body.kind === 'value' ? (call.body.value as Document) : {}
        if (answer.status === 400 && hook && 'Description' in (sent ?? {}))
          hook.values = { ...hook.values, Description: sent['Description'] }
        return answer
      },
    },
  }),
  wrong('custom headers change places', 'EVT-03', 'A configuration keeps its headers.', {
    mistake: changeBody(HOOK, (body) => ({
      ...body,
      HeaderCustom01: body['HeaderCustom02'] ?? null,
      HeaderCustom02: body['HeaderCustom01'] ?? null,
    })),
  }),
  wrong('custom headers are lines', 'COM-09 EVT-02', 'A custom header has Name and Value.', {
    mistake: changeDocument(HOOK, (document) => ({
      ...document,
      HeaderCustom01: document['HeaderCustom01'] && 'X-Uno: 1',
    })),
  }),
  wrong('Activo is a number', 'EVT-02 COM-14', 'Activo is a boolean.', {
    mistake: changeDocument(HOOK, (document) => ({ ...document, Activo: document['Activo'] ? 1 : 0 })),
  }),
  wrong('a removed header is still delivered', 'EVT-04', 'A delivery carries the headers in force.', {
    mistake: {
      at: HOOK,
      before: (call) => call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))?.values,
      response: (answer, call, before) => {
        const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
        const old = (before ?? {}) as Document
        if (answer.status === 200 && call.method === 'PUT' && hook)
          hook.values = {
            ...hook.values,
            HeaderCustom02: hook.values['HeaderCustom02'] ?? old['HeaderCustom02'],
          }
        return answer
      },
    },
  }),
]

const errors: readonly WrongVariant[] = [
  wrong('problems without Title', 'ERR-02', 'A problem has Title.', {
    mistake: changeProblem(without('Title')),
  }),
  wrong('problems without Type', 'ERR-02', 'A problem has Type.', {
    mistake: changeProblem(without('Type')),
  }),
  wrong('Status is a text', 'ERR-02', 'Status is an integer.', { mistake: changeProblem(asText('Status')) }),
  wrong('Instance is a whole URL with another path', 'ERR-02', 'Instance is the path of the request.', {
    mistake: changeProblem(set('Instance', '/errores/17')),
  }),
  wrong('conflicts without Errors', 'ERR-03', 'A 409 is of the validation kind.', {
    mistake: changeRefusal(409, (answer) => ({
      ...answer,
      document: without('Errors')(answer.document as Document),
    })),
  }),
  wrong('conflicts as JSON', 'ERR-01', 'A 409 is application/problem+json.', {
    mistake: changeRefusal(409, (answer) => ({ ...answer, type: 'application/json' })),
  }),
  wrong('412 without a body', 'ERR-05', 'A 412 is a problem.', {
    mistake: changeRefusal(412, () => ({ status: 412, text: '' })),
  }),
  wrong('412 tells status 400', 'ERR-02 ERR-05', 'Status is the status.', {
    mistake: changeRefusal(412, (answer) => ({
      ...answer,
      document: set('Status', 400)(answer.document as Document),
    })),
  }),
  wrong('Errors is a list', 'ERR-03', 'Errors maps names to texts.', {
    mistake: changeRefusal(400, (answer) => ({
      ...answer,
      document: set('Errors', [{ Campo: 'x', Error: 'y' }])(answer.document as Document),
    })),
  }),
]

/** Further mistakes about everything else. */
export const WRONG_NEW_OTHERS: readonly WrongVariant[] = [
  ...hypermedia,
  ...catalogue,
  ...inquiries,
  ...agencies,
  ...hooks,
  ...errors,
]
