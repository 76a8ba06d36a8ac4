import { chosen, type Profile } from '../assumptions/profile.ts'
import type { Agency } from '../world/agency.ts'
import type { Catalogue } from '../world/catalogue.ts'
import { chance, mix } from '../random/prng.ts'
import type { PeoplePool } from '../world/people.ts'
import { type Condition, LEVELS, type Level, type Publication, publicationKey } from '../world/publication.ts'
import type { AgencySaid } from './agency-schema.ts'
import { commonCar, namedCar } from './car-generator.ts'
import { Album, type Draft, listing } from './listing-generator.ts'
import type { ListingRow, Stock } from './listing-schema.ts'
import type { ScenarioError } from './scenario-error.ts'

/** What the lot of one agency is filled from. */
export interface LotSource {
  readonly agency: Agency
  readonly said: AgencySaid
  readonly seed: number
  readonly profile: Profile
  /** The app that publishes where the scenario names none. */
  readonly app: string
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
  readonly firstNumber: number
  /** Made with the path inside the agency. */
  readonly fault: (path: readonly PropertyKey[], sentence: string) => ScenarioError
}

/** The publications of an agency: the single ones, then the stocks, numbered in that order. */
export const lotOf = (source: LotSource): Publication[] => {
  const { said, agency, firstNumber } = source
  const free = new FreePlaces(source)
  const lot: Publication[] = []
  const settled = (ExternalId: string) => {
    const number = firstNumber + lot.length
    return { agency, ExternalId, handle: { number, key: publicationKey(agency.ordinal, ExternalId) } }
  }
  const palette = { seed: source.seed, people: source.people, album: new Album() }
  const fill = (draft: Draft) => lot.push(listing(draft, palette))
  for (const [i, row] of said.publications.entries()) {
    fill({
      ...settled(row.ExternalId),
      ...singleCar(source, row, i),
      Exposicion: free.level(row.state, row.Exposicion, ['publications', i]),
    })
  }
  for (const [at, stock] of said.stock.entries()) {
    const width = Math.max(4, String(stock.from + stock.count - 1).length)
    for (let i = 0; i < stock.count; i++) {
      const draft = settled(`${stock.prefix}-${String(stock.from + i).padStart(width, '0')}`)
      const condition = stateAt(stock, i)
      const Exposicion = free.level(condition, undefined, ['stock', at])
      fill({ ...draft, ...stockCar(source, stock, i, at), condition, Exposicion })
    }
  }
  return lot
}

type CarOfDraft = Pick<Draft, 'app' | 'condition' | 'version' | 'VersionYear' | 'used' | 'describe' | 'said'>

const singleCar = (source: LotSource, row: ListingRow, i: number): CarOfDraft => {
  const car = row.car === undefined ? undefined : namedCar(source.catalogue(), row.car)
  if (row.car !== undefined && !car) {
    throw source.fault(
      ['publications', i, 'car'],
      `expected words or codenames that name a car of the catalogue, got ${JSON.stringify(row.car)}`,
    )
  }
  const version = car?.version ?? null
  const used =
    source.agency.product.cars === 'new'
      ? false
      : !(version?.ActualmenteDisponible && source.agency.product.cars !== 'used')
  return {
    app: row.app ?? source.app,
    condition: row.state,
    version,
    VersionYear: car?.year ?? null,
    used,
    describe: true,
    said: row,
  }
}

const NOTHING_SAID = {}

/** Which car stands there is drawn without the world's seed: it is part of the scenario. */
const stockCar = (source: LotSource, stock: Stock, i: number, at: number): Omit<CarOfDraft, 'condition'> => {
  const { cars } = source.agency.product
  const newShare = stock.newShare ?? (cars === 'any' ? 0.25 : cars === 'new' ? 1 : 0)
  const used = fraction(i, SILVER) >= newShare
  const draw = chance(mix(0, 'stock', stock.prefix, stock.from + i))
  const version = commonCar(source.catalogue(), draw, { used, years: stock.years })
  if (!version)
    throw source.fault(
      ['stock', at, 'years'],
      `expected years in which cars of the catalogue were sold, got ${stock.years.join(' to ')}`,
    )
  const { VersionYear } = version
  return { app: stock.app ?? source.app, version, VersionYear, used, describe: stock.describe, said: NOTHING_SAID }
}

/** Steps whose multiples spread evenly, so that shares hold for small stocks too, and states and kinds of cars meet in all combinations. */
const GOLDEN = 0.6180339887498949
const SILVER = 0.41421356237309503

/** States come in their shares and well mixed, whatever the seed. */
const stateAt = ({ states }: Stock, i: number): Condition => {
  const total = states.active + states.suspended + states.archived
  const at = fraction(i, GOLDEN) * (total || 1)
  if (total === 0 || at < states.active) return 'active'
  return at < states.active + states.suspended ? 'suspended' : 'archived'
}

const fraction = (i: number, step: number): number => ((i + 0.5) * step) % 1

/** Places of the package that are left while the lot fills, so that no level ever holds more than was contracted (AGE-09). */
class FreePlaces {
  readonly #source: LotSource
  readonly #free: Record<Level, number>

  constructor(source: LotSource) {
    this.#source = source
    this.#free = { ...source.agency.pack }
    for (const [i, { state, Exposicion }] of source.said.publications.entries()) {
      if (Exposicion && this.#takesPlace(state)) this.#take(Exposicion, ['publications', i, 'Exposicion'])
    }
  }

  level(condition: Condition, said: Level | undefined, path: readonly PropertyKey[]): Level {
    if (said) return said
    const { pack } = this.#source.agency
    const emptiest = LEVELS.reduce((best, level) => (this.#share(level) > this.#share(best) ? level : best))
    if (this.#takesPlace(condition)) this.#take(emptiest, path)
    return pack[emptiest] > 0 ? emptiest : (LEVELS.find((level) => pack[level] > 0) ?? 'Baja')
  }

  #share(level: Level): number {
    const pack = this.#source.agency.pack[level]
    return pack === 0 ? 0 : this.#free[level] / pack
  }

  #take(level: Level, path: readonly PropertyKey[]): void {
    if (this.#free[level] <= 0) {
      const { Alta, Media, Baja } = this.#source.agency.pack
      throw this.#source.fault(
        path,
        `expected no more active publications than the package has places (Alta ${Alta}, Media ${Media}, Baja ${Baja}), got one more at ${level}`,
      )
    }
    this.#free[level] -= 1
  }

  #takesPlace(condition: Condition): boolean {
    if (condition === 'active') return true
    return (
      condition === 'suspended' && chosen(this.#source.profile, 'agencies/package-counts') === 'active-and-suspended'
    )
  }
}
