import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** Bounds and types of single members, in creates and full edits (PUB-21). */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`

/** A valid full edit, so that the member of a row alone decides. */
const sameAgain = (more: Readonly<Record<string, unknown>>) => ({
  VersionYear: 2018,
  Kilometraje: 61_000,
  ...more,
})

const create = (member: string, value: unknown) =>
  send(miniatureWorld(), 'POST', AT, { body: golListing('auto-1', { [member]: value }) })

const edit = (member: string, value: unknown) => {
  const { world } = send(miniatureWorld(), 'POST', AT, { body: golListing('auto-1') })
  return send(world, 'PUT', ONE, { body: sameAgain({ [member]: value }) })
}

const text = (length: number) => 'x'.repeat(length)
const datum = { Seccion: 'Confort', Valor: 'Aire', Datos: 'sí' }
const pesos = (Importe: unknown) => ({ Moneda: 'ARS', Importe })
const VIN = '9BWZZZ377VT004251'

/** `[statement, member, value sent, value shown]`: values that create and full edit accept. */
const accepted: readonly (readonly [string, string, unknown, unknown])[] = [
  ['PUB-04', 'RefStock', '', ''],
  ['PUB-04', 'RefStock', text(1), text(1)],
  ['PUB-04', 'RefStock', text(24), text(24)],
  ['PUB-04', 'RefStock', text(25), text(25)],
  ['PUB-04', 'Descripcion', '', ''],
  ['PUB-04', 'Descripcion', text(1_999), text(1_999)],
  ['PUB-04', 'Descripcion', text(2_000), text(2_000)],
  ['PUB-05', 'Vin', VIN, VIN],
  ['PUB-05', 'Vin', VIN.toLowerCase(), VIN],
  ['PUB-05', 'Vin', null, null],
  ['PUB-06', 'Activa', true, undefined],
  ['PUB-06', 'Activa', false, undefined],
  ['PUB-06', 'Activa', null, undefined],
  ['PUB-07', 'Exposicion', 'Alta', 'Alta'],
  ['PUB-07', 'Exposicion', 'Media', 'Media'],
  ['PUB-07', 'Exposicion', 'Baja', 'Baja'],
  ['PUB-07', 'Exposicion', '', 'Alta'],
  ['PUB-07', 'Exposicion', null, 'Alta'],
  ['PUB-08', 'OperadorResponsable', '', MAIL],
  ['PUB-08', 'OperadorResponsable', null, MAIL],
  ['PUB-08', 'OperadorResponsable', 'raul@taller.example', 'raul@taller.example'],
  ['PUB-08', 'OperadorResponsable', 'RAUL@Taller.example', 'raul@taller.example'],
  ['PUB-11', 'VersionYear', 1908, 1908],
  ['PUB-11', 'VersionYear', 1909, 1909],
  ['PUB-11', 'VersionYear', 2049, 2049],
  ['PUB-11', 'VersionYear', 2050, 2050],
  ['PUB-14', 'Kilometraje', 1, 1],
  ['PUB-14', 'Kilometraje', 998_999, 998_999],
  ['PUB-14', 'Kilometraje', 999_000, 999_000],
  ['PUB-15', 'Color', 'x', 'x'],
  ['PUB-15', 'Color', text(49), text(49)],
  ['PUB-15', 'Color', text(50), text(50)],
  ['PUB-15', 'Color', text(51), text(50)],
  ['PUB-15', 'Color', text(5_000), text(50)],
  ['PUB-16', 'DatosTecnicosCustom', [], undefined],
  ['PUB-16', 'DatosTecnicosCustom', Array(50).fill(datum), undefined],
  ['COM-07', 'Precio', null, null],
  ['COM-07', 'Precio', pesos(0), pesos(0)],
  ['COM-07', 'Precio', pesos(0.01), pesos(0.01)],
  ['COM-07', 'Precio', pesos(1_234.5), pesos(1_234.5)],
  ['COM-07', 'Precio', pesos(999_999_999_999.99), pesos(999_999_999_999.99)],
  ['COM-07', 'Adelanto', null, null],
  ['COM-07', 'Adelanto', { Moneda: 'USD', Importe: 3 }, { Moneda: 'USD', Importe: 3 }],
  ['COM-07', 'Cuota', null, null],
  ['COM-11', 'Cuota', { Moneda: '/v3/monedas/2', Importe: 3 }, { Moneda: 'USD', Importe: 3 }],
  [
    'COM-11',
    'Precio',
    { Moneda: 'https://otro.example/v3/monedas/2', Importe: 3 },
    { Moneda: 'USD', Importe: 3 },
  ],
  ['COM-11', 'Precio', { Moneda: '2', Importe: 3 }, { Moneda: 'USD', Importe: 3 }],
  ['COM-11', 'Precio', { Moneda: 'Peso argentino', Importe: 3 }, pesos(3)],
  ['PUB-18', 'AplicaCertificadoGarantiaUsado', true, undefined],
  ['PUB-18', 'AplicaCertificadoGarantiaUsado', false, undefined],
  ['COM-08', 'Locacion', null, { Region: 'Córdoba', Ciudad: 'Córdoba', Direccion: 'San Martín 100' }],
  ['PUB-19', 'Telefono', null, '351 555-0001'],
  ['PUB-19', 'Telefono', '351 555-0001', '351 555-0001'],
]

it.each(accepted)('%s: create accepts %s %j and shows %j', (_, member, value, shown) => {
  const result = create(member, value)
  expect([result.status, result.json.Errors]).toEqual([201, undefined])
  if (shown !== undefined) expect(result.json[member]).toEqual(shown)
})

it.each(accepted)('PUB-21, %s: full edit accepts %s %j and shows %j', (_, member, value, shown) => {
  const result = edit(member, value)
  expect([result.status, result.json.Errors]).toEqual([200, undefined])
  if (shown !== undefined) expect(result.json[member]).toEqual(shown)
})

/** `[statement, member, value, keys of Errors]`: values that create and full edit refuse. */
const refused: readonly (readonly [string, string, unknown, readonly string[]])[] = [
  ['PUB-04', 'RefStock', text(26), ['RefStock']],
  ['COM-14', 'RefStock', 5, ['RefStock']],
  ['COM-14', 'RefStock', ['a'], ['RefStock']],
  ['COM-14', 'RefStock', { a: 1 }, ['RefStock']],
  ['PUB-04', 'Descripcion', text(2_001), ['Descripcion']],
  ['COM-14', 'Descripcion', true, ['Descripcion']],
  ['PUB-05', 'Vin', '', ['Vin']],
  ['PUB-05', 'Vin', VIN.slice(1), ['Vin']],
  ['PUB-05', 'Vin', `${VIN}1`, ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', 'I'), ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', 'O'), ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', 'Q'), ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', 'Ñ'), ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', '-'), ['Vin']],
  ['PUB-05', 'Vin', VIN.replace('Z', 'ſ'), ['Vin']],
  ['PUB-05', 'Vin', ` ${VIN.slice(1)}`, ['Vin']],
  ['COM-14', 'Vin', 12_345_678_901_234_568, ['Vin']],
  ['COM-14', 'Activa', 'true', ['Activa']],
  ['COM-14', 'Activa', 1, ['Activa']],
  ['COM-14', 'Activa', [], ['Activa']],
  ['PUB-07', 'Exposicion', 'Mal', ['Exposicion']],
  ['PUB-07', 'Exposicion', 'Altas', ['Exposicion']],
  ['PUB-07', 'Exposicion', 'Máxima', ['Exposicion']],
  ['COM-14', 'Exposicion', 1, ['Exposicion']],
  [
    'PUB-04',
    'OperadorResponsable',
    `${text(38)}@taller.example`.slice(-51).padStart(51, 'x'),
    ['OperadorResponsable'],
  ],
  ['COM-14', 'OperadorResponsable', 7, ['OperadorResponsable']],
  ['PUB-11', 'VersionYear', 1907, ['VersionYear']],
  ['PUB-11', 'VersionYear', 2051, ['VersionYear']],
  ['PUB-11', 'VersionYear', 2018.5, ['VersionYear']],
  ['PUB-11', 'VersionYear', 2_147_483_648, ['VersionYear']],
  ['PUB-11', 'VersionYear', null, ['VersionYear']],
  ['PUB-11', 'VersionYear', undefined, ['VersionYear']],
  ['COM-14', 'VersionYear', '2018', ['VersionYear']],
  ['PUB-14', 'Kilometraje', -1, ['Kilometraje']],
  ['PUB-14', 'Kilometraje', 0, ['Kilometraje']],
  ['PUB-14', 'Kilometraje', 999_001, ['Kilometraje']],
  ['PUB-14', 'Kilometraje', 10.5, ['Kilometraje']],
  ['PUB-14', 'Kilometraje', -2_147_483_649, ['Kilometraje']],
  ['COM-14', 'Kilometraje', '61000', ['Kilometraje']],
  ['COM-14', 'Kilometraje', null, ['Kilometraje']],
  ['COM-14', 'Kilometraje', undefined, ['Kilometraje']],
  ['PUB-15', 'Color', '', ['Color']],
  ['COM-14', 'Color', 7, ['Color']],
  ['PUB-16', 'DatosTecnicosCustom', Array(51).fill(datum), ['DatosTecnicosCustom']],
  [
    'PUB-16',
    'DatosTecnicosCustom',
    [datum, 'aire', { Seccion: 'Confort' }],
    ['DatosTecnicosCustom[1]', 'DatosTecnicosCustom[2].Datos', 'DatosTecnicosCustom[2].Valor'],
  ],
  ['PUB-16', 'DatosTecnicosCustom', [null], ['DatosTecnicosCustom[0]']],
  ['COM-14', 'DatosTecnicosCustom', { 0: datum }, ['DatosTecnicosCustom']],
  ['COM-14', 'DatosTecnicosCustom', 'aire', ['DatosTecnicosCustom']],
  ['COM-07', 'Precio', {}, ['Precio.Importe', 'Precio.Moneda']],
  ['COM-07', 'Precio', { Moneda: 'ARS' }, ['Precio.Importe']],
  ['COM-07', 'Precio', { Importe: 1 }, ['Precio.Moneda']],
  ['COM-07', 'Precio', { Moneda: null, Importe: null }, ['Precio.Importe', 'Precio.Moneda']],
  ['COM-07', 'Precio', pesos(-0.01), ['Precio.Importe']],
  ['COM-07', 'Precio', pesos(1_000_000_000_000), ['Precio.Importe']],
  ['COM-07', 'Precio', pesos(0.001), ['Precio.Importe']],
  ['COM-07', 'Precio', pesos(1e-7), ['Precio.Importe']],
  ['COM-07', 'Precio', pesos('1'), ['Precio.Importe']],
  ['COM-07', 'Precio', { Moneda: 'ZZZ', Importe: -1 }, ['Precio.Importe', 'Precio.Moneda']],
  ['COM-07', 'Precio', { Moneda: '', Importe: 1 }, ['Precio.Moneda']],
  ['COM-07', 'Precio', { Moneda: 32, Importe: 1 }, ['Precio.Moneda']],
  ['COM-07', 'Precio', { moneda: 'ARS', importe: 1 }, ['Precio.Importe', 'Precio.Moneda']],
  ['COM-07', 'Precio', 15_000, ['Precio']],
  ['COM-07', 'Precio', [pesos(1)], ['Precio']],
  ['COM-07', 'Precio', 'ARS 1', ['Precio']],
  ['COM-07', 'Adelanto', pesos(-1), ['Adelanto.Importe']],
  ['COM-07', 'Cuota', { Moneda: 'ZZZ', Importe: 1 }, ['Cuota.Moneda']],
  ['COM-14', 'Fotos', 'https://cdn.example/1.jpg', ['Fotos']],
  ['COM-14', 'Fotos', {}, ['Fotos']],
  ['COM-14', 'Fotos', [5, 'https://cdn.example/1.jpg', null], ['Fotos[0]', 'Fotos[2]']],
  ['PUB-17', 'Fotos', [], ['Fotos']],
  ['PUB-17', 'Fotos', ['ftp://cdn.example/1.jpg'], ['Fotos[0]']],
  [
    'PUB-17',
    'Fotos',
    ['https://cdn.example/1.jpg', '/1.jpg', '', 'https://'],
    ['Fotos[1]', 'Fotos[2]', 'Fotos[3]'],
  ],
  ['COM-14', 'AplicaCertificadoGarantiaUsado', 'sí', ['AplicaCertificadoGarantiaUsado']],
  ['COM-14', 'AplicaCertificadoGarantiaUsado', 1, ['AplicaCertificadoGarantiaUsado']],
  ['COM-08', 'Locacion', 'Córdoba', ['Locacion']],
  ['COM-08', 'Locacion', ['Córdoba'], ['Locacion']],
  [
    'COM-08',
    'Locacion',
    { Region: 5, Ciudad: true, Direccion: [] },
    ['Locacion.Ciudad', 'Locacion.Direccion', 'Locacion.Region'],
  ],
  ['COM-08', 'Locacion', { Region: 'Atlántida' }, ['Locacion.Region']],
  ['COM-08', 'Locacion', { Region: 'Córdoba', Ciudad: 'Atlántida' }, ['Locacion.Ciudad']],
  ['COM-08', 'Locacion', { Region: 'Mendoza', Ciudad: 'Córdoba' }, ['Locacion.Ciudad']],
  ['COM-14', 'Telefono', 3_515_550_001, ['Telefono']],
]

const keysOf = (errors: object) => Object.keys(errors).sort()

it.each(refused)('%s: create refuses %s %j on %j', (_, member, value, keys) => {
  const result = create(member, value)
  expect([result.status, keysOf(result.json.Errors)]).toEqual([400, keys])
})

it.each(refused)('PUB-21, %s: full edit refuses %s %j on %j', (_, member, value, keys) => {
  const result = edit(member, value)
  expect([result.status, keysOf(result.json.Errors)]).toEqual([400, keys])
})

/** Members of create alone. */
const acceptedInCreate: readonly (readonly [string, string, unknown])[] = [
  ['PUB-03', 'ExternalId', 'ab'],
  ['PUB-03', 'ExternalId', 'abc'],
  ['PUB-03', 'ExternalId', text(254)],
  ['PUB-03', 'ExternalId', text(255)],
  ['PUB-03', 'ExternalId', "aZ9-._~!$'()*,=:@+"],
  ['PUB-10', 'Version', ''],
  ['PUB-10', 'Version', null],
  ['PUB-04', 'Version', text(49)],
  ['PUB-04', 'Version', text(50)],
  ['PUB-12', 'Transmision', 'Automática'],
  ['PUB-12', 'Transmision', 'Manual'],
  ['PUB-12', 'Transmision', 'A'],
  ['PUB-12', 'Transmision', 'M'],
  ['PUB-12', 'Transmision', 'automatica'],
  ['PUB-12', 'Transmision', null],
  ['PUB-13', 'Propulsion', 'Nafta'],
  ['PUB-13', 'Propulsion', 'gasolina'],
  ['PUB-13', 'Propulsion', '1'],
  ['PUB-13', 'Propulsion', '/v3/propulsiones/1'],
  ['PUB-13', 'Propulsion', 'http://playa.localhost/v3/propulsiones/1'],
  ['PUB-13', 'Propulsion', null],
  ['PUB-13', 'Carroceria', 'Hatchback'],
  ['PUB-13', 'Carroceria', 'hatch'],
  ['PUB-13', 'Carroceria', '2'],
  ['PUB-13', 'Carroceria', '/v3/carrocerias/2'],
  ['PUB-13', 'Carroceria', null],
  ['PUB-19', 'Telefono', '11 4444-4444'],
]

it.each(acceptedInCreate)('%s: create accepts %s %j', (_, member, value) => {
  const result = create(member, value)
  expect([result.status, result.json.Errors]).toEqual([201, undefined])
})

const refusedInCreate: readonly (readonly [string, string, unknown])[] = [
  ['PUB-03', 'ExternalId', ''],
  ['PUB-03', 'ExternalId', 'a'],
  ['PUB-03', 'ExternalId', text(256)],
  ['PUB-03', 'ExternalId', null],
  ['PUB-03', 'ExternalId', undefined],
  ['COM-14', 'ExternalId', 12],
  ...[...' /\\?#%"<>[]{}|^`;&ñ€\0\n'].map((character) => ['PUB-03', 'ExternalId', `a${character}b`] as const),
  ['PUB-03', 'ExternalId', '..'],
  ['PUB-03', 'ExternalId', '😀😀'],
  ['PUB-04', 'Version', text(51)],
  ['COM-14', 'Version', 10_001],
  ['PUB-09', 'Marca', ''],
  ['PUB-09', 'Marca', null],
  ['PUB-09', 'Marca', 'Batimóvil'],
  ['COM-14', 'Marca', 1],
  ['PUB-09', 'Modelo', ''],
  ['PUB-09', 'Modelo', null],
  ['PUB-09', 'Modelo', 'Batimóvil'],
  ['COM-14', 'Modelo', []],
  ['PUB-12', 'Transmision', 'CVT'],
  ['PUB-12', 'Transmision', 'Am'],
  ['COM-14', 'Transmision', 1],
  ['PUB-13', 'Propulsion', 'plutonio'],
  ['PUB-13', 'Propulsion', '/v3/propulsiones/999'],
  ['COM-14', 'Propulsion', 1],
  ['PUB-13', 'Carroceria', 'zeppelin'],
  ['COM-14', 'Carroceria', 2],
  ['PUB-08', 'OperadorResponsable', 'nadie@taller.example'],
  ['PUB-04', 'OperadorResponsable', 'nadie'],
]

it.each(refusedInCreate)('%s: create refuses %s %j on that member alone', (_, member, value) => {
  const result = create(member, value)
  expect([result.status, keysOf(result.json.Errors)]).toEqual([400, [member]])
})

it('PUB-04: an OperadorResponsable of 50 characters is within the bound, one of 51 is not', () => {
  const mail = (length: number) => `${'x'.repeat(length - '@taller.example'.length)}@taller.example`
  const world = miniatureWorld({ 'publications/unknown-operator': 'administrator' })
  const said = (length: number) =>
    send(world, 'POST', AT, { body: golListing('auto-1', { OperadorResponsable: mail(length) }) })
  expect([mail(50).length, said(50).status]).toEqual([50, 201])
  expect(keysOf(said(51).json.Errors)).toEqual(['OperadorResponsable'])
})

it('common/null-members: under the second option null is refused unless the description gives it a meaning', () => {
  const world = miniatureWorld({ 'common/null-members': '400' })
  const nulls = {
    RefStock: null,
    Color: null,
    Descripcion: null,
    Transmision: null,
    AplicaCertificadoGarantiaUsado: null,
  }
  const meant = {
    Exposicion: null,
    OperadorResponsable: null,
    Precio: null,
    Adelanto: null,
    Cuota: null,
    Locacion: null,
    Telefono: null,
  }
  const result = send(world, 'POST', AT, { body: golListing('auto-1', { ...nulls, ...meant }) })
  expect(keysOf(result.json.Errors)).toEqual(Object.keys(nulls).sort())
})

it('common/types: under the second option a value of another JSON type is converted when it can be', () => {
  const world = miniatureWorld({ 'common/types': 'converted' })
  const body = golListing('auto-1', {
    VersionYear: '2018',
    Kilometraje: '61000',
    RefStock: 12,
    Activa: 'false',
    Precio: { Moneda: 'ARS', Importe: '10.5' },
  })
  const { json } = send(world, 'POST', AT, { body })
  expect(json).toMatchObject({
    VersionYear: 2018,
    Kilometraje: 61_000,
    RefStock: '12',
    EstadoActual: 'Suspendida',
    Precio: { Importe: 10.5 },
  })
  const odd = send(world, 'POST', AT, {
    body: golListing('auto-1', { VersionYear: 'NaN', Kilometraje: 'Infinity', Activa: 'sí' }),
  })
  expect(keysOf(odd.json.Errors)).toEqual(['Activa', 'Kilometraje', 'VersionYear'])
})

it('ERR-03: every issue of a create is reported at once, each under its own key', () => {
  const body = {
    ExternalId: 'a b',
    RefStock: text(26),
    Vin: 'corto',
    Activa: 'no',
    Exposicion: 'Mal',
    OperadorResponsable: 'nadie@taller.example',
    Marca: 'Batimóvil',
    Version: text(51),
    VersionYear: 1,
    Transmision: 'CVT',
    Propulsion: 'plutonio',
    Carroceria: 'zeppelin',
    Kilometraje: -1,
    Color: '',
    Descripcion: text(2_001),
    DatosTecnicosCustom: [1],
    Precio: { Moneda: 'ARS', Importe: -1 },
    Adelanto: { Moneda: 'ZZZ', Importe: 1 },
    Cuota: 7,
    Fotos: ['no'],
    AplicaCertificadoGarantiaUsado: 'no',
    Locacion: { Region: 'Atlántida' },
    Telefono: 1,
  }
  const { status, json } = send(miniatureWorld(), 'POST', AT, { body })
  expect(status).toBe(400)
  const paths: Record<string, string> = {
    DatosTecnicosCustom: 'DatosTecnicosCustom[0]',
    Precio: 'Precio.Importe',
    Adelanto: 'Adelanto.Moneda',
    Fotos: 'Fotos[0]',
    Locacion: 'Locacion.Region',
  }
  expect(keysOf(json.Errors)).toEqual(
    [...Object.keys(body).map((name) => paths[name] ?? name), 'Modelo'].sort(),
  )
  for (const sentences of Object.values(json.Errors)) expect(sentences).toEqual([expect.any(String)])
})

it('errors/keys and errors/how-many: top-level names only, or the first fault only, when so chosen', () => {
  const body = golListing('auto-1', { Precio: { Moneda: 'ZZZ', Importe: -1 }, Color: '' })
  const top = send(miniatureWorld({ 'errors/keys': 'top-level' }), 'POST', AT, { body }).json.Errors
  expect([keysOf(top), top.Precio.length]).toEqual([['Color', 'Precio'], 2])
  const first = send(miniatureWorld({ 'errors/how-many': 'first' }), 'POST', AT, { body }).json.Errors
  expect(Object.values(first).flat()).toHaveLength(1)
})

it('ERR-03: an empty create names every member that is required, and nothing else', () => {
  const { json } = send(miniatureWorld(), 'POST', AT, { body: {} })
  expect(keysOf(json.Errors)).toEqual(['ExternalId', 'Kilometraje', 'Marca', 'Modelo', 'VersionYear'])
  const more = send(
    miniatureWorld({ 'publications/required-members': 'also-color-and-precio' }),
    'POST',
    AT,
    {
      body: {},
    },
  )
  expect(keysOf(more.json.Errors)).toEqual([
    'Color',
    'ExternalId',
    'Kilometraje',
    'Marca',
    'Modelo',
    'Precio',
    'VersionYear',
  ])
  const least = send(miniatureWorld({ 'publications/required-members': 'external-id-only' }), 'POST', AT, {
    body: {},
  })
  expect(keysOf(least.json.Errors)).toEqual(['ExternalId'])
  expect(
    send(miniatureWorld({ 'publications/required-members': 'external-id-only' }), 'POST', AT, {
      body: { ExternalId: 'solo' },
    }).status,
  ).toBe(201)
})

it('COM-01: member names are case-sensitive', () => {
  const { json } = send(miniatureWorld(), 'POST', AT, {
    body: { ...golListing('auto-1'), color: 'Rojo', KILOMETRAJE: 5 },
  })
  expect([json.Color, json.Kilometraje]).toEqual(['Blanco', 61_000])
})

it.each([
  [{}, { Seccion: 'Motor', Valor: 'Nafta', Datos: 'Combustible' }],
  [
    { 'catalogue/technical-rows': 'value-in-datos' },
    { Seccion: 'Motor', Valor: 'Combustible', Datos: 'Nafta' },
  ],
  [{ 'publications/custom-data-item': 'string' }, 'Combustible: Nafta'],
])('publications/custom-data-shown=own-rows shows rows in the form that %j chooses', (form, row) => {
  const world = miniatureWorld({ 'publications/custom-data-shown': 'own-rows', ...form })
  const [version] = world.setting.catalogue().versions.filter(({ Propulsion }) => Propulsion === 'Nafta')
  const body = golListing('auto-1', { Marca: undefined, Modelo: undefined, Version: String(version?.id) })
  expect(send(world, 'POST', AT, { body }).json.DatosTecnicosCustom[0]).toEqual(row)
})
