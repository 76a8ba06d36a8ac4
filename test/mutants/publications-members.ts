import { withJsonBody, type WrongServer } from './wrong-server.ts'
import { altersCreateAnswers, type Body, lengthOf, refusesCreates, altersCreateRequests } from './publication-mistakes.ts'

const wrong = (words: string, name: string, serve: WrongServer['serve'], profile?: WrongServer['profile']): WrongServer => ({
  clause: `publications-members/${words}`,
  name,
  serve,
  ...(profile && { profile }),
})

/** The answer to a create shows something else in a member. */
const shows = (words: string, name: string, member: string, change: (value: unknown, sent: Body) => unknown): WrongServer =>
  wrong(
    words,
    name,
    altersCreateAnswers((shown, sent) => ({ ...shown, [member]: change(shown[member], sent) })),
  )

const MEANING: readonly WrongServer[] = [
  shows('color-of-50-characters-is-whole', 'cut at 49', 'Color', (value) => String(value).slice(0, 49)),
  shows('color-of-51-characters-is-cut', 'cut at 49', 'Color', (value) => String(value).slice(0, 49)),
  wrong(
    'color-of-51-characters-is-cut',
    'refused',
    refusesCreates('Color', (body) => lengthOf(body['Color']) > 50),
  ),
  shows('color-of-200-characters-is-cut', 'not cut', 'Color', (_, sent) => sent['Color']),
  wrong(
    'amounts-are-shown-each-on-its-member',
    'Adelanto and Cuota change places',
    altersCreateAnswers(({ Adelanto, Cuota, ...shown }) => ({ ...shown, Adelanto: Cuota, Cuota: Adelanto })),
  ),
  shows('null-precio-is-accepted-or-missed', 'null means nothing due', 'Precio', () => ({ Moneda: 'ARS', Importe: 0 })),
  shows('locacion-is-shown-with-its-names', 'the region by its code', 'Locacion', (value) => ({
    ...Object(value),
    Region: 'AR-B',
  })),
  shows('locacion-is-shown-with-its-names', "the operator's address instead", 'Locacion', () => ({
    Region: 'Buenos Aires',
    Ciudad: 'Tandil',
    Direccion: 'Avenida 1',
  })),
  shows('null-operador-responsable-is-the-administrator', 'nobody', 'OperadorResponsable', () => ''),
  shows(
    'operador-responsable-is-shown',
    'always the administrator',
    'OperadorResponsable',
    () => 'ventas@lospinos.example',
  ),
  wrong(
    'unknown-operador-responsable-is-refused-or-replaced',
    'kept',
    altersCreateAnswers((shown, sent) => ({ ...shown, OperadorResponsable: sent['OperadorResponsable'] })),
    { 'publications/unknown-operator': 'administrator' },
  ),
  shows('null-telefono-is-a-phone-of-the-operator', 'no phone', 'Telefono', () => null),
  shows('null-telefono-is-a-phone-of-the-operator', 'some phone', 'Telefono', () => '+54 11 4000-0001'),
  shows('telefono-of-the-operator-is-shown', 'no phone', 'Telefono', () => null),
  shows('unknown-telefono-is-kept-or-refused', 'replaced', 'Telefono', () => '+54 11 5555-0100'),
  ...['alta', 'media', 'baja'].map((word) =>
    shows(`exposicion-${word}-gives-a-level-of-the-package`, 'another word', 'Exposicion', () => 'Premium'),
  ),
  wrong(
    'exposicion-alta-gives-a-level-of-the-package',
    'Alta is refused',
    refusesCreates('Exposicion', (body) => body['Exposicion'] === 'Alta'),
  ),
  wrong('exposicion-media-gives-a-level-of-the-package', 'a level that is not contracted', async (request, next) => {
    const response = await next(request)
    if (!request.url.endsWith('/productos')) return response
    return withJsonBody(response, (body) => ({ ...body, Media: { Pack: 0, Activas: 0, Disponibles: 0 } }))
  }),
  wrong('exposicion-baja-gives-a-level-of-the-package', 'a full level is given all the same', async (request, next) => {
    const response = await next(request)
    if (!request.url.endsWith('/productos')) return response
    return withJsonBody(response, (body) => ({ ...body, Baja: { Pack: 9, Activas: 9, Disponibles: 0 } }))
  }),
  wrong(
    'exposicion-that-is-free-is-used',
    'what is asked for is given a level lower',
    altersCreateRequests((body) => (body['Exposicion'] === 'Alta' ? { ...body, Exposicion: 'Baja' } : body)),
  ),
]

const isOldAndNew = (body: Body): boolean => body['Kilometraje'] === 0 && Number(body['VersionYear']) < 2023
const photos = (body: Body): number => lengthOf(body['Fotos'] ?? [])
const items = (body: Body): number => lengthOf(body['DatosTecnicosCustom'])

const EQUIPMENT: readonly WrongServer[] = [
  ...['used-car-without-fotos-is-refused', 'used-car-with-empty-fotos-is-refused'].map((words) =>
    wrong(
      words,
      'Fotos are never needed',
      altersCreateRequests((body) => (photos(body) > 0 ? body : { ...body, Fotos: ['https://images.example/none.jpg'] })),
    ),
  ),
  wrong(
    'new-car-needs-no-fotos',
    'Fotos are always needed',
    refusesCreates('Fotos', (body) => photos(body) === 0),
  ),
  shows('fotos-are-the-ones-sent', 'one of its own more', 'Fotos', (value) => [
    ...(Array.isArray(value) ? value : []),
    'https://images.example/logo.png',
  ]),
  wrong(
    'fotos-that-are-no-url-are-not-taken',
    'taken',
    altersCreateAnswers((shown, sent) => ({ ...shown, Fotos: sent['Fotos'] })),
    { 'publications/photo-refused': 'left-out' },
  ),
  wrong(
    'old-car-of-0-km-is-accepted-or-refused-on-kilometraje',
    'shown as 1',
    altersCreateAnswers((shown) => ({ ...shown, Kilometraje: 1 })),
    { 'publications/suspicious-mileage': 'off' },
  ),
  wrong('old-car-of-0-km-is-accepted-or-refused-on-kilometraje', 'the server breaks', refusesCreates('_', isOldAndNew, 500)),
  shows('kilometraje-of-a-used-car-is-shown', 'in miles', 'Kilometraje', (value) => Math.round(Number(value) / 1.609)),
  shows('kilometraje-of-a-used-car-is-shown', 'the year of today', 'VersionYear', () => 2026),
  shows('warranty-is-shown-only-when-it-applies', 'always', 'CertificadoDeGarantiaUsado', () => ({
    Aplica: true,
    Titulo: 'Certificado',
  })),
  shows('warranty-is-shown-only-when-it-applies', 'always, as a truth', 'CertificadoDeGarantiaUsado', () => true),
  wrong(
    '50-custom-data-are-accepted',
    'at most 20',
    refusesCreates('DatosTecnicosCustom', (body) => items(body) > 20),
  ),
  wrong(
    '51-custom-data-are-refused',
    'the rest is left out',
    altersCreateRequests((body) => {
      const { DatosTecnicosCustom: rows } = body
      return Array.isArray(rows) ? { ...body, DatosTecnicosCustom: rows.slice(0, 50) } : body
    }),
  ),
]

const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  id: (text) => /^\d+$/.test(text),
  'api-url': (text) => /^https?:/.test(text),
  'api-url-path': (text) => text.startsWith('/'),
  name: (text) => /^[A-ZÁÉÍÓÚ]/.test(text),
  codename: (text) => /^[a-z][a-z-]*$/.test(text),
}

/** One form of one member is not understood: it is refused, or read as something else. The run's listing must still be taken. */
const CAR: readonly WrongServer[] = [
  ...Object.entries(FORMS).flatMap(([form, is]) => [
    ...(form === 'name'
      ? []
      : [
          wrong(
            `marca-by-${form}-is-resolved`,
            'refused',
            refusesCreates('Marca', (body) => is(String(body['Marca']))),
          ),
          wrong(
            `modelo-by-${form}-is-resolved`,
            'refused',
            refusesCreates('Modelo', (body) => is(String(body['Modelo']))),
          ),
        ]),
    shows(`marca-by-${form}-is-resolved`, 'shown as sent, in brackets', 'Marca', (_, sent) => `[${sent['Marca']}]`),
    shows(`modelo-by-${form}-is-resolved`, 'another model', 'Modelo', () => 'Virtus'),
    wrong(
      `propulsion-by-${form}-is-resolved`,
      'refused',
      refusesCreates('Propulsion', (body) => is(String(body['Propulsion'] ?? '-'))),
    ),
    shows(`propulsion-by-${form}-is-resolved`, 'not shown', 'Propulsion', () => null),
    wrong(
      `carroceria-by-${form}-is-accepted`,
      'refused',
      refusesCreates('Carroceria', (body) => is(String(body['Carroceria'] ?? '-'))),
    ),
  ]),
  ...['id', 'api-url', 'api-url-path'].map((form) =>
    shows(`version-by-${form}-is-known`, 'kept as text', 'Version', (_, sent) => sent['Version']),
  ),
  wrong(
    'unknown-marca-is-refused-or-kept',
    'the server breaks',
    refusesCreates('_', (body) => String(body['Marca']).startsWith('Zz'), 500),
  ),
  wrong(
    'unknown-marca-is-refused-or-kept',
    'no brand at all',
    altersCreateAnswers((shown) => ({ ...shown, Marca: '' })),
    { 'publications/unresolvable': 'kept' },
  ),
  shows('unknown-version-is-kept', 'dropped', 'Version', () => null),
  shows('unknown-version-is-kept', 'in capitals', 'Version', (value) => String(value).toUpperCase()),
  shows('transmision-takes-its-four-words', 'always manual', 'Transmision', () => 'Manual'),
  wrong(
    'transmision-takes-its-four-words',
    'no short words',
    refusesCreates('Transmision', (body) => lengthOf(body['Transmision']) === 1),
  ),
  shows(
    'known-version-has-its-own-data',
    'the sent ones',
    'DatosTecnicosCustom',
    (_, sent) => sent['DatosTecnicosCustom'],
  ),
  shows('moneda-is-one-currency-in-every-form-taken', 'shown as sent', 'Precio', (_, sent) => sent['Precio']),
]

export const publicationsMembersMutants: readonly WrongServer[] = [...MEANING, ...EQUIPMENT, ...CAR]
