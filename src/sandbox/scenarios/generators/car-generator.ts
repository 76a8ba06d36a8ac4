import type { Prng } from '../../../lib/random/prng.ts'
import { searchCars } from '../../../model/domain/catalogue/car-search.ts'
import { horsepower } from '../../../model/domain/catalogue/search-attributes.ts'
import { NEWEST_MODEL_YEAR } from '../../../model/domain/catalogue/version-derivation.ts'
import type { Catalogue, Model, Version } from '../../../model/world/catalogue.ts'
import type { Money } from '../../../model/world/publication.ts'

/** Generates the cars of a stock: version, mileage and price. */

/** A car that a scenario names. */
export interface NamedCar {
  readonly version: Version
  /** The year in the text, else the year of the version. */
  readonly year: number | null
}

/** Finds a car by codenames with slashes or by search words; undefined when no model matches. */
export const findNamedCar = (catalogue: Catalogue, text: string): NamedCar | undefined => {
  const version = text.includes('/') ? byCodenames(catalogue, text) : bySearch(catalogue, text)
  if (!version) return undefined
  const year = text.includes('/') ? undefined : /\b(?:19|20)\d\d\b/.exec(text)?.[0]
  return { version, year: year ? Number(year) : version.VersionYear }
}

const byCodenames = ({ brands }: Catalogue, text: string): Version | undefined => {
  const [brand, model, version] = text.split('/')
  const named = <T extends { readonly codenames: readonly string[] }>(
    list: readonly T[] | undefined,
    name: string | undefined,
  ) => list?.find(({ codenames }) => codenames.some((one) => one === name))
  return named(named(named(brands, brand)?.models, model)?.versions, version)
}

const bySearch = (catalogue: Catalogue, text: string): Version | undefined => {
  const found = searchCars(catalogue, text)
  return found.version ?? found.candidates.find(({ model }) => model === found.model)
}

/** Criteria for a generated car. */
export interface CarCriteria {
  readonly used: boolean
  /** First and last year of a used car. */
  readonly years: readonly [number, number]
}

const MAX_TRIES = 400

/**
 * Draws a car, with common brands and models more often. Undefined when (almost) no car meets the criteria.
 */
export const drawCar = (
  catalogue: Catalogue,
  draw: Prng,
  { used, years: [from, to] }: CarCriteria,
): Version | undefined => {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const brand = catalogue.brands[lowIndex(draw, catalogue.brands.length, 7)]!
    const model = brand.models[lowIndex(draw, brand.models.length, 5)]!
    const fitting = model.versions.filter(({ VersionYear: year, ActualmenteDisponible }) =>
      used
        ? year !== null && year >= from && year <= to
        : ActualmenteDisponible && year === NEWEST_MODEL_YEAR,
    )
    if (fitting.length > 0) return draw.pick(fitting)
  }
  return undefined
}

/** Draws an index with a bias to small ones: the catalogue lists common entries first. */
const lowIndex = (draw: Prng, length: number, scale: number): number =>
  Math.floor(-scale * Math.log(1 - draw.next() * (1 - Math.exp(-length / scale))))

/** Age of a car in years, relative to the catalogue's newest year, since a scenario has no dates. */
const ageOf = (year: number | null): number => Math.max(0, NEWEST_MODEL_YEAR - (year ?? NEWEST_MODEL_YEAR))

const KM_A_YEAR = 13_500

/** Mileage of a used car of that year, never 0; `quantile` from 0 to 1. */
export const mileageOf = (year: number | null, quantile: number): number => {
  const km = Math.min(320_000, (ageOf(year) + 0.4) * KM_A_YEAR * (0.4 + 1.2 * quantile))
  return Math.max(900, km > 10_000 ? Math.round(km / 500) * 500 : Math.round(km / 100) * 100)
}

const ARS_A_DOLLAR = 1_250
const EXPENSIVE_ARS = 60_000_000

/** Price of such a car; `quantile` from 0 to 1. Some expensive cars are priced in dollars. */
export const priceOf = (
  version: Version | null,
  year: number | null,
  km: number,
  quantile: number,
): Money => {
  const fresh = version ? newPriceOf(version) : 28_000_000
  const usual = (ageOf(year) + 0.4) * KM_A_YEAR
  const worn =
    km === 0 ? 1 : 0.88 * 0.935 ** ageOf(year) * Math.min(1.12, Math.max(0.8, 1.12 - 0.12 * (km / usual)))
  const value = fresh * worn * (km === 0 ? 1 : 0.95 + 0.1 * quantile)
  if (value > EXPENSIVE_ARS && quantile < 0.5)
    return { Moneda: 'USD', Importe: rounded(value / ARS_A_DOLLAR, 100) }
  return { Moneda: 'ARS', Importe: rounded(value, 50_000) }
}

const rounded = (amount: number, step: number): number => Math.max(step, Math.round(amount / step) * step)

const newPriceOf = (version: Version): number =>
  version.Precio?.Importe ?? modelPriceOf(version.model) ?? formula(version)

/** Estimates a price from power, for models that are no longer sold. */
const formula = (version: Version): number => 10_500_000 + horsepower(version) * 165_000

const modelPrices = new WeakMap<Model, number | null>()

const modelPriceOf = (model: Model): number | null => {
  const known = modelPrices.get(model)
  if (known !== undefined) return known
  const prices = model.versions.flatMap(({ Precio }) => (Precio ? [Precio.Importe] : []))
  const mean = prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) / prices.length
  modelPrices.set(model, mean)
  return mean
}
