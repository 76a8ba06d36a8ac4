import { expect, it } from 'vitest'
import { catalogueOf } from '../../../../test/best-match/miniature-catalogue.ts'
import type { Named } from '../../world/catalogue.ts'
import { matchBrand, matchModel, matchVersion } from './brand-model-match.ts'
import { searchCars } from './car-search.ts'
import type { Match } from './named-match.ts'

const catalogue = catalogueOf({
  'Volkswagen vw': {
    'Gol Trend': ['1.6 Trendline MT 5P|2017|1598|101|Nafta', '1.6 Highline AT 5P|2017|1598|101|Nafta'],
    Golf: ['1.4 TSI Highline DSG|2018|1395|150|Nafta', '2.0 TSI GTI DSG|2018|1984|220|Nafta'],
  },
  'Peugeot peugeot': {
    208: [
      'Allure 1.6 MT|2019|1587|115|Nafta',
      'Allure 1.6 AT|2019|1587|115|Nafta',
      'Allure 1.6 AT|2021|1587|115|Nafta',
    ],
    2008: ['Feline 1.6 AT|2019|1587|115|Nafta'],
  },
  'Toyota toyota': {
    Corolla: [
      'XEi 2.0 CVT|2020|1987|170|Nafta',
      'XEi 2.0 MT|2020|1987|170|Nafta',
      'SEG 1.8 HEV CVT|2020|1798|122|Híbrido',
    ],
    'Corolla Cross': ['XEi 2.0 CVT|2021|1987|170|Nafta'],
  },
})
const [volkswagen, peugeot, toyota] = catalogue.brands
const corolla = toyota?.models[0]

const nameOf = (match: Match<Named>): string =>
  match.kind === 'one'
    ? match.entry.Nombre
    : match.kind === 'several'
      ? `${match.entries.length} equal`
      : 'none'
const version = (text: string, hints = {}) => nameOf(matchVersion(catalogue, text, hints))

it('a brand answers to its id, api-url, path, name and codename, and to small typos', () => {
  const forms = [
    '1',
    'https://any.example/w/demo/v3/marcas/1',
    '/v3/marcas/1',
    'VOLKSWAGEN',
    'vw',
    'wolksvagen',
  ]
  expect(forms.map((text) => nameOf(matchBrand(catalogue, text)))).toEqual(forms.map(() => 'Volkswagen'))
})

it('a part of the name is enough for a model and not for a brand', () => {
  expect(nameOf(matchModel(catalogue, 'trend'))).toBe('Gol Trend')
  expect(nameOf(matchBrand(catalogue, 'volks'))).toBe('none')
})

it('a model answers to its full name with its brand before it', () => {
  expect(nameOf(matchModel(catalogue, 'VW Gol Trend'))).toBe('Gol Trend')
  expect(nameOf(matchModel(catalogue, 'Toyota Corolla', { brand: toyota }))).toBe('Corolla')
  expect(nameOf(matchModel(catalogue, 'Peugeot Corolla', { brand: toyota }))).toBe('none')
})

it('the whole name of a model comes before the part of another name', () => {
  expect(nameOf(matchModel(catalogue, 'corolla', { brand: toyota }))).toBe('Corolla')
})

it('a number is the name inside the given brand, else the id, and never the id of another brand', () => {
  const id = String(corolla?.id)
  expect(peugeot?.models.map(({ id, Nombre }) => `${id} ${Nombre}`)).toEqual(['207 208', '208 2008'])
  expect(nameOf(matchModel(catalogue, '208', { brand: peugeot }))).toBe('208')
  expect(nameOf(matchModel(catalogue, id))).toBe('Corolla')
  expect(nameOf(matchModel(catalogue, id, { brand: toyota }))).toBe('Corolla')
  expect(nameOf(matchModel(catalogue, id, { brand: volkswagen }))).toBe('none')
})

it('COM-11, CAT-12: an id comes before the beginning of a name, and is none after the name of the brand', () => {
  const cars = catalogueOf({
    'Peugeot peugeot': { 408: ['Feline|2019|1587|115|Nafta'], 2058: ['Feline|2019|1587|115|Nafta'] },
  })
  const [brand] = cars.brands
  expect(brand?.models.map(({ id, Nombre }) => `${id} ${Nombre}`)).toEqual(['205 408', '206 2058'])
  expect(nameOf(matchModel(cars, '205', { brand }))).toBe('408')
  expect(nameOf(matchModel(cars, 'Peugeot 205', { brand }))).toBe('2058')
})

it('a path, or the name of a brand that is not the given one, is not taken off a text', () => {
  expect(nameOf(matchModel(catalogue, '/toyota/corolla'))).toBe('none')
  expect(nameOf(matchModel(catalogue, 'Toyota Corolla', { brand: volkswagen }))).toBe('none')
})

it('an address of another kind is not a model', () => {
  expect(nameOf(matchModel(catalogue, '/v3/marcas/1'))).toBe('none')
  expect(nameOf(matchModel(catalogue, '/v3/modelos/999'))).toBe('none')
})

it('an id or address of a version decides whatever model is given, so that its caller can refuse it', () => {
  const [first] = catalogue.versions
  expect(version(String(first?.id), { model: corolla })).toBe('1.6 Trendline MT 5P')
  expect(version(`https://any.example${first?.path}`, { model: corolla })).toBe('1.6 Trendline MT 5P')
})

it('every word of a text must be explained for a version to be known', () => {
  expect(version('Volkswagen Golf GTI 2018 automático 220cv')).toBe('2.0 TSI GTI DSG')
  expect(version('golf gti pampa')).toBe('none')
  expect(version('Edición Pampa especial', { model: corolla })).toBe('none')
  expect(version('XEi 2.0 CVT manual', { model: corolla })).toBe('none')
  expect(version('XEi 2.0 CVT 1987', { model: corolla })).toBe('none')
})

it('a text without a word of the version name is not a version', () => {
  expect(['Corolla', '2020', 'Toyota Corolla nafta'].map((text) => version(text))).toEqual([
    'none',
    'none',
    'none',
  ])
})

it('small typos and glued words still name the version', () => {
  expect(version('golf higline', { brand: volkswagen })).toBe('1.4 TSI Highline DSG')
  expect(version('golfgti')).toBe('2.0 TSI GTI DSG')
})

it('a mere beginning of a name does not make a version known', () => {
  expect(version('golf highl')).toBe('none')
})

it('year, gearbox and fuel decide between versions that the text fits equally, and only between those', () => {
  const model = peugeot?.models[0]
  expect(version('Allure', { model })).toBe('3 equal')
  expect(version('Allure', { model, transmission: 'Manual' })).toBe('Allure 1.6 MT')
  expect(version('Allure', { model, year: 2021 })).toBe('Allure 1.6 AT')
  expect(version('Allure', { model, year: 2022 })).toBe('Allure 1.6 AT')
  expect(version('Allure', { model, year: 2023 })).toBe('3 equal')
  expect(version('SEG', { model: corolla, fuel: 'Nafta', transmission: 'Manual', year: 2001 })).toBe(
    'SEG 1.8 HEV CVT',
  )
})

it('of equal texts the version year that is exact comes before the one below it', () => {
  const match = matchVersion(catalogue, 'Allure 1.6 AT', { model: peugeot?.models[0], year: 2019 })
  expect(match.kind === 'one' && match.entry.VersionYear).toBe(2019)
})

it('a search explains the whole text, and leaves open what the text leaves open', () => {
  const found = searchCars(catalogue, 'corola hibrido')
  expect([found.brand?.Nombre, found.model?.Nombre, found.version?.Nombre]).toEqual([
    'Toyota',
    'Corolla',
    'SEG 1.8 HEV CVT',
  ])
  expect(searchCars(catalogue, 'corolla xei 2.0').version).toBeNull()
  expect(searchCars(catalogue, 'peugeot allure 1.6 at 2021').version?.VersionYear).toBe(2021)
  const brandOnly = searchCars(catalogue, 'toyota')
  expect([brandOnly.brand?.Nombre, brandOnly.model, brandOnly.version]).toEqual(['Toyota', null, null])
  expect(brandOnly.candidates).toHaveLength(4)
  expect(searchCars(catalogue, '2020 manual')).toEqual({
    brand: null,
    model: null,
    version: null,
    candidates: [],
  })
})

const HOSTILE = [
  '',
  '   ',
  '🚗🚙',
  '.*+?^$()|[]{}\\',
  '__proto__',
  'constructor',
  'toString',
  'سيارة تويوتا',
  '\u202Ealloroc',
  '\uD800',
  'a'.repeat(10_000),
  'corolla '.repeat(1_250),
  '/v3/',
  '/v3/marcas/__proto__',
  'https://',
  '9'.repeat(10),
  '-1',
  '1e3',
  '%00',
]

it('hostile texts name nothing', () => {
  for (const text of HOSTILE) {
    expect([
      text,
      nameOf(matchBrand(catalogue, text)),
      nameOf(matchModel(catalogue, text)),
      version(text),
    ]).toEqual([text, 'none', 'none', 'none'])
    expect(searchCars(catalogue, text).candidates).toEqual([])
  }
})

it('a text of 10,000 characters holds the server for less than 300 ms', () => {
  searchCars(catalogue, 'golf')
  const began = performance.now()
  for (const text of ['x'.repeat(10_000), 'wolksvagn '.repeat(1_000)]) {
    searchCars(catalogue, text)
    matchVersion(catalogue, text)
    matchModel(catalogue, text)
  }
  expect(performance.now() - began).toBeLessThan(300)
})
