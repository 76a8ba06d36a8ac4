/**
 * Reads the facts in `fixtures/` and links them to the catalogue's one value. The running server trusts the files that
 * it was shipped with; `checkFacts` is what the tests, and whoever edits a file, hold them against.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Brand, Catalogue, City, Model, Named, Region, Version } from '../domain/catalogue.ts'
import { brandTraits, codenameFacts, codenameOf, deriveVersions, type ModelFacts, modelFacts } from '../domain/trims.ts'
import { packageRoot } from './package-root.ts'

const named = z.strictObject({ Nombre: z.string().min(1), codenames: z.array(codenameFacts).min(1) })

const isoRegion = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'expected an ISO 3166-2 code such as AR-B')

const files = {
  brands: {
    path: 'catalogue/brands.json',
    entry: z.strictObject({ ...brandTraits.shape, models: z.array(modelFacts).min(1) }),
  },
  fuels: { path: 'catalogue/fuels.json', entry: named },
  bodyStyles: { path: 'catalogue/body-styles.json', entry: named },
  regions: { path: 'places/regions.json', entry: z.strictObject({ ...named.shape, Iso: isoRegion }) },
  cities: {
    path: 'places/cities.json',
    entry: z.strictObject({ region: isoRegion, cities: z.array(z.string().min(1)).min(1) }),
  },
  currencies: {
    path: 'places/currencies.json',
    entry: z.strictObject({
      Nombre: z.string().min(1),
      codenames: z.tuple([z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code such as ARS')], codenameFacts),
      Simbolo: z.string().min(1),
    }),
  },
} as const

type FactFile = keyof typeof files

/** The content of every file under `fixtures/catalogue` and `fixtures/places`. */
export type CatalogueFacts = { readonly [K in FactFile]: readonly z.infer<(typeof files)[K]['entry']>[] }

let catalogue: Catalogue | undefined

/** The shipped catalogue, built on the first call and the same value ever after. */
export const readCatalogue = (): Catalogue => (catalogue ??= linkCatalogue(readFacts()))

export const readFacts = (): CatalogueFacts => {
  const folder = join(packageRoot(), 'fixtures')
  const read = (file: FactFile) => JSON.parse(readFileSync(join(folder, files[file].path), 'utf8'))
  // The shipped files are a boundary that the tests check with checkFacts: JSON.parse leaves them untyped.
  return {
    brands: read('brands'),
    fuels: read('fuels'),
    bodyStyles: read('bodyStyles'),
    regions: read('regions'),
    cities: read('cities'),
    currencies: read('currencies'),
  }
}

/** Ids count from 1 in file order, models' from 100 and versions' from 10001. Pure: equal facts give equal catalogues. */
export const linkCatalogue = (facts: CatalogueFacts): Catalogue => {
  const places = linkPlaces(facts)
  return {
    ...linkCars(facts),
    fuels: facts.fuels.map((fuel, index) => name(fuel, index + 1, 'propulsiones')),
    bodyStyles: facts.bodyStyles.map((style, index) => name(style, index + 1, 'carrocerias')),
    ...places,
    currencies: facts.currencies.map((currency, index) => ({
      ...name(currency, index + 1, 'monedas'),
      Simbolo: currency.Simbolo,
    })),
  }
}

const name = (facts: { Nombre: string; codenames: readonly string[] }, id: number, noun: string): Named => ({
  id,
  Nombre: facts.Nombre,
  codenames: facts.codenames,
  path: `/v3/${noun}/${id}`,
})

const linkCars = (facts: CatalogueFacts): Pick<Catalogue, 'brands' | 'models' | 'versions'> => {
  const models: Model[] = []
  const versions: Version[] = []
  const brands = facts.brands.map((brandFacts, index) => {
    const ofBrand: Model[] = []
    const brand: Brand = { ...name(brandFacts, index + 1, 'marcas'), models: ofBrand }
    for (const modelFact of brandFacts.models) {
      const ofModel: Version[] = []
      const model = linkModel(modelFact, { brand, id: 100 + models.length, versions: ofModel })
      const source = { facts: modelFact, brand: brandFacts, firstId: 10_001 + versions.length }
      for (const version of deriveVersions(model, source)) {
        ofModel.push(version)
        versions.push(version)
      }
      ofBrand.push(model)
      models.push(model)
    }
    return brand
  })
  return { brands, models, versions }
}

const linkModel = (facts: ModelFacts, links: Pick<Model, 'brand' | 'id' | 'versions'>): Model => ({
  id: links.id,
  Nombre: facts.Nombre,
  codenames: facts.codenames,
  path: `/v3/modelos/${links.id}`,
  brand: links.brand,
  Carrocerias: facts.bodies,
  Segmento: facts.segment,
  versions: links.versions,
})

const linkPlaces = (facts: CatalogueFacts): Pick<Catalogue, 'regions' | 'cities'> => {
  const cityNames = new Map(facts.cities.map((entry) => [entry.region, entry.cities]))
  const cities: City[] = []
  const regions = facts.regions.map((regionFacts, index) => {
    const ofRegion: City[] = []
    const region: Region = { ...name(regionFacts, index + 1, 'regiones'), Iso: regionFacts.Iso, cities: ofRegion }
    for (const Nombre of cityNames.get(region.Iso) ?? []) {
      const id = cities.length + 1
      const city = { id, Nombre, codenames: [codenameOf(Nombre)], path: `/v3/ciudades/${id}`, region }
      ofRegion.push(city)
      cities.push(city)
    }
    return region
  })
  return { regions, cities }
}

/** The facts, typed, when they are sound; throws an error that lists every fault by file, entry and what was expected. */
export const checkFacts = (facts: Readonly<Record<FactFile, unknown>>): CatalogueFacts => {
  const shapes = z.object({
    brands: z.array(files.brands.entry),
    fuels: z.array(files.fuels.entry),
    bodyStyles: z.array(files.bodyStyles.entry),
    regions: z.array(files.regions.entry),
    cities: z.array(files.cities.entry),
    currencies: z.array(files.currencies.entry),
  })
  const checked = shapes.safeParse(facts)
  const faults = checked.success
    ? faultyReferences(checked.data)
    : checked.error.issues.map(({ path, message }) => {
        const [file, ...inside] = path
        return `${pathOf(file)}: ${entryAt(facts, path)}: ${inside.join('.')}: ${message}`
      })
  if (faults.length > 0 || !checked.success) throw new Error(`fixtures are not sound:\n${faults.join('\n')}`)
  return checked.data
}

const pathOf = (file: PropertyKey | undefined): string =>
  Object.entries(files).find(([key]) => key === file)?.[1].path ?? String(file)

/** The names met on the way to a fault, e.g. `Fiat, Cronos`. */
const entryAt = (facts: unknown, path: readonly PropertyKey[]): string => {
  const names: string[] = []
  let here = facts
  for (const step of path) {
    here = typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined
    const label =
      typeof here === 'object' && here !== null ? (Reflect.get(here, 'Nombre') ?? Reflect.get(here, 'region')) : 0
    if (typeof label === 'string') names.push(label)
  }
  return names.join(', ') || 'unnamed entry'
}

const faultyReferences = (facts: CatalogueFacts): string[] => {
  const fuels = new Set(facts.fuels.map((fuel) => fuel.Nombre))
  const bodyStyles = new Set(facts.bodyStyles.map((style) => style.Nombre))
  const regions = new Set(facts.regions.map((region) => region.Iso))
  const ofModels = facts.brands.flatMap((brand) =>
    brand.models.flatMap(({ Nombre, engines, bodies, years: [from, to] }) => {
      const where = `${files.brands.path}: ${brand.Nombre}, ${Nombre}`
      const strangers = (kind: string, known: ReadonlySet<string>, given: readonly string[]) =>
        given.filter((one) => !known.has(one)).map((one) => `${where}: expected a known ${kind}, got ${one}`)
      return [
        ...strangers(
          'fuel',
          fuels,
          engines.map((engine) => engine[2]),
        ),
        ...strangers('body style', bodyStyles, bodies),
        ...(to !== null && to < from ? [`${where}: expected years in order, got ${from} to ${to}`] : []),
      ]
    }),
  )
  const ofCities = facts.cities
    .filter((entry) => !regions.has(entry.region))
    .map((entry) => `${files.cities.path}: ${entry.region}: expected the Iso of a region in ${files.regions.path}`)
  return [...ofModels, ...ofCities]
}
