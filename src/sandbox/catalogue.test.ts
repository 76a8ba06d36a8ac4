import { expect, test } from 'vitest'
import type { Named, Version } from '../world/catalogue.ts'
import { technicalSheet } from '../domain/catalogue/technical-sheet.ts'
import { codenameOf } from '../domain/catalogue/version-derivation.ts'
import { linkCatalogue, readCatalogue, readFacts } from './catalogue.ts'
import { checkFacts } from './catalogue-check.ts'

const catalogue = readCatalogue()
const kinds: Readonly<Record<string, readonly Named[]>> = {
  marcas: catalogue.brands,
  modelos: catalogue.models,
  versiones: catalogue.versions,
  propulsiones: catalogue.fuels,
  carrocerias: catalogue.bodyStyles,
  regiones: catalogue.regions,
  ciudades: catalogue.cities,
  monedas: catalogue.currencies,
}

const repeated = (values: readonly unknown[]): unknown[] => values.filter((one, index) => values.indexOf(one) !== index)

const brandNamed = (name: string) => catalogue.brands.find((brand) => brand.codenames.includes(name))

const modelsFor = (text: string) =>
  catalogue.models.filter((model) => model.codenames.includes(text)).map((model) => model.brand.Nombre)

test('the shipped facts are sound', () => {
  const facts = readFacts()
  expect(checkFacts(facts)).toEqual(facts)
})

test('the catalogue is as wide as a real market', () => {
  expect(catalogue.brands.length).toBeGreaterThanOrEqual(34)
  expect(catalogue.models.length).toBeGreaterThanOrEqual(320)
  expect(catalogue.versions.length).toBeGreaterThanOrEqual(2800)
})

test('the 24 Argentine regions have between them at least 170 cities, and none is without', () => {
  const argentine = catalogue.regions.filter((region) => region.Iso.startsWith('AR-'))
  expect(argentine).toHaveLength(24)
  expect(argentine.filter((region) => region.cities.length === 0)).toEqual([])
  expect(argentine.flatMap((region) => region.cities).length).toBeGreaterThanOrEqual(170)
})

test('ids are unique within a kind and stand at the end of the path', () => {
  for (const [noun, entries] of Object.entries(kinds)) {
    expect(new Set(entries.map((entry) => entry.id)).size, noun).toBe(entries.length)
    expect(entries.filter((entry) => entry.path !== `/v3/${noun}/${entry.id}`)).toEqual([])
  }
})

test('ids start at 1, models at 100, versions at 10001', () => {
  const starts = [catalogue.brands, catalogue.models, catalogue.versions, catalogue.cities].map((list) => list[0]?.id)
  expect(starts).toEqual([1, 100, 10_001, 1])
})

test('208 and 500 are codenames of models and ids of others', () => {
  expect([modelsFor('208'), modelsFor('500')]).toEqual([['Peugeot'], ['Fiat']])
  const byId = [208, 500].map((id) => catalogue.models.find((model) => model.id === id)?.codenames)
  expect(byId.every((codenames) => codenames && !codenames.includes('208') && !codenames.includes('500'))).toBe(true)
})

test('codenames are unique among brands, places, fuels and body styles, and within a parent', () => {
  const { brands, models, regions, fuels, bodyStyles, currencies } = catalogue
  const families: (readonly Named[])[] = [brands, fuels, bodyStyles, regions, currencies]
  families.push(...brands.map((brand) => brand.models), ...models.map((model) => model.versions))
  families.push(...regions.map((region) => region.cities))
  for (const family of families) {
    expect(repeated(family.flatMap((entry) => entry.codenames))).toEqual([])
    expect(family.filter((entry) => entry.codenames.length === 0)).toEqual([])
  }
})

test('names are unique within their parent, for versions together with the year', () => {
  for (const model of catalogue.models) {
    expect(repeated(model.versions.map((one) => `${one.Nombre}, ${one.VersionYear}`)), model.Nombre).toEqual([])
  }
  const { brands, regions } = catalogue
  const families = [brands, regions, ...brands.map((brand) => brand.models), ...regions.map((region) => region.cities)]
  for (const family of families) expect(repeated(family.map((entry) => entry.Nombre))).toEqual([])
})

test('every fuel and body style that a version names is in the catalogue', () => {
  const fuels = catalogue.fuels.map((fuel) => fuel.Nombre)
  const bodyStyles = catalogue.bodyStyles.map((style) => style.Nombre)
  const isLost = (one: Version) =>
    !fuels.includes(one.Propulsion) ||
    !bodyStyles.includes(one.Carroceria) ||
    !one.model.Carrocerias.includes(one.Carroceria)
  expect(catalogue.versions.filter(isLost)).toEqual([])
})

test('lists nest as the flat lists run', () => {
  expect(catalogue.brands.flatMap((brand) => brand.models)).toHaveLength(catalogue.models.length)
  expect(catalogue.models.every((model) => model.brand.models.includes(model))).toBe(true)
  expect(catalogue.versions.every((version) => version.model.versions.includes(version))).toBe(true)
  expect(catalogue.cities.every((city) => city.region.cities.includes(city))).toBe(true)
})

test('a version name fits the 50 characters that a publication takes (PUB-04)', () => {
  expect(catalogue.versions.filter((version) => version.Nombre.length > 50)).toEqual([])
})

test('versions are mostly dated, a few are not', () => {
  const undated = catalogue.versions.filter((version) => version.VersionYear === null).length
  expect(undated).toBeGreaterThan(0)
  expect(undated / catalogue.versions.length).toBeLessThan(0.05)
})

test('a version comes in four to eight colours', () => {
  const strays = catalogue.versions.filter(
    ({ Colores }) => Colores.length < 4 || new Set(Colores).size !== Colores.length,
  )
  expect(strays).toEqual([])
  expect(Math.max(...catalogue.versions.map((version) => version.Colores.length))).toBe(8)
})

test('every technical sheet has 12 to 25 rows of text', () => {
  const sheets = catalogue.versions.filter((_, index) => index % 7 === 0).map(technicalSheet)
  expect(sheets.filter((sheet) => sheet.length < 12 || sheet.length > 25)).toEqual([])
  expect(sheets.flat().filter((row) => !row.Seccion || !row.Valor || !row.Datos)).toEqual([])
})

test('two builds of the same facts agree', () => {
  const again = linkCatalogue(readFacts())
  const plain = (versions: readonly Version[]) =>
    versions.filter((_, index) => index % 5 === 0).map(({ model, ...own }) => ({ ...own, model: model.path }))
  expect(plain(again.versions)).toEqual(plain(catalogue.versions))
})

test('readCatalogue gives the same value every time', () => {
  expect(readCatalogue()).toBe(catalogue)
})

test('a body style is first called by the codename that photo paths make of its name', () => {
  expect(catalogue.bodyStyles.map((style) => style.codenames[0])).toEqual(
    catalogue.bodyStyles.map((style) => codenameOf(style.Nombre)),
  )
})

test('Argentina searches for these and finds them', () => {
  const wanted = {
    volkswagen: ['amarok', 'gol-trend', 'vento'],
    toyota: ['corolla', 'hilux', 'sw4'],
    fiat: ['cronos', '500'],
  }
  for (const [brand, models] of Object.entries(wanted)) {
    expect(brandNamed(brand)?.models.flatMap((model) => model.codenames)).toEqual(expect.arrayContaining(models))
  }
})

test('an unsound fact is refused by file, entry and what was expected', () => {
  const facts = readFacts()
  const [first, ...rest] = facts.brands
  const [gol] = first?.models ?? []
  const withModel = (model: object) => ({ ...facts, brands: [{ ...first, models: [{ ...gol, ...model }] }, ...rest] })
  expect(() => checkFacts(withModel({ codenames: ['Gol Trend'] }))).toThrow(
    'catalogue/brands.json: Volkswagen, Gol Trend: 0.models.0.codenames.0: expected lower case a-z',
  )
  expect(() => checkFacts(withModel({ engines: [[1598, 101, 'Kerosén']] }))).toThrow(
    'catalogue/brands.json: Volkswagen, Gol Trend: expected a known fuel, got Kerosén',
  )
  expect(() => checkFacts(withModel({ years: [2022, 2008] }))).toThrow('expected years in order, got 2022 to 2008')
  expect(() => checkFacts({ ...facts, cities: [{ region: 'AR-I', cities: ['Ningún Lado'] }] })).toThrow(
    'places/cities.json: AR-I: expected the Iso of a region in places/regions.json',
  )
})
