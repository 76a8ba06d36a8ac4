import type { Answer } from '../../http/answers.ts'
import type { Call } from '../../http/call.ts'
import { Href } from '../../http/href.ts'
import { publicationTag } from '../../http/tags.ts'
import type { Sheet } from '../../world.ts'
import {
  changeBody,
  changeDocument,
  changeEntries,
  changeQuery,
  changeStoredAndShown,
  type Interceptor,
  memoryOf,
  publicationIn,
} from '../interceptors.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** One mistake for sentence after sentence of the description; written without a look at the clauses. */

type Document = Record<string, unknown>

const CREATE = /^POST publicaciones/
const READ = /^GET publicaciones\/:mail\/:id$/
const PUT = /^PUT publicaciones/
const PATCH = /^PATCH publicaciones\/:mail\/:id$/
const SUSPEND = /suspender$/
const ARCHIVE = /archivar$/
const WRITE = /^(POST|PUT) publicaciones/
const EVERY = /^(POST|GET|PUT|PATCH) publicaciones/
const LIST = /^GET vidriera/
const INQUIRIES = /^GET consultas\/:mail$/
const INQUIRY = /^GET consultas\/:mail\/:sid$/
const OPERATORS = /^GET operadores/
const ADMINISTRATOR = /^PUT operadores/
const RENAME = /^PUT agencias/
const HOOK = /^(PUT|POST) appnotificaciones\/:topic$/

/** A place that this service knows. */
const PLACE = { Region: 'Río Negro', Ciudad: 'Viedma' } as const

const bodyIn = ({ body }: Call): Document => (body.kind === 'value' ? (body.value as Document) : {})
const entriesIn = (document: Document): Document[] => {
  const { _entries: entries } = document
  return Array.isArray(entries) ? entries : []
}
const textIn = (name: string, change: (text: string) => unknown) => (document: Document) =>
  typeof document[name] === 'string' ? { ...document, [name]: change(document[name]) } : document
const isFailed = (answer: Answer, status: number): boolean => answer.status === status

/** Shows refusals with a status otherwise, at some routes only. */
const changeRefusalAt = (at: RegExp, status: number, change: (answer: Answer) => Answer): Interceptor => ({
  at,
  response: (answer) => (isFailed(answer, status) ? change(answer) : answer),
})

const plainText = (answer: Answer): Answer => ({ status: answer.status, text: 'No.', type: 'text/plain' })
const asJson = (answer: Answer): Answer => ({ ...answer, type: 'application/json' })
const withoutMember =
  (member: string) =>
  (answer: Answer): Answer => {
    const { [member]: _, ...document } = (answer.document ?? {}) as Document
    return { ...answer, document }
  }

const PLACES: readonly (readonly [string, RegExp, string])[] = [
  ['a create', CREATE, 'PUB-01'],
  ['a full edit', PUT, 'PUB-21'],
  ['a partial edit', PATCH, 'PUB-28'],
  ['the list of inquiries', INQUIRIES, 'INQ-04'],
  ['an edit of the administrator', ADMINISTRATOR, 'AGE-03'],
  ['a renaming', RENAME, 'AGE-05'],
  ['a configuration', HOOK, 'EVT-03'],
  ['the search for a brand', /^GET marcas\/bestmatch/, 'CAT-08'],
  ['the search for a model', /^GET modelos\/bestmatch/, 'CAT-07'],
]

const refusals: readonly WrongVariant[] = PLACES.flatMap(([words, at, statement]) => [
  wrong(`400 of ${words} is plain text`, `ERR-01 ${statement}`, 'A 400 is a problem.', {
    mistake: changeRefusalAt(at, 400, plainText),
  }),
  wrong(`400 of ${words} is JSON`, `ERR-01 ${statement}`, 'A 400 is application/problem+json.', {
    mistake: changeRefusalAt(at, 400, asJson),
  }),
  wrong(`400 of ${words} has no Errors`, `ERR-03 ${statement}`, 'A 400 has Errors.', {
    mistake: changeRefusalAt(at, 400, withoutMember('Errors')),
  }),
  wrong(`400 of ${words} has no Title`, `ERR-02 ${statement}`, 'A problem has Title.', {
    mistake: changeRefusalAt(at, 400, withoutMember('Title')),
  }),
  wrong(`400 of ${words} is 422`, `ERR-01 ${statement}`, 'Values that are not valid are answered 400.', {
    mistake: changeRefusalAt(at, 400, (answer) => ({ ...answer, status: 422 })),
  }),
  wrong(`400 of ${words} is 500`, `ERR-01 ${statement}`, 'Values that are not valid are answered 400.', {
    mistake: changeRefusalAt(at, 400, () => ({ status: 500, text: 'Error', type: 'text/plain' })),
  }),
])

const READS: readonly (readonly [string, RegExp, string])[] = [
  ['a publication', READ, 'PUB-20'],
  ['the list of inquiries', INQUIRIES, 'INQ-04'],
  ['an inquiry', INQUIRY, 'INQ-01'],
  ['operators', OPERATORS, 'AGE-01'],
  ['a package', /productos$/, 'AGE-07'],
  ['settings', /^GET notificaciones/, 'AGE-10'],
  ['a topic', /^GET appnotificaciones\/:topic$/, 'EVT-02'],
  ['a version', /^GET versiones/, 'CAT-03'],
]

const missing: readonly WrongVariant[] = READS.flatMap(([words, at, statement]) => [
  wrong(`404 of ${words} has no message`, `ERR-04 ${statement}`, 'A 404 is a plain message.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 404 })),
  }),
  wrong(`404 of ${words} is 200 of nothing`, `${statement}`, 'What does not exist is answered 404.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 200, document: {} })),
  }),
  wrong(`404 of ${words} is 500`, `${statement}`, 'What does not exist is answered 404.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 500, text: 'Error', type: 'text/plain' })),
  }),
])

const MEMBERS: readonly (readonly [keyof Sheet, RegExp])[] = [
  ['RefStock', PUT],
  ['Vin', PUT],
  ['Color', PUT],
  ['Precio', PATCH],
  ['Adelanto', PATCH],
  ['Cuota', PATCH],
  ['VersionYear', PUT],
  ['Kilometraje', PUT],
  ['Fotos', PUT],
  ['Locacion', PUT],
  ['Telefono', PUT],
  ['Exposicion', PUT],
]

/** Keeps the tag of a listing when only `member` changed. */
const tagWithout = (member: keyof Sheet, at: RegExp): Interceptor => ({
  at,
  before: (call) => {
    const found = publicationIn(call)
    return found && { revision: found.revision, sheet: { ...found.sheet }, phase: found.phase }
  },
  response: (answer, call, before) => {
    const found = answer.status < 300 ? publicationIn(call) : undefined
    // `before` gave this or nothing.
    const old = before as { revision: number; sheet: Sheet; phase: string } | undefined
    if (!found || !old || old.phase !== found.phase) return answer
    const changed = Object.entries(found.sheet)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Object(old.sheet)[name]))
      .map(([name]) => name)
    if (changed.length !== 1 || changed[0] !== member) return answer
    found.revision = old.revision
    return { ...answer, headers: { ...answer.headers, ETag: `"${found.serial}-${found.revision}"` } }
  },
})

const tags: readonly WrongVariant[] = [
  ...MEMBERS.map(([member, at]) =>
    wrong(`the tag ignores ${member}`, 'PUB-33', 'The tag changes with the publication.', {
      mistake: tagWithout(member, at),
    }),
  ),
  wrong('any tag that a listing has satisfies', 'PUB-34', 'Another tag is answered 412.', {
    mistake: {
      at: /^(PUT|PATCH) publicaciones/,
      request: (call) => {
        const found = publicationIn(call)
        const sent = call.headers['if-match'] ?? ''
        if (!found || !/^"\d+-\d+"$/.test(sent)) return call
        return { ...call, headers: { ...call.headers, 'if-match': `"${found.serial}-${found.revision}"` } }
      },
    },
  }),
  wrong('304 with the document', 'ERR-06 PUB-20', 'A 304 has no body.', {
    mistake: {
      at: READ,
      response: (answer) => (answer.status === 304 ? { ...answer, status: 200, document: {} } : answer),
    },
  }),
  wrong('the ref form is never 304', 'PUB-20 ERR-10', 'If-None-Match is answered 304.', {
    mistake: {
      at: READ,
      request: (call) =>
        call.form === 'ref' ? { ...call, headers: { ...call.headers, 'if-none-match': undefined } } : call,
    },
  }),
  wrong('a suspended one is never 304', 'PUB-20 ERR-10', 'If-None-Match is answered 304.', {
    mistake: {
      at: READ,
      request: (call) =>
        publicationIn(call)?.phase === 'suspended'
          ? { ...call, headers: { ...call.headers, 'if-none-match': undefined } }
          : call,
    },
  }),
  wrong('tags without quotes', 'PUB-33', 'ETag is an entity tag.', {
    mistake: {
      at: EVERY,
      request: (call) => {
        const { 'if-match': write, 'if-none-match': read } = call.headers
        const quoted = (tag?: string) => (tag === undefined || /^["*]/.test(tag) ? tag : `"${tag}"`)
        return {
          ...call,
          headers: { ...call.headers, 'if-match': quoted(write), 'if-none-match': quoted(read) },
        }
      },
      response: (answer) => {
        const { ETag: tag } = answer.headers ?? {}
        return typeof tag === 'string'
          ? { ...answer, headers: { ...answer.headers, ETag: tag.replaceAll('"', '') } }
          : answer
      },
    },
  }),
]

const publications: readonly WrongVariant[] = [
  wrong('PUT creates what does not exist', 'PUB-21', 'PUT edits; only POST creates.', {
    mistake: {
      at: PUT,
      response: (answer, call) =>
        answer.status === 404
          ? { status: 200, document: { ...bodyIn(call), ExternalId: call.params['id'], _links: {} } }
          : answer,
    },
  }),
  wrong('PATCH of the unknown is 200', 'PUB-28', 'What does not exist is not edited.', {
    mistake: changeRefusalAt(PATCH, 404, () => ({ status: 200, document: { _links: {} } })),
  }),
  wrong('archivar of the unknown is 200', 'PUB-30', 'What does not exist is not archived.', {
    mistake: changeRefusalAt(ARCHIVE, 404, () => ({ status: 200, document: { _links: {} } })),
  }),
  wrong('suspender of a suspended one reactivates', 'PUB-29', 'It suspends.', {
    mistake: {
      at: SUSPEND,
      response: (answer, call) => {
        const found = publicationIn(call)
        if (answer.status !== 409 || found?.phase !== 'suspended') return answer
        found.phase = 'active'
        found.revision += 1
        return answer
      },
    },
  }),
  wrong('suspender clears the price', 'PUB-29', 'It changes the state.', {
    mistake: changeStoredAndShown(SUSPEND, () => ({ Precio: null })),
  }),
  wrong('archivar drops the photos', 'PUB-30', 'It changes the state.', {
    mistake: changeStoredAndShown(ARCHIVE, () => ({ Fotos: [] })),
  }),
  wrong('archivar gives the listing to the administrator', 'PUB-30', 'It changes the state.', {
    mistake: changeStoredAndShown(ARCHIVE, ({ agency }) => ({ OperadorResponsable: agency.mail })),
  }),
  wrong('reactivation forgets the level', 'PUB-37 AGE-09', 'A listing has a level.', {
    mistake: changeStoredAndShown(PATCH, (_found, call) =>
      bodyIn(call)['Activa'] === true ? { Exposicion: null } : {},
    ),
  }),
  wrong('created suspended when Activa is omitted', 'PUB-06', 'Omitted is active.', {
    mistake: changeBody(CREATE, (body) => ({ Activa: false, ...body })),
  }),
  wrong('created suspended in spite of Activa true', 'PUB-06', 'True is active.', {
    mistake: changeBody(CREATE, (body) => (body['Activa'] === true ? { ...body, Activa: false } : body)),
  }),
  wrong('PATCH reads Activa before its bounds', 'PUB-28 PUB-34', 'A refused edit changes nothing.', {
    mistake: {
      at: PATCH,
      response: (answer, call) => {
        const found = publicationIn(call)
        const { Activa } = bodyIn(call)
        if (answer.status === 400 && found && found.phase !== 'archived' && typeof Activa === 'boolean')
          found.phase = Activa ? 'active' : 'suspended'
        return answer
      },
    },
  }),
  wrong('PATCH edits the mileage', 'PUB-28', 'PATCH edits amounts and state only.', {
    mistake: changeStoredAndShown(PATCH, (found, call) => {
      const { Kilometraje } = bodyIn(call)
      return { Kilometraje: typeof Kilometraje === 'number' ? Kilometraje : found.sheet.Kilometraje }
    }),
  }),
  wrong('PATCH edits the description', 'PUB-28', 'PATCH edits amounts and state only.', {
    mistake: changeStoredAndShown(PATCH, (found, call) => {
      const { Descripcion } = bodyIn(call)
      return { Descripcion: typeof Descripcion === 'string' ? Descripcion : found.sheet.Descripcion }
    }),
  }),
  wrong('amounts above two milliards overflow', 'COM-07 PUB-01', 'Importe is the number that was sent.', {
    mistake: changeBody(/^(POST|PUT|PATCH) publicaciones/, (body) =>
      mapAmounts(body, (amount) => ({
        ...amount,
        Importe:
          typeof amount['Importe'] === 'number' && amount['Importe'] > 2_147_483_647
            ? 2_147_483_647
            : amount['Importe'],
      })),
    ),
  }),
  wrong('PUT takes a colour of fifty only', 'PUB-15 PUB-21', 'A longer colour is truncated, not refused.', {
    mistake: {
      at: PUT,
      request: (call) => {
        const { Color } = bodyIn(call)
        return typeof Color === 'string' && Color.length > 50
          ? { ...call, body: { kind: 'value', value: { ...bodyIn(call), Color: 5 } } }
          : call
      },
    },
  }),
  wrong('PUT keeps a long colour', 'PUB-15 PUB-21', 'A colour is truncated at 50.', {
    mistake: changeStoredAndShown(PUT, (found, call) => {
      const { Color } = bodyIn(call)
      return { Color: typeof Color === 'string' ? Color : found.sheet.Color }
    }),
  }),
  wrong('a transmission of any word', 'PUB-12', 'Transmision is one of four words.', {
    mistake: {
      at: CREATE,
      request: (call) => {
        const { Transmision } = bodyIn(call)
        memoryOf(call).set('gear', Transmision)
        return typeof Transmision === 'string' && !/^(a|m|autom[aá]tica|manual)$/i.test(Transmision)
          ? { ...call, body: { kind: 'value', value: { ...bodyIn(call), Transmision: 'Manual' } } }
          : call
      },
    },
  }),
  ...['A', 'M', 'Automática', 'Manual'].map((word) =>
    wrong(`Transmision ${word} is refused`, 'PUB-12', 'It is one of the four words.', {
      mistake: changeBody(CREATE, (body) =>
        body['Transmision'] === word ? { ...body, Transmision: 7 } : body,
      ),
    }),
  ),
  wrong('an M becomes automatic', 'PUB-12', 'M is Manual.', {
    mistake: changeBody(CREATE, (body) =>
      body['Transmision'] === 'M' ? { ...body, Transmision: 'A' } : body,
    ),
  }),
  wrong('equipment in reverse order', 'PUB-16', 'The equipment is the one that was sent.', {
    mistake: changeStoredAndShown(WRITE, ({ sheet }) => ({
      DatosTecnicosCustom: [...sheet.DatosTecnicosCustom].reverse(),
    })),
  }),
  wrong('only one item of equipment', 'PUB-16', 'The equipment is the one that was sent.', {
    mistake: changeStoredAndShown(WRITE, ({ sheet }) => ({
      DatosTecnicosCustom: sheet.DatosTecnicosCustom.slice(0, 1),
    })),
  }),
  wrong('photos in reverse order', 'PUB-17', 'The photos are those that were sent.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }) => ({ Fotos: [...sheet.Fotos].reverse() })),
  }),
  wrong('photos repeat', 'PUB-17', 'The photos are those that were sent.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }) => ({
      Fotos: [...sheet.Fotos, ...sheet.Fotos.slice(0, 1)],
    })),
  }),
  wrong('an unknown version is cut at twenty', 'PUB-10 PUB-04', 'The supplied name is kept.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet, isTrimKnown }) => ({
      Version: isTrimKnown ? sheet.Version : (sheet.Version?.slice(0, 20) ?? null),
    })),
  }),
  wrong('an unknown version in capitals', 'PUB-10', 'The supplied name is kept.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet, isTrimKnown }) => ({
      Version: isTrimKnown ? sheet.Version : (sheet.Version?.toUpperCase() ?? null),
    })),
  }),
  wrong('a known version is shown as it was sent', 'PUB-10 COM-11', 'The answer shows resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, call) => {
      const { Version } = bodyIn(call)
      return { Version: typeof Version === 'string' && Version !== '' ? Version : sheet.Version }
    }),
  }),
  wrong('descriptions lose quotation marks', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('Descripcion', (text) => text.replace(/["'\\]/g, '')),
    ),
  }),
  wrong('colours lose accents', 'PUB-15 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('Color', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
    ),
  }),
  wrong('stock references keep digits only', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      WRITE,
      textIn('RefStock', (text) => text.replace(/\D/g, '')),
    ),
  }),
  wrong('ids with an underscore are not found', 'PUB-03 PUB-35', 'Two ids are two.', {
    mistake: {
      at: EVERY,
      request: (call) => {
        const id = call.params['id']
        return id === undefined ? call : { ...call, params: { ...call.params, id: id.replaceAll('_', '-') } }
      },
    },
  }),
  wrong('places with region and city swapped', 'COM-08 PUB-19', 'Region is the region.', {
    mistake: changeDocument(EVERY, (document) => swappedPlace(document, 'Locacion')),
  }),
  wrong('places without street', 'COM-08 PUB-19', 'A place has Direccion.', {
    mistake: changeDocument(EVERY, (document) => {
      const { Locacion: place } = document
      if (typeof place !== 'object' || place === null) return document
      const { Direccion: _, ...rest } = place as Document
      return { ...document, Locacion: rest }
    }),
  }),
  wrong('amounts without currency', 'COM-07 PUB-02', 'An amount has Moneda.', {
    mistake: changeDocument(EVERY, (document) => mapAmounts(document, ({ Moneda: _, ...amount }) => amount)),
  }),
  wrong('the currency as a number', 'COM-07 COM-14', 'Moneda is a string.', {
    mistake: changeDocument(EVERY, (document) =>
      mapAmounts(document, (amount) => ({ ...amount, Moneda: 32 })),
    ),
  }),
  wrong('no phone gives the phone of the administrator', 'PUB-19', 'It is one of the responsible.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet, agency }, call) => ({
      Telefono: bodyIn(call)['Telefono'] ? sheet.Telefono : (agency.operators[0]?.phones[0] ?? null),
    })),
  }),
  wrong('PUT takes a phone of any operator', 'PUB-24', 'It is one of the responsible.', {
    mistake: {
      at: PUT,
      request: (call) => {
        const { Telefono } = bodyIn(call)
        const agency = publicationIn(call)?.agency
        const isAny = agency?.operators.some(({ phones }) => phones.includes(String(Telefono)))
        if (!isAny) return call
        memoryOf(call).set('phone', Telefono)
        return { ...call, body: { kind: 'value', value: { ...bodyIn(call), Telefono: null } } }
      },
      response: (answer, call) => {
        const found = answer.status < 300 ? publicationIn(call) : undefined
        const phone = memoryOf(call).get('phone')
        memoryOf(call).delete('phone')
        if (!found || typeof phone !== 'string') return answer
        found.sheet = { ...found.sheet, Telefono: phone }
        return 'Telefono' in Object(answer.document)
          ? { ...answer, document: { ...Object(answer.document), Telefono: phone } }
          : answer
      },
    },
  }),
  wrong('PUT with null photos clears them', 'PUB-21 PUB-17', 'The photos of a used car stay.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, call) => ({
      Fotos: bodyIn(call)['Fotos'] === null ? [] : sheet.Fotos,
    })),
  }),
  wrong('PUT edits the model', 'PUB-27', 'Modelo is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, call) => {
      const { Modelo } = bodyIn(call)
      return { Modelo: typeof Modelo === 'string' ? Modelo : sheet.Modelo }
    }),
  }),
  wrong('PUT edits the fuel', 'PUB-27', 'Propulsion is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, call) => {
      const { Propulsion } = bodyIn(call)
      return { Propulsion: typeof Propulsion === 'string' ? Propulsion : sheet.Propulsion }
    }),
  }),
  wrong('PUT renames the listing', 'PUB-27', 'ExternalId is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, call) => {
      const { ExternalId } = bodyIn(call)
      return { ExternalId: typeof ExternalId === 'string' ? ExternalId : sheet.ExternalId }
    }),
  }),
  ...(['RefStock', 'Descripcion', 'VersionYear', 'Kilometraje', 'Exposicion'] as const).map((member) =>
    wrong(`PUT does not check ${member}`, 'PUB-21', 'The bounds are those of create.', {
      mistake: {
        at: PUT,
        request: (call) => {
          const body = bodyIn(call)
          const [min, max] = {
            RefStock: [0, 25],
            Descripcion: [0, 2000],
            VersionYear: [1908, 2050],
            Kilometraje: [0, 999_000],
            Exposicion: [0, 5],
            OperadorResponsable: [0, 50],
          }[member] as [number, number]
          const size = typeof body[member] === 'string' ? body[member].length : body[member]
          const isOut = typeof size === 'number' && (size < min || size > max)
          const { [member]: _, ...rest } = body
          return isOut
            ? {
                ...call,
                body: {
                  kind: 'value',
                  value: { ...rest, ...(typeof body[member] === 'number' ? { [member]: max } : {}) },
                },
              }
            : call
        },
      },
    }),
  ),
  wrong('the list has each listing twice', 'AGE-06 COM-05', 'A collection has each entry once.', {
    mistake: changeDocument(LIST, (document) => ({
      ...document,
      _entries: entriesIn(document).flatMap((entry) => [entry, entry]),
    })),
  }),
  wrong('the list shows old prices', 'AGE-06 PUB-02', 'An entry is the listing.', {
    mistake: changeEntries(LIST, (entry, call) => {
      const key = `price ${String(entry['ExternalId'])}`
      if (!memoryOf(call).has(key)) memoryOf(call).set(key, entry['Precio'])
      return 'Precio' in entry ? { ...entry, Precio: memoryOf(call).get(key) } : entry
    }),
  }),
  wrong('refs of the list lead to another listing', 'COM-06 AGE-06', 'A ref leads to its resource.', {
    mistake: changeDocument(LIST, (document, { form }) => {
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
  wrong('a create answers the id of the one before', 'PUB-01', 'The answer is the publication.', {
    mistake: changeDocument(CREATE, (document, call) => {
      const last = memoryOf(call).get('id')
      memoryOf(call).set('id', document['ExternalId'])
      return { ...document, ExternalId: last ?? document['ExternalId'] }
    }),
  }),
  wrong('a create keeps the members of the one before', 'PUB-01', 'Members that are absent are none.', {
    mistake: changeBody(CREATE, (body, call) => {
      const last = memoryOf(call).get('body') as Document | undefined
      memoryOf(call).set('body', body)
      return { ...(typeof last?.['Cuota'] === 'object' ? { Cuota: last['Cuota'] } : {}), ...body }
    }),
  }),
]

const mapAmounts = (document: Document, change: (amount: Document) => unknown): Document => ({
  ...document,
  ...Object.fromEntries(
    ['Precio', 'Adelanto', 'Cuota']
      .filter((name) => typeof document[name] === 'object' && document[name] !== null)
      .map((name) => [name, change(document[name] as Document)]),
  ),
})

const swappedPlace = (document: Document, name: string): Document => {
  const place = document[name]
  if (typeof place !== 'object' || place === null) return document
  const { Region, Ciudad, ...rest } = place as Document
  return { ...document, [name]: { ...rest, Region: Ciudad, Ciudad: Region } }
}

const inquiries: readonly WrongVariant[] = [
  wrong('page 100 beside a filter', 'INQ-06', 'pagina is 99 at most.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid') && Number(query.get('pagina')) > 99) query.set('pagina', '99')
    }),
  }),
  wrong('page 100 of refs', 'INQ-06', 'pagina is 99 at most.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => {
        const query = new URLSearchParams(call.query)
        if (call.form === 'ref' && Number(query.get('pagina')) > 99) query.set('pagina', '99')
        return { ...call, query }
      },
    },
  }),
  wrong('an early desde beside hasta', 'INQ-06', 'desde is 90 days ago at the earliest.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      const early = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
      if (query.has('hasta') && (query.get('desde') ?? '9') < early) query.delete('desde')
    }),
  }),
  wrong('an early desde beside operador', 'INQ-06', 'desde is 90 days ago at the earliest.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      const early = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
      if (query.has('operador') && (query.get('desde') ?? '9') < early) query.delete('desde')
    }),
  }),
  wrong('pagina is ignored beside operador', 'INQ-05 INQ-04', 'pagina is the page.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('operador')) query.delete('pagina')
    }),
  }),
  wrong('desde is ignored beside externalid', 'INQ-05', 'Filters hold together.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid')) query.delete('desde')
    }),
  }),
  wrong('hasta is ignored beside operador', 'INQ-05', 'Filters hold together.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('operador')) query.delete('hasta')
    }),
  }),
  wrong('externalid hides catalogue inquiries only', 'INQ-05', 'Only those of the publication.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => {
        const query = new URLSearchParams(call.query)
        if (query.has('externalid')) memoryOf(call).set('only', true)
        query.delete('externalid')
        return { ...call, query }
      },
      response: (answer, call) => {
        if (!memoryOf(call).has('only') || !answer.document) return answer
        memoryOf(call).delete('only')
        const document = answer.document as Document
        const entries = entriesIn(document).filter((one) => one['TipoAnuncio'] !== 'catalogo')
        return { ...answer, document: { ...document, _entries: entries } }
      },
    },
  }),
  wrong('an inquiry has another operator when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document, { params }) => ({
      ...document,
      OperadorResponsable: params['mail'],
    })),
  }),
  wrong('an inquiry has no comment when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Interesado' in document
        ? { ...document, Interesado: { ...Object(document['Interesado']), Comentario: null } }
        : document,
    ),
  }),
  wrong('an inquiry has another car when read', 'INQ-01 INQ-02', 'An entry is the inquiry.', {
    mistake: changeDocument(INQUIRY, (document) =>
      'Auto' in document ? { ...document, Auto: { ...Object(document['Auto']), Modelo: 'Otro' } } : document,
    ),
  }),
  wrong('titles of inquiries in the list are empty', 'COM-06 INQ-04', 'A ref has a title.', {
    mistake: changeEntries(INQUIRIES, (entry, { form }) =>
      form === 'ref' ? { ...entry, title: null } : entry,
    ),
  }),
  wrong('the page of refs has full entries', 'COM-10 INQ-04', 'The ref type gives refs.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => (call.form === 'ref' ? { ...call, form: 'full' } : call),
    },
  }),
  wrong('the page in the entry type has refs', 'COM-10 INQ-04', 'The entry type gives the full form.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => (/entry\+json/.test(call.mediaType) ? { ...call, form: 'ref' } : call),
    },
  }),
  wrong('self of an inquiry leads to the list', 'COM-03 INQ-02', 'self leads to the inquiry.', {
    mistake: changeDocument(INQUIRY, (document, { params }) =>
      '_links' in document
        ? { ...document, _links: { self: { href: new Href(['consultas', params['mail'] ?? '']) } } }
        : document,
    ),
  }),
  wrong('moments without time', 'INQ-02', 'Momento is a date-time.', {
    mistake: changeEntries(
      INQUIRIES,
      textIn('Momento', (text) => text.slice(0, 10)),
    ),
  }),
  wrong('a publication inquiry names no publication', 'INQ-03 INQ-02', 'Only catalogue ones are empty.', {
    mistake: changeEntries(INQUIRIES, (entry) =>
      'Auto' in entry ? { ...entry, Auto: { ...Object(entry['Auto']), ExternalId: '' } } : entry,
    ),
  }),
]

const others: readonly WrongVariant[] = [
  wrong('links of operators lead to all inquiries', 'AGE-02 INQ-05', 'Consultas are those of the operator.', {
    mistake: changeEntries(OPERATORS, (entry, { params }) =>
      'Consultas' in entry
        ? {
            ...entry,
            Consultas: { _links: { contactos: { href: new Href(['consultas', params['mail'] ?? '']) } } },
          }
        : entry,
    ),
  }),
  wrong('Productos leads to another agency', 'AGE-06', 'Productos are those of the agency.', {
    mistake: changeDocument(/^(GET|PUT) agencias\/(ficha\/:number|:mail)$/, (document) =>
      'Productos' in document
        ? {
            ...document,
            Productos: {
              _links: { paquete: { href: new Href(['agencias', 'encargada@valle.invalid', 'productos']) } },
            },
          }
        : document,
    ),
  }),
  wrong('Operadores leads to another agency', 'AGE-06', 'Operadores are those of the agency.', {
    mistake: changeDocument(/^(GET|PUT) agencias\/(ficha\/:number|:mail)$/, (document) =>
      'Operadores' in document
        ? {
            ...document,
            Operadores: {
              _links: { colaboradores: { href: new Href(['operadores', 'encargada@valle.invalid']) } },
            },
          }
        : document,
    ),
  }),
  wrong('refs of operators lead to the list', 'COM-06 AGE-02', 'A ref leads to its resource.', {
    mistake: changeEntries(OPERATORS, (entry, { params, form }) =>
      form === 'ref' ? { ...entry, href: new Href(['consultas', params['mail'] ?? '']) } : entry,
    ),
  }),
  wrong('operators of another agency are listed', 'AGE-01 AGE-13', 'They are those of the agency.', {
    mistake: changeDocument(OPERATORS, (document) => ({
      ...document,
      _entries: [...entriesIn(document), ...entriesIn(document).slice(0, 1)],
    })),
  }),
  wrong('the edited administrator is another one', 'AGE-03', 'The answer is the administrator.', {
    mistake: changeDocument(ADMINISTRATOR, (document, { world, params }) => {
      const other = world.agencies.get((params['mail'] ?? '').toLowerCase())?.operators[1]
      return 'Email' in document && other ? { ...document, Email: other.mail } : document
    }),
  }),
  ...(['Region', 'Ciudad'] as const).map((name) =>
    wrong(`a ${name} of any length`, 'AGE-03', `${name} has 200 characters at most.`, {
      mistake: changeBody(
        ADMINISTRATOR,
        textIn(name, (text) => (text.length > 200 ? PLACE[name] : text)),
      ),
    }),
  ),
  wrong('an empty Nombre is refused', 'AGE-03', 'Nombre has 0 to 50 characters.', {
    mistake: changeBody(
      ADMINISTRATOR,
      textIn('Nombre', (text) => (text === '' ? 5 : text)),
    ),
  }),
  wrong('names of agencies are trimmed to thirty', 'AGE-05', 'NombreComercial has up to 100.', {
    mistake: changeBody(
      RENAME,
      textIn('NombreComercial', (text) => (text.length > 100 ? text : text.slice(0, 30))),
    ),
  }),
  wrong('a renaming of the unknown is 200', 'AGE-05', 'What does not exist is not renamed.', {
    mistake: changeRefusalAt(RENAME, 404, () => ({
      status: 200,
      document: { AdminMail: 'x@y.example', _links: {} },
    })),
  }),
  wrong('the package shows another Pack in use', 'AGE-07 AGE-08', 'Pack is what was contracted.', {
    mistake: changeDocument(/productos$/, (document) => {
      const change = (level: unknown) => {
        const { Activas, Disponibles } = Object(level)
        return { Activas, Disponibles, Pack: Number(Activas) + Number(Disponibles) + 1 }
      }
      return { ...document, Alta: change(document['Alta']) }
    }),
  }),
  wrong('Pack shrinks with each listing', 'AGE-07 AGE-08', 'Pack is what was contracted.', {
    mistake: changeDocument(/productos$/, (document) =>
      Object.fromEntries(
        Object.entries(document).map(([name, level]) => {
          const { Activas, Disponibles } = Object(level)
          return name === '_links'
            ? [name, level]
            : [name, { Pack: Disponibles, Activas: 0, Disponibles, x: Activas }]
        }),
      ),
    ),
  }),
  wrong('the package counts the archived', 'AGE-08', 'Activas are those in use.', {
    mistake: {
      at: ARCHIVE,
      response: (answer, call) => {
        const found = answer.status < 300 ? publicationIn(call) : undefined
        const level = found?.sheet.Exposicion
        if (found && level) found.agency.drift[level] += 1
        return answer
      },
    },
  }),
  wrong('the search for a model ignores make', 'CAT-07', 'It is a model of that brand.', {
    mistake: changeDocument(/^GET modelos\/bestmatch/, (document, { world }) => {
      const other = world.catalogue.brands.find(({ name }) => name !== document['Marca'])
      return 'Marca' in document && other ? { ...document, Marca: other.name } : document
    }),
  }),
  wrong('the search for a brand takes a codename only', 'CAT-08 CAT-12', 'make takes names too.', {
    mistake: changeQuery(/^GET marcas\/bestmatch/, (query) => {
      if (/\s/.test(query.get('make') ?? '')) query.set('make', 'nada-de-esto')
    }),
  }),
  wrong('names with accents have no match', 'CAT-08 CAT-12', 'make takes the full name.', {
    mistake: changeQuery(/^GET (marcas|modelos)\/bestmatch/, (query) => {
      if (/[^\x20-\x7e]/.test(query.get('make') ?? '')) query.set('make', 'nada-de-esto')
    }),
  }),
  wrong('bodystyle is refused', 'CAT-07', 'bodystyle is a parameter.', {
    mistake: changeQuery(/^GET modelos\/bestmatch/, (query) => {
      if (query.has('bodystyle')) query.set('bodystyle', 'ninguna de estas')
    }),
  }),
  wrong('version 0 is the first', 'CAT-03', 'An unknown version is 404.', {
    mistake: {
      at: /^GET versiones/,
      request: (call) => {
        const { trims } = call.world.catalogue
        const isKnown = trims.some(({ id }) => String(id) === call.params['number'])
        return isKnown ? call : { ...call, params: { ...call.params, number: String(trims[0]?.id) } }
      },
    },
  }),
  wrong('a version of another brand', 'CAT-04', 'Marca is the brand of the version.', {
    mistake: changeDocument(/^GET (versiones|gamas)/, (document, { world }) =>
      'Marca' in document && 'Nombre' in document
        ? { ...document, Marca: world.catalogue.brands.find(({ name }) => name !== document['Marca'])?.name }
        : document,
    ),
  }),
  wrong('models of the list have no body styles', 'CAT-09 CAT-11', 'An entry is the model.', {
    mistake: changeEntries(/^GET lineas/, (entry) => ({ ...entry, Carrocerias: [] })),
  }),
  wrong('brands of the list have another name', 'CAT-09 CAT-11', 'An entry is the brand.', {
    mistake: changeEntries(
      /^GET fabricantes/,
      textIn('Nombre', (text) => text.toUpperCase().slice(0, 3)),
    ),
  }),
  wrong('refs of models lead to their brand', 'COM-06 CAT-09', 'A ref leads to its resource.', {
    mistake: changeDocument(/^GET modelos\/bestmatch/, (document, { world, form, query }) => {
      const brand = world.catalogue.brands.find(({ name }) => name === query.get('make'))
      return form === 'ref' && brand ? { ...document, href: new Href(brand.path) } : document
    }),
  }),
  ...(
    ['fabricantes', 'lineas', 'gamas', 'combustibles', 'siluetas', 'directorio', 'territorio'] as const
  ).map((path) =>
    wrong(`the list at ${path} fails`, 'CAT-11', 'The list answers.', {
      mistake: {
        at: new RegExp(`^GET ${path}`),
        response: () => ({ status: 500, text: 'Error', type: 'text/plain' }),
      },
    }),
  ),
  wrong('max of Secret one less', 'EVT-03', 'Secret has up to 256 characters.', {
    mistake: changeBody(
      HOOK,
      textIn('Secret', (text) => (text.length === 256 ? 5 : text)),
    ),
  }),
  wrong('an empty Description is refused', 'EVT-03', 'Description has 0 to 256 characters.', {
    mistake: changeBody(
      HOOK,
      textIn('Description', (text) => (text === '' ? 5 : text)),
    ),
  }),
  wrong('a configuration of one topic changes the others', 'EVT-02 EVT-03', 'A topic has its own.', {
    mistake: {
      at: HOOK,
      response: (answer, call) => {
        if (answer.status >= 300) return answer
        for (const hook of call.world.hooks.values())
          if (hook.app === call.app)
            hook.values = { ...hook.values, Description: bodyIn(call)['Description'] }
        return answer
      },
    },
  }),
  wrong('the second custom header takes the first name', 'EVT-03 COM-09', 'A header has its name.', {
    mistake: changeBody(HOOK, (body) => {
      const [one, two] = [body['HeaderCustom01'], body['HeaderCustom02']] as (Document | null | undefined)[]
      return one && two ? { ...body, HeaderCustom02: { ...two, Name: one['Name'] } } : body
    }),
  }),
  wrong('members of headers in lower case', 'COM-09 EVT-02', 'A header is Name and Value.', {
    mistake: changeDocument(/^(GET|PUT|POST) appnotificaciones\/:topic$/, (document) => {
      const low = (header: unknown) =>
        header ? { name: Object(header).Name, value: Object(header).Value } : null
      return { ...document, HeaderCustom01: low(document['HeaderCustom01']) }
    }),
  }),
  wrong('answers are text/html', 'COM-01', 'Bodies are JSON.', {
    mistake: {
      at: /^GET (operadores|consultas)/,
      response: (answer) => (answer.status === 200 ? { ...answer, type: 'text/html' } : answer),
    },
  }),
  wrong('writes answer text/plain', 'COM-01', 'Bodies are JSON.', {
    mistake: {
      at: /^(PUT|PATCH) publicaciones/,
      response: (answer) => (answer.status === 200 ? { ...answer, type: 'text/plain' } : answer),
    },
  }),
  wrong('templated is a text', 'COM-02', 'templated is true.', {
    mistake: changeDocument(
      /^GET $/,
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
  wrong('externalid finds nothing', 'PUB-38 INQ-05', 'Only those of the publication.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid')) query.set('externalid', `${query.get('externalid')} `)
    }),
  }),
]

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

/** Mistakes that others made in implementations of their own. */
const strangers: readonly WrongVariant[] = [
  wrong('the first character of a tag is not compared', 'PUB-34', 'Another tag is answered 412.', {
    mistake: {
      at: /^(PUT|PATCH) publicaciones/,
      request: (call) => {
        const found = publicationIn(call)
        const tag = found && publicationTag(call.world, found)
        const isAlike = tag !== undefined && call.headers['if-match']?.slice(2) === tag.slice(2)
        return isAlike ? { ...call, headers: { ...call.headers, 'if-match': tag } } : call
      },
    },
  }),
  wrong('the next page of inquiries is the same', 'INQ-04 COM-12', 'A client can follow links.', {
    mistake: changeDocument(INQUIRIES, ({ _links, ...document }) => {
      const links = _links as Document
      return {
        ...document,
        _links: { ...links, ...(links['siguiente'] ? { siguiente: links['self'] } : {}) },
      }
    }),
  }),
  wrong('the year of a known version is its own', 'PUB-11', 'It may be that of the registration.', {
    mistake: changeStoredAndShown(CREATE, (_, call) => {
      const { Version, VersionYear } = bodyIn(call)
      return String(Version).includes('/v3/') ? { VersionYear: Number(VersionYear) + 1 } : {}
    }),
  }),
  wrong('an empty page of inquiries has no links', 'COM-03 INQ-04', 'Every collection has _links.', {
    mistake: changeDocument(INQUIRIES, (document) =>
      entriesIn(document).length === 0 ? withoutLinks(document) : document,
    ),
  }),
  wrong('an archived listing has no links', 'COM-03 PUB-02', 'Every resource in full has _links.', {
    mistake: changeDocument(EVERY, (document, call) =>
      publicationIn(call)?.phase === 'archived' ? withoutLinks(document) : document,
    ),
  }),
  wrong('catalogue inquiries are not found', 'INQ-01', 'An inquiry that is listed can be read.', {
    mistake: {
      at: INQUIRY,
      response: (answer) =>
        (answer.document as Document | undefined)?.['TipoAnuncio'] === 'catalogo'
          ? { status: 404, text: 'No.', type: 'text/plain' }
          : answer,
    },
  }),
  wrong('an edit renames everybody', 'AGE-03', 'It edits the data of the administrator.', {
    mistake: {
      at: /operadores/,
      response: (answer, call) => {
        const { Nombre } = bodyIn(call)
        if (Nombre !== undefined && answer.status < 300) memoryOf(call).set('name', Nombre)
        const name = memoryOf(call).get('name')
        const document: Document = Object(answer.document)
        const entries = entriesIn(document).map((entry) => ({ ...entry, Nombre: name }))
        return name && entries.length > 0
          ? { ...answer, document: { ...document, _entries: entries } }
          : answer
      },
    },
  }),
  wrong('the region of the administrator is shown as it was sent', 'COM-08 AGE-03', 'It is a name.', {
    mistake: {
      at: /operadores/,
      response: (answer, call) => {
        const { Region } = bodyIn(call)
        if (Region !== undefined && answer.status < 300) memoryOf(call).set('region', Region)
        return { ...answer, document: withRegion(answer.document, call) }
      },
    },
  }),
]

const withoutLinks = ({ _links: _, ...document }: Document): Document => document

const withRegion = (shown: unknown, call: Call): unknown => {
  const Region = memoryOf(call).get('region')
  const document: Document = Object(shown)
  const entries = entriesIn(document).map((entry) =>
    entry['EsAdministradorAgencia'] === true && Region !== undefined
      ? { ...entry, Direcciones: [{ ...Object(entry['Direcciones'])[0], Region }] }
      : entry,
  )
  return entries.length > 0 ? { ...document, _entries: entries } : shown
}

/** Mistakes, sentence by sentence. */
export const WRONG_FOURTH: readonly WrongVariant[] = [
  ...refusals,
  ...missing,
  ...tags,
  ...publications,
  ...inquiries,
  ...others,
  ...strangers,
]
