import { foldText } from '../../lib/text/folded-text.ts'
import { parseTypedNumber } from './formats.ts'
import type { Car } from './inventory.ts'

/** Filters of the list, as the query of its URL spells them; an empty text filters nothing. */
export interface Filters {
  readonly q: string
  readonly marca: string
  readonly region: string
  /** Currency of the compared prices. */
  readonly moneda: string
  readonly pmin: string
  readonly pmax: string
  readonly amin: string
  readonly amax: string
}

const NAMES = ['q', 'marca', 'region', 'moneda', 'pmin', 'pmax', 'amin', 'amax'] as const

/** Reads the filters from query parameters. */
export const readFilters = (query: (name: string) => string | undefined): Filters => {
  const textOf = (name: keyof Filters) => (query(name) ?? '').trim().slice(0, 100)
  return {
    q: textOf('q'),
    marca: textOf('marca'),
    region: textOf('region'),
    moneda: textOf('moneda'),
    pmin: textOf('pmin'),
    pmax: textOf('pmax'),
    amin: textOf('amin'),
    amax: textOf('amax'),
  }
}

/** Counts the filters in use, without the search text. */
export const activeFilterCount = (filters: Filters): number =>
  NAMES.filter((name) => name !== 'q' && filters[name] !== '').length

/** Returns the query of the list with some filters changed. */
export const filterQuery = (
  filters: Filters,
  change: Partial<Filters> & { pagina?: number } = {},
): string => {
  const { pagina = 1, ...others } = change
  const changed = { ...filters, ...others }
  const query = new URLSearchParams(
    NAMES.flatMap((name): [string, string][] => (changed[name] === '' ? [] : [[name, changed[name]]])),
  )
  if (pagina > 1) query.set('pagina', String(pagina))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Cars that match the filters. */
export interface FilterResult {
  readonly cars: readonly Car[]
  /**
   * How many others match except for a price that cannot be compared: in another currency or without amount.
   */
  readonly incomparable: number
}

/** A price range without a currency is in pesos. */
export const DEFAULT_CURRENCY = 'ARS'

/** Returns the cars that match the filters. */
export const applyFilters = (all: readonly Car[], filters: Filters): FilterResult => {
  const { marca, region } = filters
  const words = foldText(filters.q).split(/\s+/).filter(Boolean)
  const [minYear, maxYear] = [parseTypedNumber(filters.amin), parseTypedNumber(filters.amax)]
  const matching = all.filter(
    (car) =>
      (marca === '' || car.brand === marca) &&
      (region === '' || car.region === region) &&
      (minYear === undefined || (car.year ?? 0) >= minYear) &&
      (maxYear === undefined || (car.year ?? 9_999) <= maxYear) &&
      words.every((word) => car.searchText.includes(word)),
  )
  return filterByPrice(matching, filters)
}

const filterByPrice = (matching: readonly Car[], filters: Filters): FilterResult => {
  const [min, max] = [parseTypedNumber(filters.pmin), parseTypedNumber(filters.pmax)]
  const hasRange = min !== undefined || max !== undefined
  if (!hasRange && filters.moneda === '') return { cars: matching, incomparable: 0 }
  const currency = filters.moneda || DEFAULT_CURRENCY
  const comparable = matching.filter(({ price }) => price?.Moneda === currency && price.Importe > 0)
  const cars = comparable.filter(({ price }) => {
    const amount = price?.Importe ?? 0
    return amount >= (min ?? 0) && amount <= (max ?? Number.POSITIVE_INFINITY)
  })
  return { cars, incomparable: hasRange ? matching.length - comparable.length : 0 }
}

/** Returns the values of a member with their numbers of cars, by name. */
export const facetCounts = (
  cars: readonly Car[],
  member: 'brand' | 'region',
): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>()
  for (const car of cars) if (car[member] !== '') counts.set(car[member], (counts.get(car[member]) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'es'))
}

/** Returns the currencies of the prices. */
export const currenciesIn = (cars: readonly Car[]): readonly string[] =>
  [...new Set(cars.flatMap(({ price }) => price?.Moneda ?? []))].sort()
