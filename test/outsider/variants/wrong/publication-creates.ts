import type { Members } from '../../world.ts'
import { amountsIn, bodyIn, type Document, swap, textIn, textOf, withoutAccents } from '../document-edits.ts'
import { changeBody, changeDocument, changeStoredAndShown, memoryOf } from '../interceptors.ts'
import { CREATE, CREATE_OR_PUT, PUBLICATION, WRITES } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const MADE = ['RefStock', 'Vin', 'Color', 'Descripcion', 'Precio', 'Adelanto', 'Cuota', 'Locacion']

const ignoredByCreate = MADE.map((member) =>
  wrong(`create ignores ${member}`, 'PUB-01', `A creation stores ${member}.`, { createIgnores: [member] }),
)

const swappedPlace = (document: Document, name: string): Document => {
  const place = document[name]
  if (typeof place !== 'object' || place === null) return document
  const { Region, Ciudad, ...rest } = place as Document
  return { ...document, [name]: { ...rest, Region: Ciudad, Ciudad: Region } }
}

/** Creations that lose, change or refuse sent members. */
export const WRONG_PUBLICATION_CREATES: readonly WrongVariant[] = [
  ...ignoredByCreate,
  wrong('amounts in thousands', 'PUB-01 COM-07', 'The amount is the one that was sent.', {
    amountFault: 'rounds',
  }),
  wrong('no amount becomes zero', 'COM-07', 'An amount that was not given is null.', { amountFault: 'zero' }),
  wrong('long colour refused', 'PUB-15', 'A long Color is cut, not refused.', { colorFault: 'refused' }),
  wrong('long colour kept', 'PUB-15', 'A Color is cut at 50 characters.', { colorFault: 'whole' }),
  wrong('colour cut at 49', 'PUB-15', 'A Color is cut at 50 characters.', { colorFault: 'short' }),
  wrong('Vin with I, O and Q', 'PUB-05', 'A Vin obeys ISO 3779.', { vinFault: 'letters' }),
  wrong('Vin of any signs', 'PUB-05', 'A Vin obeys ISO 3779.', { vinFault: 'unchecked' }),
  wrong('used cars without photos', 'PUB-17', 'Photos are mandatory for used cars.', {
    photosFault: 'usedWithout',
  }),
  wrong('no car with zero kilometres', 'PUB-14', 'A new car may have 0.', { mileageFault: 'zeroNever' }),
  wrong('unknown version replaced', 'PUB-10', 'The supplied name is kept.', { trimFault: 'replaced' }),
  wrong('unknown version dropped', 'PUB-10', 'The supplied name is kept.', { trimFault: 'dropped' }),
  wrong('create without operator gives another', 'PUB-08', 'Null means the administrator.', {
    operatorFault: 'nullOther',
  }),
  wrong('no exposure gives the lowest', 'PUB-07', 'Null gives the best level.', { levelFault: 'lowest' }),
  wrong(
    'exposure that is not free refused',
    'PUB-07',
    'An unavailable level gives the best one.',
    { levelFault: 'refused' },
    { packs: { Alta: 1, Media: 1, Baja: 3 } },
  ),
  wrong(
    'levels overflow',
    'AGE-09',
    'Listings of a level stay within Pack.',
    { levelFault: 'overfull' },
    { packs: { Alta: 1, Media: 1, Baja: 3 } },
  ),
  wrong('exposure of any word', 'PUB-07', 'There are three levels.', { levelFault: 'anyWord' }),
  wrong('two listings of one id', 'PUB-35', 'An ExternalId names one listing.', {
    uniqueFault: 'duplicates',
  }),
  wrong('two listings whose ids differ by case', 'PUB-03 PUB-35', 'Case has no meaning.', {
    uniqueFault: 'caseTwins',
  }),
  wrong('ids taken by another agency', 'PUB-35', 'An id names a listing within its agency.', {
    uniqueFault: 'acrossAgencies',
  }),
  wrong('create swaps Adelanto and Cuota', 'PUB-01', 'A creation stores the members as sent.', {
    mistake: changeBody(CREATE, swap('Adelanto', 'Cuota')),
  }),
  wrong('letters outside the BMP are lost', 'PUB-04', 'A text is stored as it was sent.', {
    mistake: changeBody(PUBLICATION, (body) => ({
      ...body,
      ...(textOf(body['Descripcion'])
        ? { Descripcion: textOf(body['Descripcion']).replace(/[\u{10000}-\u{10ffff}]/gu, '?') }
        : {}),
    })),
  }),
  wrong('long descriptions are cut at 1000', 'PUB-04', 'A description has up to 2000 characters.', {
    mistake: changeBody(PUBLICATION, (body) => ({
      ...body,
      ...(textOf(body['Descripcion']) ? { Descripcion: textOf(body['Descripcion']).slice(0, 1000) } : {}),
    })),
  }),
  wrong('a description beyond 2000 is cut', 'PUB-04', 'A description has up to 2000 characters.', {
    mistake: changeBody(PUBLICATION, (body) => ({
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
    mistake: changeBody(CREATE_OR_PUT, (body) => ({
      ...body,
      ...(typeof body['Kilometraje'] === 'number'
        ? { Kilometraje: Math.floor(body['Kilometraje'] / 1000) * 1000 }
        : {}),
    })),
  }),
  wrong('only the first photo is kept', 'PUB-17', 'Fotos is the list that was sent.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ...(Array.isArray(body['Fotos']) ? { Fotos: body['Fotos'].slice(0, 1) } : {}),
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
    mistake: changeStoredAndShown(CREATE, ({ members }, { body }) => ({
      Telefono: body.kind === 'value' && (body.value as Members).Telefono ? members.Telefono : null,
    })),
  }),
  wrong('create shows the brand as it was sent', 'PUB-09', 'Responses show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ members }, { body }) => ({
      Marca: body.kind === 'value' ? (body.value as Members).Marca : members.Marca,
    })),
  }),
  wrong('create shows the model as it was sent', 'PUB-09', 'Responses show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ members }, { body }) => ({
      Modelo: body.kind === 'value' ? (body.value as Members).Modelo : members.Modelo,
    })),
  }),
  wrong('create shows the fuel as it was sent', 'PUB-13', 'Responses show the resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ members }, { body }) => ({
      Propulsion: body.kind === 'value' ? (body.value as Members).Propulsion : members.Propulsion,
    })),
  }),
  wrong('Automática becomes Manual', 'PUB-12', 'The gearbox is the one that was sent.', {
    mistake: changeBody(CREATE, (body) => ({
      ...body,
      ...(/^a/i.test(textOf(body['Transmision'])) ? { Transmision: 'Manual' } : {}),
    })),
  }),
  wrong('equipment of an unknown version is dropped', 'PUB-16', 'It is used when the version is unknown.', {
    mistake: changeBody(CREATE_OR_PUT, ({ DatosTecnicosCustom: _, ...body }) => body),
  }),
  wrong('sent equipment shown for a known version', 'PUB-16', 'The service’s own data is used.', {
    mistake: changeStoredAndShown(CREATE, ({ members }, { body }) => ({
      DatosTecnicosCustom:
        body.kind === 'value' && Array.isArray((body.value as Members).DatosTecnicosCustom)
          ? (body.value as Members).DatosTecnicosCustom
          : members.DatosTecnicosCustom,
    })),
  }),
  wrong('create never shows the certificate', 'PUB-18', 'It is shown on the publication.', {
    mistake: changeStoredAndShown(CREATE, () => ({ CertificadoDeGarantiaUsado: null })),
  }),
  wrong('descriptions without accents', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(CREATE_OR_PUT, textIn('Descripcion', withoutAccents)),
  }),
  wrong('descriptions on one line', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('Descripcion', (text) => text.replace(/\s+/g, ' ')),
    ),
  }),
  wrong('descriptions with character references', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeDocument(
      PUBLICATION,
      textIn('Descripcion', (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')),
    ),
  }),
  wrong('colours in capitals', 'PUB-15 PUB-01', 'A colour is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('Color', (text) => text.toUpperCase()),
    ),
  }),
  wrong('stock references in capitals', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('RefStock', (text) => text.toUpperCase()),
    ),
  }),
  wrong('stock references without zeros before them', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('RefStock', (text) => text.replace(/^0+/, '')),
    ),
  }),
  wrong('cuotas in the currency of the price', 'COM-07 PUB-01', 'An amount has its currency.', {
    mistake: changeBody(CREATE_OR_PUT, (body) => {
      const { Precio, Cuota } = body as Record<string, Document | undefined>
      return Precio && Cuota ? { ...body, Cuota: { ...Cuota, Moneda: Precio['Moneda'] } } : body
    }),
  }),
  wrong('create puts the place of the operator', 'PUB-01', 'A creation stores the place that was sent.', {
    mistake: changeStoredAndShown(CREATE, ({ agency }) => ({
      Locacion: agency.operators[0]?.places[0] ?? null,
    })),
  }),
  wrong('amounts above two milliards overflow', 'COM-07 PUB-01', 'Importe is the number that was sent.', {
    mistake: changeBody(
      WRITES,
      amountsIn((amount) => ({
        ...amount,
        Importe:
          typeof amount['Importe'] === 'number' && amount['Importe'] > 2_147_483_647
            ? 2_147_483_647
            : amount['Importe'],
      })),
    ),
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
    mistake: changeStoredAndShown(CREATE_OR_PUT, ({ members }) => ({
      DatosTecnicosCustom: [...members.DatosTecnicosCustom].reverse(),
    })),
  }),
  wrong('only one item of equipment', 'PUB-16', 'The equipment is the one that was sent.', {
    mistake: changeStoredAndShown(CREATE_OR_PUT, ({ members }) => ({
      DatosTecnicosCustom: members.DatosTecnicosCustom.slice(0, 1),
    })),
  }),
  wrong('photos in reverse order', 'PUB-17', 'The photos are those that were sent.', {
    mistake: changeStoredAndShown(CREATE, ({ members }) => ({ Fotos: [...members.Fotos].reverse() })),
  }),
  wrong('photos repeat', 'PUB-17', 'The photos are those that were sent.', {
    mistake: changeStoredAndShown(CREATE, ({ members }) => ({
      Fotos: [...members.Fotos, ...members.Fotos.slice(0, 1)],
    })),
  }),
  wrong('an unknown version is cut at twenty', 'PUB-10 PUB-04', 'The supplied name is kept.', {
    mistake: changeStoredAndShown(CREATE, ({ members, isTrimKnown }) => ({
      Version: isTrimKnown ? members.Version : (members.Version?.slice(0, 20) ?? null),
    })),
  }),
  wrong('an unknown version in capitals', 'PUB-10', 'The supplied name is kept.', {
    mistake: changeStoredAndShown(CREATE, ({ members, isTrimKnown }) => ({
      Version: isTrimKnown ? members.Version : (members.Version?.toUpperCase() ?? null),
    })),
  }),
  wrong('a known version is shown as it was sent', 'PUB-10 COM-11', 'The response shows resolved names.', {
    mistake: changeStoredAndShown(CREATE, ({ members }, call) => {
      const { Version } = bodyIn(call)
      return { Version: typeof Version === 'string' && Version !== '' ? Version : members.Version }
    }),
  }),
  wrong('descriptions lose quotation marks', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('Descripcion', (text) => text.replace(/["'\\]/g, '')),
    ),
  }),
  wrong('colours lose accents', 'PUB-15 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('Color', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
    ),
  }),
  wrong('stock references keep digits only', 'PUB-04 PUB-01', 'A text is stored as it was sent.', {
    mistake: changeBody(
      CREATE_OR_PUT,
      textIn('RefStock', (text) => text.replace(/\D/g, '')),
    ),
  }),
  wrong('ids with an underscore are not found', 'PUB-03 PUB-35', 'Two ids are two.', {
    mistake: {
      at: PUBLICATION,
      request: (call) => {
        const id = call.params['id']
        return id === undefined ? call : { ...call, params: { ...call.params, id: id.replaceAll('_', '-') } }
      },
    },
  }),
  wrong('places with region and city swapped', 'COM-08 PUB-19', 'Region is the region.', {
    mistake: changeDocument(PUBLICATION, (document) => swappedPlace(document, 'Locacion')),
  }),
  wrong('places without street', 'COM-08 PUB-19', 'A place has Direccion.', {
    mistake: changeDocument(PUBLICATION, (document) => {
      const { Locacion: place } = document
      if (typeof place !== 'object' || place === null) return document
      const { Direccion: _, ...rest } = place as Document
      return { ...document, Locacion: rest }
    }),
  }),
  wrong('no phone gives the phone of the administrator', 'PUB-19', 'It is one of the responsible.', {
    mistake: changeStoredAndShown(CREATE, ({ members, agency }, call) => ({
      Telefono: bodyIn(call)['Telefono'] ? members.Telefono : (agency.operators[0]?.phones[0] ?? null),
    })),
  }),
  wrong('a create answers the id of the one before', 'PUB-01', 'The response is the publication.', {
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
  wrong('the year of a known version is its own', 'PUB-11', 'It may be that of the registration.', {
    mistake: changeStoredAndShown(CREATE, (_, call) => {
      const { Version, VersionYear } = bodyIn(call)
      return String(Version).includes('/v3/') ? { VersionYear: Number(VersionYear) + 1 } : {}
    }),
  }),
  ...(
    [
      ['Exposicion', 'PUB-07'],
      ['OperadorResponsable', 'PUB-08'],
      ['Telefono', 'PUB-19'],
    ] as const
  ).map(([member, statement]) =>
    wrong(`a create refuses null as ${member}`, statement, 'The description says what null means.', {
      nullRefused: [member],
    }),
  ),
]
