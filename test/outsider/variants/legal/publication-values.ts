import type { Call } from '../../http/call.ts'
import { changeMembers, type Document, isRecord } from '../document-edits.ts'
import {
  changeBody,
  changeDocument,
  changeObjects,
  changeStored,
  changeStoredAndShown,
  memoryOf,
  publicationIn,
  refuseWhen,
} from '../interceptors.ts'
import { ANY, CREATE_OR_PUT, PUBLICATION, PUBLICATIONS, WRITES } from '../route-patterns.ts'
import { type LegalVariant, legal } from '../variant.ts'

const trimmed = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

/** Returns whether a down payment is as high as the price. */
const contradict = (body: Document, call: Call): boolean => {
  const found = call.method === 'POST' ? undefined : publicationIn(call)
  const amount = (name: 'Precio' | 'Adelanto') =>
    (body[name] === undefined ? found?.members[name] : body[name]) as Document | null | undefined
  const [price, down] = [amount('Precio'), amount('Adelanto')]
  return (
    isRecord(price) &&
    isRecord(down) &&
    price['Moneda'] === down['Moneda'] &&
    Number(down['Importe']) >= Number(price['Importe'])
  )
}

/** Other ways to read, store and show the values of publications. */
export const LEGAL_PUBLICATION_VALUES: readonly LegalVariant[] = [
  legal('Vin required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Vin'] }),
  legal('operator required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'OperadorResponsable'],
  }),
  legal('photos required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Fotos'] }),
  legal('colour and price required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'Color', 'Precio'],
  }),
  legal('phone required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Telefono'] }),
  legal('description required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'Descripcion'],
  }),
  legal('place required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Locacion'] }),
  legal('stock reference and exposure required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'RefStock', 'Exposicion'],
  }),
  legal('only the id required', 'What a creation needs is not shown.', { requires: ['ExternalId'] }),
  legal('ids of unreserved signs', 'Further excluded characters are not named.', {
    externalIdLetters: 'unreserved',
  }),
  legal('alphanumeric ids', 'Further excluded characters are not named.', {
    externalIdLetters: 'alphanumeric',
  }),
  legal('ids shown in lower case', 'Case has no meaning in an ExternalId.', { externalIdShown: 'lower' }),
  legal('ids shown in upper case', 'Case has no meaning in an ExternalId.', { externalIdShown: 'upper' }),
  legal('400 for a Vin twice', 'Values not valid may be refused.', { sameVin: 400 }),
  legal('409 for a Vin twice', 'What leads to 409 is not shown.', { sameVin: 409 }),
  legal('unknown operator gives the administrator', 'An unknown operator is not spoken of.', {
    unknownOperator: 'administrator',
  }),
  legal('unknown operator is 403', 'What leads to 403 is not shown.', { unknownOperator: 403 }),
  legal('unknown operator is 409', 'What leads to 409 is not shown.', { unknownOperator: 409 }),
  legal('unknown brand and model kept', 'No match is not spoken of.', { unresolvable: 'kept' }),
  legal('gearbox as a letter', 'The stored form is not shown.', { transmission: 'letter' }),
  legal('Vin check digit', 'ISO 3779 validation; North America checks position 9.', { vinCheckDigit: true }),
  legal('Vin as written', 'Case of a Vin is not spoken of.', { vinCase: 'kept' }),
  legal('lower-case Vin refused', 'ISO 3779 has capitals.', { vinCase: 'refused' }),
  legal('many kilometres for the age refused', 'Suspicious values may be rejected.', { mileage: 'perYear' }),
  legal('many kilometres refused with 403', 'Values that the products do not allow may be rejected.', {
    mileage: 'perYear',
    mileageRefused: 403,
  }),
  legal('many kilometres refused with 409', 'What leads to 409 is not shown.', {
    mileage: 'perYear',
    mileageRefused: 409,
  }),
  legal('no suspicion', 'Suspicious values may be rejected; none has to be.', { mileage: 'off' }),
  legal('kilometres never fall', 'Suspicious values may be rejected.', { mileagePut: 'risesOnly' }),
  legal('photos by https only', 'The description does not say what a public URL is.', {
    photos: 'httpsOnly',
  }),
  legal(
    'photos that cannot be fetched',
    'The service downloads the images; made-up addresses give none.',
    { photos: 'unreachable' },
    { unobservable: 'used cars' },
  ),
  legal('photos that cannot be fetched left out', 'What follows a failed download is not shown.', {
    photos: 'httpsOnly',
    photoRefused: 'leftOut',
  }),
  legal('photos shown as copies', 'The description does not say which URLs are shown.', {
    photosShown: 'copies',
  }),
  legal('ten photos at most', 'A most is not shown.', { photosMost: 10 }),
  legal('photos needed in every full edit', 'The list is mandatory for used cars.', {
    photosPut: 'mandatory',
  }),
  legal('equipment of objects', 'The item type is not shown.', { customItem: 'object', customShown: 'rows' }),
  legal('equipment of strings', 'The item type is not shown.', { customItem: 'string', customShown: 'rows' }),
  legal('equipment of a known version shown', 'The own data of the service is used.', {
    customShown: 'rows',
  }),
  legal('certificate as a boolean', 'Its structure is not shown.', { certificate: 'boolean' }),
  legal('certificate as text', 'Its structure is not shown.', { certificate: 'text' }),
  legal('no place stays none', 'Locacion is nullable.', { placeAbsent: 'null' }),
  legal('unknown places kept', 'No match is not spoken of.', { placeForms: 'kept' }),
  legal('foreign phone refused in create', 'A phone in create is not spoken of.', { phoneCreate: 'refused' }),
  legal('last phone for none', 'One of the current phones.', { phoneNull: 'last' }),
  legal('fixed members refused in edits', 'They are not editable.', { uneditable: 'refused' }),
  legal('empty partial edit refused', 'An empty body is not spoken of.', { patchEmpty: 400 }),
  legal('null keeps an amount in PATCH', 'A null amount in PATCH is not spoken of.', {
    patchNullAmounts: 'kept',
  }),
  legal('PUT keeps what is absent', 'The description does not mention absent members.', {
    putAbsent: 'kept',
  }),
  legal('PUT refuses what is absent', 'The description does not mention absent members.', {
    putAbsent: 'refused',
  }),
  legal('absent text is empty', 'The description does not say what an absent member shows.', {
    absentText: 'empty',
  }),
  legal('Version required', 'What a creation needs is not shown.', { trimAbsent: 'refused' }),
  legal('Version established by the rest', 'What establishes a version is not shown.', {
    trimAbsent: 'established',
  }),
  legal('etag member without quotes', 'The form of the member is not shown.', { refTag: 'bare' }),
  legal('amounts without decimals', 'Format and bounds are not shown.', { amounts: 'integers' }),
  legal('amounts rounded', 'Format and bounds are not shown.', { amounts: 'rounded' }),
  legal('least amount', 'Format and bounds are not shown.', { leastAmount: 100 }),
  legal('currency shown by name', 'The form of Moneda is not shown.', { currencyShown: 'name' }),
  legal('nearly everything required', 'What a creation needs is not shown.', {
    requires: [
      'ExternalId',
      'RefStock',
      'Vin',
      'Exposicion',
      'OperadorResponsable',
      'Version',
      'Transmision',
      'Propulsion',
      'Carroceria',
      'Color',
      'Descripcion',
      'Precio',
      'Fotos',
      'Locacion',
      'Telefono',
    ],
  }),
  legal('texts without spaces at their ends', 'White space at the ends is not spoken of.', {
    interceptors: [changeBody(WRITES, trimmed)],
  }),
  legal('line ends of Unix', 'Line ends are not spoken of.', {
    interceptors: [
      changeBody(WRITES, (body) => ({
        ...body,
        ...(typeof body['Descripcion'] === 'string'
          ? { Descripcion: body['Descripcion'].replaceAll('\r\n', '\n') }
          : {}),
      })),
    ],
  }),
  legal('no letters outside the BMP', 'Values not valid are 400.', { letters: 'bmp' }),
  legal('no letters outside Latin-1', 'Values not valid are 400.', { letters: 'latin' }),
  legal('most amount', 'Format and bounds are not shown.', { mostAmount: 15_000_000 }),
  legal('one currency', 'Which currencies there are is not shown.', { currencies: 'one' }),
  legal('currencies of other countries', 'Which currencies there are is not shown.', {
    currencies: 'others',
  }),
  legal('fuels and bodies of another country', 'Words of the catalogue are not shown.', {
    catalogueWords: 'foreign',
  }),
  legal('photos copied under their own names', 'The description does not say which URLs are shown.', {
    interceptors: [
      changeStoredAndShown(CREATE_OR_PUT, ({ members, serial }) => ({
        Fotos: members.Fotos.map((_, at) => `https://cdn.vidriera.example/${serial}/${at}.webp`),
      })),
    ],
  }),
  legal('unknown members of amounts kept', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATION, (document) => ({
        ...document,
        ...(document['Precio'] ? { Precio: { ...(document['Precio'] as object), Texto: 'a convenir' } } : {}),
      })),
    ],
  }),
  legal('places with a postal code', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATION, (document) => ({
        ...document,
        ...(document['Locacion']
          ? { Locacion: { ...(document['Locacion'] as object), Codigo: '8500' } }
          : {}),
      })),
    ],
  }),
  legal(
    'amounts in unknown currencies left out',
    'The description does not say what becomes of an unknown currency.',
    {
      currencies: 'others',
      interceptors: [
        changeBody(WRITES, (body) =>
          changeMembers(body, ['Precio', 'Adelanto', 'Cuota'], (value) =>
            isRecord(value) && ['ARS', 'USD'].includes(String(value['Moneda'])) ? null : value,
          ),
        ),
      ],
    },
  ),
  legal('photos fetched after the response', 'The service downloads the images.', {
    interceptors: [
      changeStoredAndShown(/^POST publicaciones/, ({ members, serial }, call) => {
        memoryOf(call).set(`photos ${serial}`, members.Fotos)
        return { Fotos: [] }
      }),
      {
        at: /^GET (publicaciones|aviso)/,
        before: (call) => {
          const found = publicationIn(call)
          const photos = found && memoryOf(call).get(`photos ${found.serial}`)
          if (!found || !Array.isArray(photos)) return
          memoryOf(call).delete(`photos ${found.serial}`)
          found.members = { ...found.members, Fotos: photos }
          found.revision += 1
        },
      },
    ],
  }),
  legal('photos copied two seconds after the response', 'The service downloads the images.', {
    interceptors: [
      changeStored(CREATE_OR_PUT, ({ serial }, call) => {
        memoryOf(call).set(`copied ${serial}`, Date.now() + 2_000)
      }),
      {
        at: ANY,
        before: (call) => {
          for (const found of call.world.publications.values()) {
            const atMs = memoryOf(call).get(`copied ${found.serial}`)
            if (typeof atMs !== 'number' || atMs > Date.now()) continue
            memoryOf(call).delete(`copied ${found.serial}`)
            if (found.members.Fotos.length === 0) continue
            const Fotos = found.members.Fotos.map(
              (_, at) => `https://cdn.vidriera.example/${found.serial}/${at}`,
            )
            found.members = { ...found.members, Fotos }
            found.revision += 1
          }
        },
      },
    ],
  }),
  legal('photos that cannot be fetched are left out', 'The service downloads the images.', {
    interceptors: [
      changeStoredAndShown(CREATE_OR_PUT, ({ members }) => ({
        Fotos: members.Fotos.filter((url) => !/\.(example|invalid)$/.test(new URL(url).hostname)),
      })),
    ],
  }),
  legal('certificate as a list', 'Its structure is not shown.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (document) =>
        changeMembers(document, ['CertificadoDeGarantiaUsado'], (value) => (value === null ? null : [value])),
      ),
    ],
  }),
  legal('certificate never null', 'Its structure is not shown.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (document) =>
        changeMembers(document, ['CertificadoDeGarantiaUsado'], (value) => ({ Aplica: value !== null })),
      ),
    ],
  }),
  legal('equipment shown in another shape', 'The type of its items is not shown.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (document) =>
        changeMembers(document, ['DatosTecnicosCustom'], (rows) =>
          Array.isArray(rows) ? rows.map((row, at) => ({ Orden: at + 1, Texto: JSON.stringify(row) })) : rows,
        ),
      ),
    ],
  }),
  legal('phones of listings in digits', 'How a phone is written is not shown.', {
    interceptors: [
      changeObjects(PUBLICATIONS, (document) =>
        changeMembers(document, ['Telefono'], (text) =>
          typeof text === 'string' ? text.replace(/[^+\d]/g, '') : text,
        ),
      ),
    ],
  }),
  legal('a down payment below the price', 'Values not valid are 400.', {
    interceptors: [refuseWhen(WRITES, 400, 'Adelanto', contradict)],
  }),
  legal('certificates with numbers', 'The structure of a certificate is not shown.', {
    interceptors: [
      changeDocument(PUBLICATIONS, (document, call) =>
        changeMembers(document, ['CertificadoDeGarantiaUsado'], (certificate) =>
          certificate === null ? null : { Numero: `G-${publicationIn(call)?.serial ?? 0}` },
        ),
      ),
    ],
  }),
  legal('a place has all its parts', 'It is region, city and street.', {
    interceptors: [
      refuseWhen(WRITES, 400, 'Locacion', ({ Locacion: place }) => isRecord(place) && !('Ciudad' in place)),
    ],
  }),
  legal(
    'fuel types by id',
    'Propulsion is a fuel type; the description does not say in which form it is shown.',
    {
      interceptors: [
        changeObjects(PUBLICATIONS, (document, call) =>
          changeMembers(document, ['Propulsion'], (shown) => {
            const fuel = call.world.catalogue.fuels.find(({ name }) => name === shown)
            return fuel ? String(fuel.id) : shown
          }),
        ),
      ],
    },
  ),
]
