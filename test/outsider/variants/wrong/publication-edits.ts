import type { Members } from '../../world.ts'
import { bodyIn, swap, textOf } from '../document-edits.ts'
import { changeBody, changeStoredAndShown, memoryOf, publicationIn } from '../interceptors.ts'
import { PATCH, PUT } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const EDITABLE = [
  'RefStock',
  'Vin',
  'Exposicion',
  'OperadorResponsable',
  'VersionYear',
  'Kilometraje',
  'Color',
  'Descripcion',
  'DatosTecnicosCustom',
  'Precio',
  'Adelanto',
  'Cuota',
  'Fotos',
  'CertificadoDeGarantiaUsado',
  'Locacion',
  'Telefono',
]

const ignoredByPut = EDITABLE.map((member) =>
  wrong(`PUT ignores ${member}`, 'PUB-21', `A full edit edits ${member}.`, { putIgnores: [member] }),
)

const ignoredByPatch = ['Precio', 'Adelanto', 'Cuota', 'Activa'].map((member) =>
  wrong(`PATCH ignores ${member}`, 'PUB-28', `A partial edit edits ${member}.`, { patchIgnores: [member] }),
)

/** Edits that lose, change or refuse sent members, or change more. */
export const WRONG_PUBLICATION_EDITS: readonly WrongVariant[] = [
  ...ignoredByPut,
  ...ignoredByPatch,
  wrong('edits keep the currency', 'PUB-21 PUB-28', 'An amount has its currency.', { ignoresCurrency: true }),
  wrong('PUT edits Version', 'PUB-27', 'Version is not editable.', { uneditableEdited: true }),
  wrong('PUT touches RefStock', 'PUB-21', 'An edit changes the members that it sends.', {
    editChangesToo: { on: 'put', member: 'RefStock' },
  }),
  wrong('PATCH touches Descripcion', 'PUB-28', 'A partial edit changes four members only.', {
    editChangesToo: { on: 'patch', member: 'Descripcion' },
  }),
  wrong('PATCH touches Fotos', 'PUB-28', 'A partial edit changes four members only.', {
    editChangesToo: { on: 'patch', member: 'Fotos' },
  }),
  wrong('photos changed at the same count', 'PUB-25', 'The same number of photos changes nothing.', {
    photosFault: 'sameCount',
  }),
  wrong('photos never changed', 'PUB-21 PUB-25', 'Another number of photos replaces them.', {
    photosFault: 'neverChanged',
  }),
  wrong('PUT stores an unknown operator', 'PUB-23', 'One not admitted leaves the old one.', {
    operatorFault: 'unknownStored',
  }),
  wrong('PUT without operator gives the administrator', 'PUB-23', 'Null leaves the old one.', {
    operatorFault: 'nullReplaces',
  }),
  wrong('PUT takes any phone', 'PUB-24', 'Telefono matches one of the phones.', { phoneFault: 'anyPut' }),
  wrong('PUT takes part of a phone', 'PUB-24', 'Telefono matches completely.', { phoneFault: 'partPut' }),
  wrong('PUT without phone clears it', 'PUB-24', 'Null means one of the current phones.', {
    phoneFault: 'nullClears',
  }),
  wrong('ISO code of a region refused', 'PUB-26', 'PUT accepts an ISO-style code.', {
    placeFault: 'isoRefused',
  }),
  wrong('PUT swaps Adelanto and Cuota', 'PUB-21', 'A full edit stores the members as sent.', {
    mistake: changeBody(PUT, swap('Adelanto', 'Cuota')),
  }),
  wrong(
    'PATCH of a price clears the other amounts',
    'PUB-28',
    'A partial edit changes the members that it sends.',
    {
      mistake: changeBody(PATCH, (body) =>
        'Precio' in body ? { Adelanto: null, Cuota: null, ...body } : body,
      ),
    },
  ),
  wrong('PATCH of state and price changes the state only', 'PUB-28', 'A partial edit edits each member.', {
    mistake: changeBody(PATCH, ({ Precio, ...body }) => ('Activa' in body ? body : { ...body, Precio })),
  }),
  wrong('PATCH also edits RefStock', 'PUB-28', 'Only four members are edited.', {
    mistake: changeStoredAndShown(PATCH, ({ members }, { body }) =>
      body.kind === 'value' && 'RefStock' in (body.value as object)
        ? { RefStock: (body.value as Record<string, unknown>)['RefStock'] }
        : { RefStock: members.RefStock },
    ),
  }),
  wrong('letters with accents are lost in edits', 'PUB-21', 'A text is stored as it was sent.', {
    mistake: changeBody(PUT, (body) => ({
      ...body,
      ...(textOf(body['Descripcion'])
        ? { Descripcion: textOf(body['Descripcion']).replace(/[\u0080-\u{10ffff}]/gu, '?') }
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
  wrong('PUT appends photos', 'PUB-21 PUB-25', 'Another number of photos replaces them.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      Fotos:
        before && before.members.Fotos.length !== members.Fotos.length
          ? [...before.members.Fotos, ...members.Fotos]
          : members.Fotos,
    })),
  }),
  wrong('PUT only takes more photos', 'PUB-25', 'Another number of photos replaces them.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      Fotos:
        before && before.members.Fotos.length > members.Fotos.length ? before.members.Fotos : members.Fotos,
    })),
  }),
  wrong('PUT gives the phone of the administrator', 'PUB-24', 'It is one of the responsible operator.', {
    mistake: changeStoredAndShown(PUT, ({ members, agency }, { body }) => ({
      Telefono:
        body.kind === 'value' && (body.value as Members).Telefono
          ? members.Telefono
          : (agency.operators.find(({ isAdministrator }) => isAdministrator)?.phones[0] ?? null),
    })),
  }),
  wrong('PUT keeps the city', 'PUB-21', 'A full edit edits Locacion.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      Locacion: members.Locacion && { ...members.Locacion, Ciudad: before?.members.Locacion?.Ciudad ?? null },
    })),
  }),
  wrong('PUT keeps the street', 'PUB-21', 'A full edit edits Locacion.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      Locacion: members.Locacion && {
        ...members.Locacion,
        Direccion: before?.members.Locacion?.Direccion ?? null,
      },
    })),
  }),
  wrong('the certificate cannot be taken away', 'PUB-21 PUB-18', 'A full edit edits it.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      CertificadoDeGarantiaUsado:
        members.CertificadoDeGarantiaUsado ?? before?.members.CertificadoDeGarantiaUsado ?? null,
    })),
  }),
  wrong('PUT edits Marca', 'PUB-27', 'Marca is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ members }, { body }) => ({
      Marca: (body.kind === 'value' && (body.value as Members).Marca) || members.Marca,
    })),
  }),
  wrong('PUT edits Transmision', 'PUB-27', 'Transmision is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ members }, { body }) => ({
      Transmision: (body.kind === 'value' && (body.value as Members).Transmision) || members.Transmision,
    })),
  }),
  wrong('an unknown operator in PUT is refused', 'PUB-23', 'One not admitted leaves the old one.', {
    mistake: {
      at: PUT,
      response: (answer, call) => {
        const sent =
          call.body.kind === 'value' ? (call.body.value as Partial<Members>).OperadorResponsable : null
        const known = publicationIn(call)?.agency.operators.some(({ mail }) => mail === sent)
        const document = { Type: 'https://x.example/400', Title: 'No', Status: 400, Detail: 'No' }
        const more = { Instance: call.path, Extensions: {}, Errors: { OperadorResponsable: ['No es.'] } }
        return sent && !known && answer.status === 200
          ? { status: 400, document: { ...document, ...more } }
          : answer
      },
    },
  }),
  wrong('PATCH clears the amounts that it does not name', 'PUB-28', 'It changes the members that it sends.', {
    mistake: changeBody(PATCH, (body) => ({ Precio: null, Adelanto: null, Cuota: null, ...body })),
  }),
  wrong('PUT adds the mileage', 'PUB-21', 'The mileage is the one that was sent.', {
    mistake: changeStoredAndShown(PUT, ({ members }, _call, before) => ({
      Kilometraje: (before?.members.Kilometraje ?? 0) + (members.Kilometraje ?? 0),
    })),
  }),
  wrong('PATCH edits the mileage', 'PUB-28', 'PATCH edits amounts and state only.', {
    mistake: changeStoredAndShown(PATCH, (found, call) => {
      const { Kilometraje } = bodyIn(call)
      return { Kilometraje: typeof Kilometraje === 'number' ? Kilometraje : found.members.Kilometraje }
    }),
  }),
  wrong('PATCH edits the description', 'PUB-28', 'PATCH edits amounts and state only.', {
    mistake: changeStoredAndShown(PATCH, (found, call) => {
      const { Descripcion } = bodyIn(call)
      return { Descripcion: typeof Descripcion === 'string' ? Descripcion : found.members.Descripcion }
    }),
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
      return { Color: typeof Color === 'string' ? Color : found.members.Color }
    }),
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
        found.members = { ...found.members, Telefono: phone }
        return 'Telefono' in Object(answer.document)
          ? { ...answer, document: { ...Object(answer.document), Telefono: phone } }
          : answer
      },
    },
  }),
  wrong('PUT with null photos clears them', 'PUB-21 PUB-17', 'The photos of a used car stay.', {
    mistake: changeStoredAndShown(PUT, ({ members }, call) => ({
      Fotos: bodyIn(call)['Fotos'] === null ? [] : members.Fotos,
    })),
  }),
  wrong('PUT edits the model', 'PUB-27', 'Modelo is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ members }, call) => {
      const { Modelo } = bodyIn(call)
      return { Modelo: typeof Modelo === 'string' ? Modelo : members.Modelo }
    }),
  }),
  wrong('PUT edits the fuel', 'PUB-27', 'Propulsion is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ members }, call) => {
      const { Propulsion } = bodyIn(call)
      return { Propulsion: typeof Propulsion === 'string' ? Propulsion : members.Propulsion }
    }),
  }),
  wrong('PUT renames the listing', 'PUB-27', 'ExternalId is not editable.', {
    mistake: changeStoredAndShown(PUT, ({ members }, call) => {
      const { ExternalId } = bodyIn(call)
      return { ExternalId: typeof ExternalId === 'string' ? ExternalId : members.ExternalId }
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
]
