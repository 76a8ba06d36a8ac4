import { expect, it } from 'vitest'
import { readCatalogue } from '../../src/sandbox/fixtures/catalogue.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** How a create describes its car (PUB-09, PUB-10, PUB-11, PUB-12, PUB-13, PUB-16, COM-11). */

const AT = `/v3/publicaciones/${MAIL}`
const catalogue = readCatalogue()
const brandNamed = (name: string) => catalogue.brands.find(({ Nombre }) => Nombre === name)!
const volkswagen = brandNamed('Volkswagen')
const golTrend = volkswagen.models.find(({ Nombre }) => Nombre === 'Gol Trend')!
/** An automatic of 2018, the only version of that year. */
const automatic = golTrend.versions.find(({ VersionYear }) => VersionYear === 2018)!
const comfortline = golTrend.versions.find(
  ({ Nombre, VersionYear }) => Nombre.includes('Comfortline') && VersionYear === 2022,
)!

const create = (more: Readonly<Record<string, unknown>>, profile: Readonly<Record<string, string>> = {}) =>
  send(miniatureWorld(profile), 'POST', AT, { body: golListing('auto-1', more) })

const names = ({ json }: ReturnType<typeof create>) => [json.Marca, json.Modelo, json.Version]

it.each([
  ['name', 'Volkswagen'],
  ['codename', 'vw'],
  ['another codename', 'volkswagen'],
  ['id', String(volkswagen.id)],
  ['api-url-path', volkswagen.path],
  ['api-url', `https://api.example${volkswagen.path}`],
])('PUB-09: Marca by %s is resolved and shown by its name', (_, Marca) => {
  expect(names(create({ Marca })).slice(0, 2)).toEqual(['Volkswagen', 'Gol Trend'])
})

it.each([
  ['name', 'Gol Trend'],
  ['name in another case', 'GOL trend'],
  ['codename', golTrend.codenames[0]],
  ['id', String(golTrend.id)],
  ['api-url-path', golTrend.path],
  ['api-url', `http://playa.localhost${golTrend.path}`],
])('PUB-09: Modelo by %s is resolved and shown by its name', (_, Modelo) => {
  expect(names(create({ Modelo })).slice(0, 2)).toEqual(['Volkswagen', 'Gol Trend'])
})

it('catalogue/numeric-names: 208 inside Peugeot is the model of that name', () => {
  expect(names(create({ Marca: 'Peugeot', Modelo: '208' })).slice(0, 2)).toEqual(['Peugeot', '208'])
})

it.each([
  ['id', String(comfortline.id)],
  ['codename', comfortline.codenames[0]],
  ['api-url-path', comfortline.path],
  ['api-url', `https://api.example${comfortline.path}`],
  ['name', comfortline.Nombre],
])('PUB-10: Version by %s is the known one, whose data the response shows', (_, Version) => {
  const made = create({ Version, VersionYear: 2022 })
  expect(names(made)).toEqual(['Volkswagen', 'Gol Trend', comfortline.Nombre])
  expect([made.json.Transmision, made.json.Propulsion, made.json.VersionYear]).toEqual([
    'Automática',
    'Nafta',
    2022,
  ])
})

it.each([
  ['id', String(comfortline.id)],
  ['api-url-path', comfortline.path],
  ['api-url', `https://api.example${comfortline.path}`],
  ['brand, model and name', `VW Gol Trend ${comfortline.Nombre}`],
])('PUB-10: a Version given by %s alone brings its brand and model', (_, Version) => {
  const made = create({ Version, VersionYear: 2022, Marca: undefined, Modelo: undefined })
  expect([made.status, ...names(made)]).toEqual([201, 'Volkswagen', 'Gol Trend', comfortline.Nombre])
})

it('PUB-10: brand and model are found in an unknown version text, which is kept as sent', () => {
  const made = create({
    Version: 'Volkswagen Gol Trend Edición Bisabuelo',
    Marca: undefined,
    Modelo: undefined,
  })
  expect([made.status, ...names(made)]).toEqual([
    201,
    'Volkswagen',
    'Gol Trend',
    'Volkswagen Gol Trend Edición Bisabuelo',
  ])
})

it('PUB-10: when no single known version can be established the supplied name is kept', () => {
  const texts = [
    'Edición Bisabuelo',
    '/v3/versiones/99999999',
    'https://api.example/v3/versiones/0',
    '99999999',
  ]
  for (const Version of texts)
    expect(names(create({ Version }))).toEqual(['Volkswagen', 'Gol Trend', Version])
})

it('publications/version-absent: without a Version the one that year and technical data leave is known, else null', () => {
  for (const Version of [undefined, null, '']) expect(names(create({ Version }))[2]).toBe(automatic.Nombre)
  expect(names(create({ VersionYear: 2022 }))[2]).toBeNull()
})

it('publications/version-elsewhere: a known version of another model or brand than those given is refused on Version', () => {
  for (const more of [
    { Modelo: 'Polo' },
    { Marca: 'Fiat', Modelo: 'Cronos' },
    { Marca: 'Fiat', Modelo: undefined },
  ]) {
    for (const Version of [
      comfortline.path,
      String(comfortline.id),
      `https://api.example${comfortline.path}`,
    ]) {
      const result = create({ ...more, Version })
      expect([result.status, Object.keys(result.json.Errors)]).toEqual([
        400,
        expect.arrayContaining(['Version']),
      ])
    }
  }
})

it('publications/unresolvable: unknown brand and model are refused each on its member, or kept as text', () => {
  const result = create({ Marca: 'Batimóvil', Modelo: 'Mark I' })
  expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, ['Marca']])
  expect(Object.keys(create({ Modelo: 'Mark I' }).json.Errors)).toEqual(['Modelo'])
  const kept = create(
    { Marca: 'Batimóvil', Modelo: 'Mark I', Version: 'Gotham' },
    { 'publications/unresolvable': 'kept' },
  )
  expect([kept.status, ...names(kept)]).toEqual([201, 'Batimóvil', 'Mark I', 'Gotham'])
})

it('PUB-09: a model that names several brands’ cars needs its brand', () => {
  const without = create({ Marca: undefined, Modelo: 'León' })
  expect([without.status, Object.keys(without.json.Errors).sort()]).toEqual([400, ['Marca', 'Modelo']])
  expect(names(create({ Marca: 'Cupra', Modelo: 'León' })).slice(0, 2)).toEqual(['Cupra', 'León'])
})

it('PUB-12: the four words of Transmision are shown spelled out while the version is unknown', () => {
  const transmission = (Transmision: unknown) =>
    create({ Version: 'Edición Bisabuelo', Transmision }).json.Transmision
  expect(['Automática', 'A', 'Manual', 'M', undefined].map(transmission)).toEqual([
    'Automática',
    'Automática',
    'Manual',
    'Manual',
    null,
  ])
})

it('PUB-13: Propulsion is resolved to its name, and a known version knows better', () => {
  const fuel = (more: object) => create({ Version: 'Edición Bisabuelo', ...more }).json.Propulsion
  expect([fuel({ Propulsion: 'gasoil' }), fuel({ Propulsion: '/v3/propulsiones/7' }), fuel({})]).toEqual([
    'Diésel',
    'GNC',
    null,
  ])
  const known = create({
    Version: String(comfortline.id),
    VersionYear: 2020,
    Transmision: 'M',
    Propulsion: 'GNC',
  }).json
  expect([known.Transmision, known.Propulsion, known.VersionYear]).toEqual(['Automática', 'Nafta', 2020])
})

const sheet = [{ Seccion: 'Confort', Valor: 'Aire', Datos: 'sí' }]

it('PUB-16: DatosTecnicosCustom is used only when the version is unknown', () => {
  const data = (Version: unknown) => create({ Version, DatosTecnicosCustom: sheet }).json.DatosTecnicosCustom
  expect([data('Edición Bisabuelo'), data(automatic.path), data(undefined)]).toEqual([sheet, [], []])
})

it('PUB-16: a full edit uses DatosTecnicosCustom only when the version is unknown', () => {
  const edited = (Version: string) => {
    const { world } = create({ Version, DatosTecnicosCustom: sheet })
    const body = { VersionYear: 2018, Kilometraje: 61_000, DatosTecnicosCustom: [...sheet, ...sheet] }
    return send(world, 'PUT', `${AT}/auto-1`, { body }).json.DatosTecnicosCustom.length
  }
  expect([edited('Edición Bisabuelo'), edited(automatic.path)]).toEqual([2, 0])
})

it('publications/custom-data-item: under the second option the items are texts', () => {
  const option = { 'publications/custom-data-item': 'string' }
  const made = create({ Version: 'Edición Bisabuelo', DatosTecnicosCustom: ['Aire', ''] }, option)
  expect(made.json.DatosTecnicosCustom).toEqual(['Aire', ''])
  expect(Object.keys(create({ DatosTecnicosCustom: ['Aire', sheet[0]] }, option).json.Errors)).toEqual([
    'DatosTecnicosCustom[1]',
  ])
})
