/**
 * Reads the facts in `fixtures/` and links them to the catalogue's one value. The running server trusts the files that
 * it was shipped with; `checkFacts` (catalogue-check) is what the tests, and whoever edits a file, hold them against.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelFacts } from '../domain/catalogue/brand-facts.ts'
import type { Brand, Catalogue, City, Model, Named, Region, Version } from '../world/catalogue.ts'
import { codenameOf, deriveVersions } from '../domain/catalogue/version-derivation.ts'
import type { CatalogueFacts, FactFile } from './catalogue-check.ts'
import { packageRoot } from './package-root.ts'

/** Where each kind of fact stands under `fixtures/`. */
const PATHS: Readonly<Record<FactFile, string>> = {
  brands: 'catalogue/brands.json',
  fuels: 'catalogue/fuels.json',
  bodyStyles: 'catalogue/body-styles.json',
  regions: 'places/regions.json',
  cities: 'places/cities.json',
  currencies: 'places/currencies.json',
}

let catalogue: Catalogue | undefined

/** The shipped catalogue, built on the first call and the same value ever after. */
export const readCatalogue = (): Catalogue => (catalogue ??= linkCatalogue(readFacts()))

export const readFacts = (): CatalogueFacts => {
  const folder = join(packageRoot(), 'fixtures')
  const read = (file: FactFile) => JSON.parse(readFileSync(join(folder, PATHS[file]), 'utf8'))
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
