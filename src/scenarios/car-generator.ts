import { searchCars } from '../domain/catalogue/car-search.ts'
import type { Catalogue, Model, Version } from '../world/catalogue.ts'
import type { Chance } from '../random/prng.ts'
import type { Money } from '../world/publication.ts'
import { newestYear } from '../domain/catalogue/version-derivation.ts'
import { horsepower } from '../domain/catalogue/version-terms.ts'

/** Which cars stand on an invented lot, how far they ran and what they cost. */

export interface NamedCar {
  readonly version: Version
  /** The year that the text names, else the version's own. */
  readonly year: number | null
}

/** The car that a scenario names, by codenames between slashes or by a free text; undefined when no model answers to it. */
export const namedCar = (catalogue: Catalogue, said: string): NamedCar | undefined => {
  const version = said.includes('/') ? byCodenames(catalogue, said) : bySearch(catalogue, said)
  if (!version) return undefined
  const year = said.includes('/') ? undefined : /\b(?:19|20)\d\d\b/.exec(said)?.[0]
  return { version, year: year ? Number(year) : version.VersionYear }
}

const byCodenames = ({ brands }: Catalogue, said: string): Version | undefined => {
  const [brand, model, version] = said.split('/')
  const named = <T extends { readonly codenames: readonly string[] }>(
    list: readonly T[] | undefined,
    name: string | undefined,
  ) => list?.find(({ codenames }) => codenames.some((one) => one === name))
  return named(named(named(brands, brand)?.models, model)?.versions, version)
}

const bySearch = (catalogue: Catalogue, said: string): Version | undefined => {
  const found = searchCars(catalogue, said)
  return found.version ?? found.candidates.find(({ model }) => model === found.model)
}

export interface Wanted {
  readonly used: boolean
  /** First and last year of a used car. */
  readonly years: readonly [number, number]
}

const MOST_TRIES = 400

/** A car as one meets them: common brands and models come more often. Undefined when hardly any car is as wanted. */
export const commonCar = (
  catalogue: Catalogue,
  draw: Chance,
  { used, years: [from, to] }: Wanted,
): Version | undefined => {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const brand = catalogue.brands[early(draw, catalogue.brands.length, 7)]!
    const model = brand.models[early(draw, brand.models.length, 5)]!
    const fitting = model.versions.filter(({ VersionYear: year, ActualmenteDisponible }) =>
      used ? year !== null && year >= from && year <= to : ActualmenteDisponible && year === newestYear,
    )
    if (fitting.length > 0) return draw.pick(fitting)
  }
  return undefined
}

/** A position that is small more often: the catalogue's lists run from the common to the rare. */
const early = (draw: Chance, length: number, scale: number): number =>
  Math.floor(-scale * Math.log(1 - draw.next() * (1 - Math.exp(-length / scale))))

/** Years that the car has run, counted to the catalogue's newest year, since a scenario has no dates. */
const ageOf = (year: number | null): number => Math.max(0, newestYear - (year ?? newestYear))

const KM_A_YEAR = 13_500

/** Kilometres of a used car of that year, never 0; `fortune` from 0 to 1. */
export const mileageOf = (year: number | null, fortune: number): number => {
  const km = Math.min(320_000, (ageOf(year) + 0.4) * KM_A_YEAR * (0.4 + 1.2 * fortune))
  return Math.max(900, km > 10_000 ? Math.round(km / 500) * 500 : Math.round(km / 100) * 100)
}

const ARS_A_DOLLAR = 1_250
const DEAR_ARS = 60_000_000

/** What such a car is offered for; `fortune` from 0 to 1. Dear ones are sometimes priced in dollars. */
export const priceOf = (version: Version | null, year: number | null, km: number, fortune: number): Money => {
  const fresh = version ? newPriceOf(version) : 28_000_000
  const usual = (ageOf(year) + 0.4) * KM_A_YEAR
  const worn = km === 0 ? 1 : 0.88 * 0.935 ** ageOf(year) * Math.min(1.12, Math.max(0.8, 1.12 - 0.12 * (km / usual)))
  const value = fresh * worn * (km === 0 ? 1 : 0.95 + 0.1 * fortune)
  if (value > DEAR_ARS && fortune < 0.5) return { Moneda: 'USD', Importe: rounded(value / ARS_A_DOLLAR, 100) }
  return { Moneda: 'ARS', Importe: rounded(value, 50_000) }
}

const rounded = (amount: number, step: number): number => Math.max(step, Math.round(amount / step) * step)

const newPriceOf = (version: Version): number =>
  version.Precio?.Importe ?? modelPriceOf(version.model) ?? formula(version)

/** What power alone would cost, for models that are no longer sold. */
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
