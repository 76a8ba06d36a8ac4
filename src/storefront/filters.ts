import type { Car } from './stock.ts'
import { folded, typedNumber } from './formats.ts'

/** What a shopper asks for, as the address of the page says it. */
export interface Filters {
  readonly q: string
  readonly marca: string
  readonly region: string
  /** Currency in which prices are compared; empty: any. */
  readonly moneda: string
  readonly pmin: string
  readonly pmax: string
  readonly amin: string
  readonly amax: string
}

const NAMES = ['q', 'marca', 'region', 'moneda', 'pmin', 'pmax', 'amin', 'amax'] as const

export const filtersIn = (query: (name: string) => string | undefined): Filters => {
  const said = (name: keyof Filters) => (query(name) ?? '').trim().slice(0, 100)
  const [q, marca, region, moneda] = [said('q'), said('marca'), said('region'), said('moneda')]
  return { q, marca, region, moneda, pmin: said('pmin'), pmax: said('pmax'), amin: said('amin'), amax: said('amax') }
}

/** How many filters are set, the free text apart. */
export const filtersSet = (filters: Filters): number =>
  NAMES.filter((name) => name !== 'q' && filters[name] !== '').length

/** The address of the list under other filters. */
export const queryOf = (filters: Filters, change: Partial<Filters> & { pagina?: number } = {}): string => {
  const { pagina = 1, ...others } = change
  const said = { ...filters, ...others }
  const query = new URLSearchParams(
    NAMES.flatMap((name): [string, string][] => (said[name] === '' ? [] : [[name, said[name]]])),
  )
  if (pagina > 1) query.set('pagina', String(pagina))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export interface Filtered {
  readonly cars: readonly Car[]
  /** Cars that fit but for their price, which is in another currency or not said, and so cannot be compared. */
  readonly incomparable: number
}

/** An amount without a currency is in pesos, as people mean it. */
export const DEFAULT_CURRENCY = 'ARS'

export const filtered = (all: readonly Car[], filters: Filters): Filtered => {
  const { marca, region } = filters
  const words = folded(filters.q).split(/\s+/).filter(Boolean)
  const [from, to] = [typedNumber(filters.amin), typedNumber(filters.amax)]
  const fitting = all.filter(
    (car) =>
      (marca === '' || car.brand === marca) &&
      (region === '' || car.region === region) &&
      (from === undefined || (car.year ?? 0) >= from) &&
      (to === undefined || (car.year ?? 9_999) <= to) &&
      words.every((word) => car.text.includes(word)),
  )
  const [least, most] = [typedNumber(filters.pmin), typedNumber(filters.pmax)]
  const ranged = least !== undefined || most !== undefined
  if (!ranged && filters.moneda === '') return { cars: fitting, incomparable: 0 }
  const currency = filters.moneda || DEFAULT_CURRENCY
  const comparable = fitting.filter(({ price }) => price?.Moneda === currency && price.Importe > 0)
  const cars = comparable.filter(({ price }) => {
    const amount = price?.Importe ?? 0
    return amount >= (least ?? 0) && amount <= (most ?? Number.POSITIVE_INFINITY)
  })
  return { cars, incomparable: ranged ? fitting.length - comparable.length : 0 }
}

/** The values that a member takes, each with how many cars have it, by name. */
export const facetOf = (cars: readonly Car[], member: 'brand' | 'region'): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>()
  for (const car of cars) if (car[member] !== '') counts.set(car[member], (counts.get(car[member]) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'es'))
}

export const currenciesOf = (cars: readonly Car[]): readonly string[] =>
  [...new Set(cars.flatMap(({ price }) => price?.Moneda ?? []))].sort()
