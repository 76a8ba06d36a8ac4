import type { Sheet } from '../../world.ts'
import {
  changeBody,
  changeDocument,
  changeStored,
  changeStoredAndShown,
  memoryOf,
  publicationIn,
} from '../interceptors.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const CREATE = /^POST publicaciones/
const READ = /^GET publicaciones/
const PUT = /^PUT publicaciones/
const PATCH = /^PATCH publicaciones\/:mail\/:id$/
const SUSPEND = /suspender$/
const ARCHIVE = /archivar$/
const EVERY = /^(POST|GET|PUT|PATCH) publicaciones/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const swapped = (one: keyof Sheet, other: keyof Sheet) => (body: Record<string, unknown>) => ({
  ...body,
  ...(one in body && other in body ? { [one]: body[other], [other]: body[one] } : {}),
})

/** Mistakes in what a creation or an edit makes of its values. */
const values: readonly WrongVariant[] = [
  wrong('create swaps Adelanto and Cuota', 'PUB-01', 'A creation stores what it was sent.', {
    mistake: changeBody(CREATE, swapped('Adelanto', 'Cuota')),
  }),
  wrong('PUT swaps Adelanto and Cuota', 'PUB-21', 'A full edit stores what it was sent.', {
    mistake: changeBody(PUT, swapped('Adelanto', 'Cuota')),
  }),
  wrong('PATCH of a price clears the other amounts', 'PUB-28', 'A partial edit changes what it was sent.', {
    mistake: changeBody(PATCH, (body) =>
      'Precio' in body ? { Adelanto: null, Cuota: null, ...body } : body,
    ),
  }),
  wrong('PATCH of state and price changes the state only', 'PUB-28', 'A partial edit edits each member.', {
    mistake: changeBody(PATCH, ({ Precio, ...body }) => ('Activa' in body ? body : { ...body, Precio })),
  }),
  wrong('PATCH also edits RefStock', 'PUB-28', 'Only four members are edited.', {
    mistake: changeStoredAndShown(PATCH, ({ sheet }, { body }) =>
      body.kind === 'value' && 'RefStock' in (body.value as object)
        ? { RefStock: (body.value as Record<string, unknown>)['RefStock'] }
        : { RefStock: sheet.RefStock },
    ),
  }),
  wrong('letters outside the BMP are lost', 'PUB-04', 'A text is stored as it was sent.', {
    mistake: changeBody(EVERY, (body) => ({
      ...body,
      ...(textOf(body['Descripcion'])
        ? { Descripcion: textOf(body['Descripcion']).replace(/[\u{10000}-\u{10ffff}]/gu, '?') }
        : {}),
    })),
  }),
  wrong('letters with accents are lost in edits', 'PUB-21', 'A text is stored as it was sent.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(textOf(body['Descripcion'])
        ? { Descripcion: textOf(body['Descripcion']).replace(/[\u0080-\u{10ffff}]/gu, '?') }
        : {}),
    })),
  }),
  wrong('long descriptions are cut at 1000', 'PUB-04', 'A description has up to 2000 characters.', {
    mistake: changeBody(EVERY, (body) => ({
      ...body,
      ...(textOf(body['Descripcion']) ? { Descripcion: textOf(body['Descripcion']).slice(0, 1000) } : {}),
    })),
  }),
  wrong('a description beyond 2000 is cut', 'PUB-04', 'A description has up to 2000 characters.', {
    mistake: changeBody(EVERY, (body) => ({
      ...body,
      ...(textOf(body['Descripcion']) ? { Descripcion: textOf(body['Descripcion']).slice(0, 2000) } : {}),
    })),
  }),
  wrong('long ids are cut at 100', 'PUB-03', 'An id has up to 255 characters.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ExternalId: textOf(body['ExternalId']).slice(0, 100),
    })),
  }),
  wrong('ids with a space', 'PUB-03', 'Only characters valid in a path segment.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ExternalId: textOf(body['ExternalId']).replace(/ /g, ''),
    })),
  }),
  wrong('ids with a slash', 'PUB-03', 'Only characters valid in a path segment.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ExternalId: textOf(body['ExternalId']).replace(/[/?#]/g, ''),
    })),
  }),
  wrong('mileage in thousands', 'PUB-14', 'A mileage is stored as it was sent.', {
    mistake: changeBody(/^(POST|PUT) publicaciones/, (body) => ({
      ...body,
      ...(typeof body['Kilometraje'] === 'number'
        ? { Kilometraje: Math.floor(body['Kilometraje'] / 1000) * 1000 }
        : {}),
    })),
  }),
  wrong('PUT ignores bounds of numbers', 'PUB-21', 'Bounds are those of a creation.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(Number(body['Kilometraje']) > 999_000 ? { Kilometraje: 999_000 } : {}),
      ...(Number(body['VersionYear']) > 2050 ? { VersionYear: 2050 } : {}),
    })),
  }),
  wrong('PUT ignores lengths', 'PUB-21', 'Bounds are those of a creation.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(textOf(body['RefStock']) ? { RefStock: textOf(body['RefStock']).slice(0, 25) } : {}),
      ...(textOf(body['Descripcion']) ? { Descripcion: textOf(body['Descripcion']).slice(0, 2000) } : {}),
    })),
  }),
  wrong('PUT does not check the Vin', 'PUB-21 PUB-05', 'Bounds are those of a creation.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(textOf(body['Vin'])
        ? { Vin: textOf(body['Vin']).replace(/[IOQ]/gi, '1').padEnd(17, '1').slice(0, 17) }
        : {}),
    })),
  }),
  wrong('PUT takes more than fifty items', 'PUB-16 PUB-21', 'At most 50 items.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(Array.isArray(body['DatosTecnicosCustom'])
        ? { DatosTecnicosCustom: body['DatosTecnicosCustom'].slice(0, 50) }
        : {}),
    })),
  }),
  wrong('PUT takes an empty colour', 'PUB-15 PUB-21', 'A colour has at least one character.', {
    mistake: changeBody(PUT, ({ Color, ...body }) => (Color === '' ? body : { ...body, Color })),
  }),
  wrong('only the first photo is kept', 'PUB-17', 'Fotos is the list that was sent.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ...(Array.isArray(body['Fotos']) ? { Fotos: body['Fotos'].slice(0, 1) } : {}),
    })),
  }),
  wrong('PUT appends photos', 'PUB-21 PUB-25', 'Another number of photos replaces them.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      Fotos:
        before && before.sheet.Fotos.length !== sheet.Fotos.length
          ? [...before.sheet.Fotos, ...sheet.Fotos]
          : sheet.Fotos,
    })),
  }),
  wrong('PUT only takes more photos', 'PUB-25', 'Another number of photos replaces them.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      Fotos: before && before.sheet.Fotos.length > sheet.Fotos.length ? before.sheet.Fotos : sheet.Fotos,
    })),
  }),
  wrong('create ignores the level', 'PUB-07', 'An available level is used.', {
    mistake: changeBody(CREATE, ({ Exposicion: _, ...body }) => body),
  }),
  wrong('create ignores the operator', 'PUB-08', 'A listing has the operator that was named.', {
    mistake: changeBody(CREATE, ({ OperadorResponsable: _, ...body }) => body),
  }),
  wrong('create ignores the phone', 'PUB-19', 'A listing has the phone that was sent.', {
    mistake: changeBody(CREATE, ({ Telefono: _, ...body }) => body),
  }),
  wrong('no phone where none was sent', 'PUB-19', 'Null means one of the current phones.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, { body }) => ({
      Telefono: body.kind === 'value' && (body.value as Sheet).Telefono ? sheet.Telefono : null,
    })),
  }),
  wrong('PUT gives the phone of the administrator', 'PUB-24', 'It is one of the responsible operator.', {
    mistake: changeStoredAndShown(PUT, ({ sheet, agency }, { body }) => ({
      Telefono:
        body.kind === 'value' && (body.value as Sheet).Telefono
          ? sheet.Telefono
          : (agency.operators.find(({ isAdministrator }) => isAdministrator)?.phones[0] ?? null),
    })),
  }),
  wrong('create shows the brand as it was sent', 'PUB-09', 'Answers show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, { body }) => ({
      Marca: body.kind === 'value' ? (body.value as Sheet).Marca : sheet.Marca,
    })),
  }),
  wrong('create shows the model as it was sent', 'PUB-09', 'Answers show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, { body }) => ({
      Modelo: body.kind === 'value' ? (body.value as Sheet).Modelo : sheet.Modelo,
    })),
  }),
  wrong('create shows the fuel as it was sent', 'PUB-13', 'Answers show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, { body }) => ({
      Propulsion: body.kind === 'value' ? (body.value as Sheet).Propulsion : sheet.Propulsion,
    })),
  }),
  wrong('Automática becomes Manual', 'PUB-12', 'The gearbox is the one that was sent.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ...(/^a/i.test(textOf(body['Transmision'])) ? { Transmision: 'Manual' } : {}),
    })),
  }),
  wrong('equipment of an unknown version is dropped', 'PUB-16', 'It is used when the version is unknown.', {
    mistake: changeBody(/^(POST|PUT) publicaciones/, ({ DatosTecnicosCustom: _, ...body }) => body),
  }),
  wrong('sent equipment shown for a known version', 'PUB-16', 'The service’s own data is used.', {
    mistake: changeStoredAndShown(CREATE, ({ sheet }, { body }) => ({
      DatosTecnicosCustom:
        body.kind === 'value' && Array.isArray((body.value as Sheet).DatosTecnicosCustom)
          ? (body.value as Sheet).DatosTecnicosCustom
          : sheet.DatosTecnicosCustom,
    })),
  }),
  wrong('PUT keeps the city', 'PUB-21', 'A full edit edits Locacion.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      Locacion: sheet.Locacion && { ...sheet.Locacion, Ciudad: before?.sheet.Locacion?.Ciudad ?? null },
    })),
  }),
  wrong('PUT keeps the street', 'PUB-21', 'A full edit edits Locacion.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      Locacion: sheet.Locacion && { ...sheet.Locacion, Direccion: before?.sheet.Locacion?.Direccion ?? null },
    })),
  }),
  wrong('the certificate cannot be taken away', 'PUB-21 PUB-18', 'A full edit edits it.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, _call, before) => ({
      CertificadoDeGarantiaUsado:
        sheet.CertificadoDeGarantiaUsado ?? before?.sheet.CertificadoDeGarantiaUsado ?? null,
    })),
  }),
  wrong('create never shows the certificate', 'PUB-18', 'It is shown on the publication.', {
    mistake: changeStoredAndShown(CREATE, () => ({ CertificadoDeGarantiaUsado: null })),
  }),
  wrong('PUT edits Marca', 'PUB-27', 'Marca is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, { body }) => ({
      Marca: (body.kind === 'value' && (body.value as Sheet).Marca) || sheet.Marca,
    })),
  }),
  wrong('PUT edits Transmision', 'PUB-27', 'Transmision is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ sheet }, { body }) => ({
      Transmision: (body.kind === 'value' && (body.value as Sheet).Transmision) || sheet.Transmision,
    })),
  }),
  wrong('an unknown operator in PUT is refused', 'PUB-23', 'One not admitted leaves the old one.', {
    mistake: {
      at: PUT,
      response: (answer, call) => {
        const sent =
          call.body.kind === 'value' ? (call.body.value as Partial<Sheet>).OperadorResponsable : null
        const known = publicationIn(call)?.agency.operators.some(({ mail }) => mail === sent)
        const document = { Type: 'https://x.example/400', Title: 'No', Status: 400, Detail: 'No' }
        const more = { Instance: call.path, Extensions: {}, Errors: { OperadorResponsable: ['No es.'] } }
        return sent && !known && answer.status === 200
          ? { status: 400, document: { ...document, ...more } }
          : answer
      },
    },
  }),
]

/** Mistakes in states, tags and answers. */
const states: readonly WrongVariant[] = [
  wrong('a tag for each second', 'PUB-33', 'The tag changes when the listing does.', {
    mistake: {
      at: EVERY,
      request: (call) => {
        const { 'if-match': _, ...headers } = call.headers
        return { ...call, headers }
      },
      response: (answer) => {
        const tag = answer.headers?.['ETag']
        if (typeof tag !== 'string' || answer.status >= 400) return answer
        const serial = /\d+/.exec(tag)?.[0]
        return {
          ...answer,
          headers: { ...answer.headers, ETag: `"${serial}-${Math.floor(Date.now() / 1000)}"` },
        }
      },
    },
  }),
  wrong('the tag ignores Descripcion', 'PUB-33', 'The tag changes when the listing does.', {
    mistake: {
      at: PUT,
      before: (call) => {
        const found = publicationIn(call)
        return found && { sheet: found.sheet, revision: found.revision }
      },
      response: (answer, call, before) => {
        const found = publicationIn(call)
        const { sheet, revision } = (before ?? {}) as { sheet?: Sheet; revision?: number }
        if (!found || !sheet || revision === undefined || answer.status !== 200) return answer
        const alike = { ...found.sheet, Descripcion: sheet.Descripcion }
        if (JSON.stringify(alike) !== JSON.stringify(sheet)) return answer
        found.revision = revision
        return { ...answer, headers: { ETag: `"${found.serial}-${revision}"` } }
      },
    },
  }),
  ...(
    [
      [CREATE, 'create', 'PUB-01'],
      [READ, 'GET', 'PUB-20'],
      [PATCH, 'PATCH', 'PUB-28'],
      [SUSPEND, 'suspender', 'PUB-29'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} without ETag`, `${id} PUB-33`, 'Every success carries ETag.', {
      mistake: {
        at,
        response: (answer) => ({
          ...answer,
          headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([key]) => key !== 'ETag')),
        }),
      },
    }),
  ),
  wrong('the ref form without ETag', 'PUB-33 ERR-10', 'Every success carries ETag.', {
    mistake: {
      at: READ,
      response: (answer, { form }) =>
        form === 'ref' && answer.status === 200 ? { ...answer, headers: {} } : answer,
    },
  }),
  ...(
    [
      [PUT, 'PUT', 'PUB-21'],
      [PATCH, 'PATCH', 'PUB-28'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} ignores If-Match`, `PUB-34 ${id}`, 'A tag that does not match is 412.', {
      mistake: {
        at,
        request: (call) => ({ ...call, headers: { ...call.headers, 'if-match': '*' } }),
      },
    }),
  ),
  wrong('the tag before a suspension still counts', 'PUB-34', 'A tag that does not match is 412.', {
    mistake: {
      at: /^(PUT|PATCH) publicaciones/,
      request: (call) => {
        const old = memoryOf(call).get(`tag ${call.params['id']}`)
        const isOld = old !== undefined && old === call.headers['if-match']
        return isOld ? { ...call, headers: { ...call.headers, 'if-match': '*' } } : call
      },
      before: (call) => {
        const found = SUSPEND.test(call.path) ? publicationIn(call) : undefined
        if (found) memoryOf(call).set(`tag ${call.params['id']}`, `"${found.serial}-${found.revision}"`)
      },
    },
  }),
  wrong('create answers 200', 'PUB-01', 'A creation answers 201.', {
    mistake: {
      at: CREATE,
      response: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
    },
  }),
  wrong('create without Location', 'PUB-01', 'A creation answers Location.', {
    mistake: {
      at: CREATE,
      response: (answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers ?? {}).filter(([key]) => key !== 'Location'),
        ),
      }),
    },
  }),
  ...(
    [
      [PUT, 'PUT', 'PUB-21'],
      [PATCH, 'PATCH', 'PUB-28'],
      [SUSPEND, 'suspender', 'PUB-29'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} answers 204`, id, 'It answers 200 with the listing.', {
      mistake: {
        at,
        response: ({ headers = {}, ...answer }) =>
          answer.status === 200 ? { status: 204, headers } : { ...answer, headers },
      },
    }),
  ),
  ...(
    [
      [PUT, 'PUT'],
      [PATCH, 'PATCH'],
      [SUSPEND, 'suspender'],
      [ARCHIVE, 'archivar'],
    ] as const
  ).map(([at, name]) =>
    wrong(`${name} answers in full always`, 'COM-10', 'Accept chooses the ref form.', {
      mistake: { at, request: (call) => ({ ...call, form: 'full' }) },
    }),
  ),
  wrong('suspender archives', 'PUB-29', 'Suspended is not archived.', {
    mistake: changeStored(SUSPEND, (publication) => {
      publication.phase = 'archived'
    }),
  }),
  wrong('archivar only suspends', 'PUB-30 PUB-31', 'Archived is final.', {
    mistake: changeStored(ARCHIVE, (publication) => {
      publication.phase = 'suspended'
    }),
  }),
  wrong('Activa in capitals', 'PUB-36', 'The state is Activa.', {
    mistake: changeDocument(EVERY, (document) => ({
      ...document,
      EstadoActual: document['EstadoActual'] === 'Activa' ? 'ACTIVA' : document['EstadoActual'],
    })),
  }),
  wrong('a refused PATCH suspends all the same', 'PUB-28 PUB-34', 'What is refused changes nothing.', {
    mistake: {
      at: PATCH,
      response: (answer, call) => {
        const found = publicationIn(call)
        const sent = call.body.kind === 'value' ? (call.body.value as { Activa?: unknown }) : {}
        if (answer.status === 400 && sent?.Activa === false && found?.phase === 'active') {
          found.phase = 'suspended'
          found.revision += 1
        }
        return answer
      },
    },
  }),
  wrong('a title without the year', 'PUB-02', 'A title has brand, model, trim and year.', {
    mistake: changeDocument(EVERY, (document, { form }) =>
      form === 'ref'
        ? {
            ...document,
            title: textOf(document['title'])
              .replace(/\b(19|20)\d\d\b/, '')
              .trim(),
          }
        : document,
    ),
  }),
  wrong('a title without the trim', 'PUB-02', 'A title has brand, model, trim and year.', {
    mistake: changeDocument(EVERY, (document, call) => {
      const version = publicationIn(call)?.sheet.Version
      return call.form === 'ref' && version
        ? { ...document, title: textOf(document['title']).replace(version, '').replace('  ', ' ') }
        : document
    }),
  }),
  wrong('Consultas leads to all inquiries', 'PUB-38', 'It leads to the inquiries of the listing.', {
    mistake: changeDocument(EVERY, (document, call) => {
      const { href } =
        (document['Consultas'] as { _links?: { contactos?: { href: { segments: string[] } } } })?._links
          ?.contactos ?? {}
      return href
        ? {
            ...document,
            Consultas: {
              _links: { contactos: { href: `${call.world.origin}/v3/${href.segments.join('/')}` } },
            },
          }
        : document
    }),
  }),
]

/** Further mistakes about listings. */
export const WRONG_NEW_PUBLICATIONS: readonly WrongVariant[] = [...values, ...states]
