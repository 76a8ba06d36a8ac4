import type { JsonBody } from '../support/body-changes.ts'
import {
  altersCreateAnswers,
  altersCreateRequests,
  lengthOf,
  refusesCreates,
} from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

const wrong = (
  words: string,
  name: string,
  serve: WrongServer['serve'],
  profile?: WrongServer['profile'],
): WrongServer => ({
  clause: `publications-members/${words}`,
  name,
  serve,
  ...(profile && { profile }),
})

/** Alters a member in the responses to creates. */
const shows = (
  words: string,
  name: string,
  member: string,
  change: (value: unknown, sent: JsonBody) => unknown,
): WrongServer =>
  wrong(
    words,
    name,
    altersCreateAnswers((shown, sent) => ({ ...shown, [member]: change(shown[member], sent) })),
  )

/** Shows a level that is full at first, with Activas and Disponibles in each other's place. */
const countsFreePlaces = (): WrongServer['serve'] => {
  let first: number | undefined
  return async (request, next) => {
    const response = await next(request)
    if (!request.url.endsWith('/productos')) return response
    return withJsonBody(response, (body) => {
      const used = Number(Object(body['Media']).Activas)
      first ??= used
      return { ...body, Media: { Pack: 9, Activas: 9 - used + first, Disponibles: used - first } }
    })
  }
}

const MEANING: readonly WrongServer[] = [
  shows('color-of-50-characters-is-whole', 'truncated after 49 characters', 'Color', (value) =>
    String(value).slice(0, 49),
  ),
  shows('color-of-51-characters-is-cut', 'truncated after 49 characters', 'Color', (value) =>
    String(value).slice(0, 49),
  ),
  wrong(
    'color-of-51-characters-is-cut',
    'answers 400',
    refusesCreates('Color', (body) => lengthOf(body['Color']) > 50),
  ),
  shows('color-of-200-characters-is-cut', 'the text is not truncated', 'Color', (_, sent) => sent['Color']),
  wrong(
    'amounts-are-shown-each-on-its-member',
    'Adelanto and Cuota change places',
    altersCreateAnswers(({ Adelanto, Cuota, ...shown }) => ({ ...shown, Adelanto: Cuota, Cuota: Adelanto })),
  ),
  wrong(
    'amounts-keep-their-own-currency',
    'Adelanto gets the currency of Precio',
    altersCreateAnswers(({ Adelanto, Precio, ...shown }) => ({
      ...shown,
      Precio,
      Adelanto: Adelanto ? { ...Object(Adelanto), Moneda: Object(Precio).Moneda } : null,
    })),
  ),
  shows('null-precio-is-accepted-or-missed', 'null becomes an amount of 0', 'Precio', () => ({
    Moneda: 'ARS',
    Importe: 0,
  })),
  shows('locacion-is-shown-with-its-names', 'the region by its code', 'Locacion', (value) => ({
    ...Object(value),
    Region: 'AR-B',
  })),
  shows('locacion-is-shown-with-its-names', "the operator's address instead", 'Locacion', () => ({
    Region: 'Buenos Aires',
    Ciudad: 'Tandil',
    Direccion: 'Avenida 1',
  })),
  shows('null-operador-responsable-is-the-administrator', 'an empty text', 'OperadorResponsable', () => ''),
  shows(
    'operador-responsable-is-shown',
    'the administrator is always shown',
    'OperadorResponsable',
    () => 'ventas@lospinos.example',
  ),
  wrong(
    'unknown-operador-responsable-is-refused-or-replaced',
    'the unknown operator is kept',
    altersCreateAnswers((shown, sent) => ({ ...shown, OperadorResponsable: sent['OperadorResponsable'] })),
    { 'publications/unknown-operator': 'administrator' },
  ),
  shows('null-telefono-is-a-phone-of-the-operator', 'no phone', 'Telefono', () => null),
  shows('null-telefono-is-a-phone-of-the-operator', 'another phone', 'Telefono', () => '+54 11 4000-0001'),
  shows('telefono-of-the-operator-is-shown', 'no phone', 'Telefono', () => null),
  shows('unknown-telefono-is-kept-or-refused', 'another phone', 'Telefono', () => '+54 11 5555-0100'),
  ...['alta', 'media', 'baja'].map((word) =>
    shows(`exposicion-${word}-gives-a-level-of-the-package`, 'another word', 'Exposicion', () => 'Premium'),
  ),
  wrong(
    'exposicion-alta-gives-a-level-of-the-package',
    'Alta is refused',
    refusesCreates('Exposicion', (body) => body['Exposicion'] === 'Alta'),
  ),
  wrong(
    'exposicion-media-gives-a-level-of-the-package',
    'a level that is not contracted',
    async (request, next) => {
      const response = await next(request)
      if (!request.url.endsWith('/productos')) return response
      return withJsonBody(response, (body) => ({ ...body, Media: { Pack: 0, Activas: 0, Disponibles: 0 } }))
    },
  ),
  wrong(
    'exposicion-media-gives-a-level-of-the-package',
    'creates know one level alone',
    altersCreateRequests((body) => ({ ...body, Exposicion: 'Baja' })),
  ),
  wrong('exposicion-baja-gives-a-level-of-the-package', 'a full level is assigned', async (request, next) => {
    const response = await next(request)
    if (!request.url.endsWith('/productos')) return response
    return withJsonBody(response, (body) => ({ ...body, Baja: { Pack: 9, Activas: 9, Disponibles: 0 } }))
  }),
  wrong('exposicion-media-gives-a-level-of-the-package', 'Activas counts free places', countsFreePlaces()),
  wrong(
    'exposicion-that-is-free-is-used',
    'a lower level than requested',
    altersCreateRequests((body) => (body['Exposicion'] === 'Alta' ? { ...body, Exposicion: 'Baja' } : body)),
  ),
]

const isOldAndNew = (body: JsonBody): boolean =>
  body['Kilometraje'] === 0 && Number(body['VersionYear']) < 2023
const photos = (body: JsonBody): number => lengthOf(body['Fotos'] ?? [])
const items = (body: JsonBody): number => lengthOf(body['DatosTecnicosCustom'])

const EQUIPMENT: readonly WrongServer[] = [
  ...['used-car-without-fotos-is-refused', 'used-car-with-empty-fotos-is-refused'].map((words) =>
    wrong(
      words,
      'Fotos are never needed',
      altersCreateRequests((body) =>
        photos(body) > 0 ? body : { ...body, Fotos: ['https://images.example/none.jpg'] },
      ),
    ),
  ),
  wrong(
    'new-car-needs-no-fotos',
    'a create without Fotos is answered 500',
    refusesCreates('_', (body) => photos(body) === 0, 500),
  ),
  shows('fotos-are-the-ones-sent', 'a further photo is added', 'Fotos', (value) => [
    ...(Array.isArray(value) ? value : []),
    'https://images.example/logo.png',
  ]),
  wrong(
    'fotos-that-are-no-url-are-not-taken',
    'the URL is accepted',
    altersCreateAnswers((shown, sent) => ({ ...shown, Fotos: sent['Fotos'] })),
    { 'publications/photo-refused': 'left-out' },
  ),
  wrong(
    'old-car-of-0-km-is-accepted-or-refused-on-kilometraje',
    'shown as 1',
    altersCreateAnswers((shown) => ({ ...shown, Kilometraje: 1 })),
    { 'publications/suspicious-mileage': 'off' },
  ),
  wrong(
    'old-car-of-0-km-is-accepted-or-refused-on-kilometraje',
    'answers 500',
    refusesCreates('_', isOldAndNew, 500),
  ),
  shows('kilometraje-of-a-used-car-is-shown', 'the mileage is in miles', 'Kilometraje', (value) =>
    Math.round(Number(value) / 1.609),
  ),
  shows('kilometraje-of-a-used-car-is-shown', 'the current year', 'VersionYear', () => 2026),
  shows(
    'warranty-is-shown-only-when-it-applies',
    'the certificate is always shown',
    'CertificadoDeGarantiaUsado',
    () => ({
      Aplica: true,
      Titulo: 'Certificado',
    }),
  ),
  shows(
    'warranty-is-shown-only-when-it-applies',
    'the certificate is always true',
    'CertificadoDeGarantiaUsado',
    () => true,
  ),
  wrong(
    '50-custom-data-are-accepted',
    'a limit of 20 items',
    refusesCreates('DatosTecnicosCustom', (body) => items(body) > 20),
  ),
  wrong(
    '51-custom-data-are-refused',
    'the 51st item is dropped',
    altersCreateRequests((body) => {
      const { DatosTecnicosCustom: rows } = body
      return Array.isArray(rows) ? { ...body, DatosTecnicosCustom: rows.slice(0, 50) } : body
    }),
  ),
]

const onePhoto = wrong(
  'fotos-shown-alone-are-shown-together',
  'only the first one is kept',
  altersCreateRequests((body) => {
    const { Fotos } = body
    return Array.isArray(Fotos) ? { ...body, Fotos: Fotos.slice(0, 1) } : body
  }),
)

const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  id: (text) => /^\d+$/.test(text),
  'api-url': (text) => /^https?:/.test(text),
  'api-url-path': (text) => text.startsWith('/'),
  name: (text) => /^[A-ZÁÉÍÓÚ]/.test(text),
  codename: (text) => /^[a-z][a-z0-9-]*$/.test(text),
}

/** Refuses one form of one member, or resolves it wrongly. It must still accept the sample publication. */
const CAR: readonly WrongServer[] = [
  ...Object.entries(FORMS).flatMap(([form, is]) => [
    ...(form === 'name'
      ? []
      : [
          wrong(
            `marca-by-${form}-is-resolved`,
            'answers 400',
            refusesCreates('Marca', (body) => is(String(body['Marca']))),
          ),
          wrong(
            `modelo-by-${form}-is-resolved`,
            'answers 400',
            refusesCreates('Modelo', (body) => is(String(body['Modelo']))),
          ),
        ]),
    shows(
      `marca-by-${form}-is-resolved`,
      'shown as sent, in brackets',
      'Marca',
      (_, sent) => `[${sent['Marca']}]`,
    ),
    shows(`modelo-by-${form}-is-resolved`, 'another model', 'Modelo', () => 'Virtus'),
    wrong(
      `propulsion-by-${form}-is-resolved`,
      'answers 400',
      refusesCreates('Propulsion', (body) => is(String(body['Propulsion'] ?? '-'))),
    ),
    shows(`propulsion-by-${form}-is-resolved`, 'not shown', 'Propulsion', () => null),
    wrong(
      `carroceria-by-${form}-is-accepted`,
      'answers 400',
      refusesCreates('Carroceria', (body) => is(String(body['Carroceria'] ?? '-'))),
    ),
  ]),
  ...['id', 'api-url', 'api-url-path', 'codename'].map((form) =>
    shows(`version-by-${form}-is-known`, 'kept as text', 'Version', (_, sent) => sent['Version']),
  ),
  wrong(
    'unknown-marca-is-refused-or-kept',
    'answers 500',
    refusesCreates('_', (body) => String(body['Marca']).startsWith('Zz'), 500),
  ),
  wrong(
    'unknown-marca-is-refused-or-kept',
    'no brand at all',
    altersCreateAnswers((shown) => ({ ...shown, Marca: '' })),
    { 'publications/unresolvable': 'kept' },
  ),
  shows(
    'version-that-the-data-leave-open-is-kept',
    'a version with those data',
    'Version',
    () => '1.6 Live MT',
  ),
  shows('unknown-version-is-kept', 'the text is dropped', 'Version', () => null),
  shows('unknown-version-is-kept', 'the text is in capitals', 'Version', (value) =>
    String(value).toUpperCase(),
  ),
  shows(
    'transmision-takes-its-four-values',
    'the transmission is always manual',
    'Transmision',
    () => 'Manual',
  ),
  wrong(
    'transmision-takes-its-four-values',
    'short words are refused',
    refusesCreates('Transmision', (body) => lengthOf(body['Transmision']) === 1),
  ),
  shows(
    'known-version-has-its-own-data',
    'the data of the request',
    'DatosTecnicosCustom',
    (_, sent) => sent['DatosTecnicosCustom'],
  ),
  shows('moneda-is-one-currency-in-every-form-taken', 'shown as sent', 'Precio', (_, sent) => sent['Precio']),
]

export const publicationsMembersMutants: readonly WrongServer[] = [...MEANING, ...EQUIPMENT, onePhoto, ...CAR]
