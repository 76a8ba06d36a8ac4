import { isChosen, type Profile } from '../../../api/assumptions/profile.ts'
import { LEVELS, type Level } from '../../../api/wire/exposure-level.ts'
import type { Condition } from '../../../api/wire/state-literal.ts'
import { createPrng, mixSeed } from '../../../lib/random/prng.ts'
import type { Agency } from '../../../model/world/agency.ts'
import type { Catalogue } from '../../../model/world/catalogue.ts'
import type { PeoplePool } from '../../../model/world/people.ts'
import { type Publication, publicationKey } from '../../../model/world/publication.ts'
import type { AgencyInput } from '../schema/agency-schema.ts'
import type { ListingInput, StockInput } from '../schema/listing-schema.ts'
import type { ScenarioError } from '../schema/scenario-error.ts'
import { drawCar, findNamedCar } from './car-generator.ts'
import { generateListing, type ListingDraft, PhotoSets } from './listing-generator.ts'

/** Sources for the stock of one agency. */
export interface StockSource {
  readonly agency: Agency
  readonly input: AgencyInput
  readonly seed: number
  readonly profile: Profile
  /** The publishing app, unless the scenario names one. */
  readonly app: string
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
  readonly firstNumber: number
  /** Creates an error at a path inside the agency. */
  readonly errorAt: (path: readonly PropertyKey[], sentence: string) => ScenarioError
}

/**
 * Generates the publications of an agency: first the single ones, then the stocks, numbered in that order.
 * Pauses after each.
 */
export function* generateStock(source: StockSource): Generator<void, Publication[]> {
  const { input, agency, firstNumber } = source
  const free = new FreeSlots(source)
  const lot: Publication[] = []
  const identified = (ExternalId: string) => {
    const number = firstNumber + lot.length
    return { agency, ExternalId, handle: { number, key: publicationKey(agency.ordinal, ExternalId) } }
  }
  const sources = { seed: source.seed, people: source.people, photos: new PhotoSets() }
  const add = (draft: ListingDraft) => lot.push(generateListing(draft, sources))
  for (const [i, row] of input.publications.entries()) {
    add({
      ...identified(row.ExternalId),
      ...singleCar(source, row, i),
      Exposicion: free.level(row.state, row.Exposicion, ['publications', i]),
    })
    yield
  }
  for (const [at, stock] of input.stock.entries()) {
    const width = Math.max(4, String(stock.from + stock.count - 1).length)
    for (let i = 0; i < stock.count; i++) {
      const draft = identified(`${stock.prefix}-${String(stock.from + i).padStart(width, '0')}`)
      const condition = stateAt(stock, i)
      const Exposicion = free.level(condition, undefined, ['stock', at])
      add({ ...draft, ...stockCar(source, stock, i, at), condition, Exposicion })
      yield
    }
  }
  return lot
}

type CarOfDraft = Pick<
  ListingDraft,
  'app' | 'condition' | 'version' | 'VersionYear' | 'used' | 'describe' | 'given'
>

const singleCar = (source: StockSource, row: ListingInput, i: number): CarOfDraft => {
  const car = row.car === undefined ? undefined : findNamedCar(source.catalogue(), row.car)
  if (row.car !== undefined && !car) {
    throw source.errorAt(
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
    given: row,
  }
}

const NO_MEMBERS = {}

/** Draws the car of a stock row. The draw ignores the world's seed: the car belongs to the scenario. */
const stockCar = (
  source: StockSource,
  stock: StockInput,
  i: number,
  at: number,
): Omit<CarOfDraft, 'condition'> => {
  const { cars } = source.agency.product
  const newShare = stock.newShare ?? (cars === 'any' ? 0.25 : cars === 'new' ? 1 : 0)
  const used = fraction(i, SILVER) >= newShare
  const draw = createPrng(mixSeed(0, 'stock', stock.prefix, stock.from + i))
  const version = drawCar(source.catalogue(), draw, { used, years: stock.years })
  if (!version)
    throw source.errorAt(
      ['stock', at, 'years'],
      `expected years in which cars of the catalogue were sold, got ${stock.years.join(' to ')}`,
    )
  const { VersionYear } = version
  return {
    app: stock.app ?? source.app,
    version,
    VersionYear,
    used,
    describe: stock.describe,
    given: NO_MEMBERS,
  }
}

/**
 * Steps with evenly spread multiples: shares hold for small stocks too, and states and kinds of cars combine
 * freely.
 */
const GOLDEN = 0.6180339887498949
const SILVER = 0.41421356237309503

/** State of a stock row: in the given shares, well mixed, independent of the seed. */
const stateAt = ({ states }: StockInput, i: number): Condition => {
  const total = states.active + states.suspended + states.archived
  const at = fraction(i, GOLDEN) * (total || 1)
  if (total === 0 || at < states.active) return 'active'
  return at < states.active + states.suspended ? 'suspended' : 'archived'
}

const fraction = (i: number, step: number): number => ((i + 0.5) * step) % 1

/** Remaining slots of the package, so that no level gets more publications than contracted (AGE-09). */
class FreeSlots {
  readonly #source: StockSource
  readonly #free: Record<Level, number>

  constructor(source: StockSource) {
    this.#source = source
    this.#free = { ...source.agency.pack }
    for (const [i, { state, Exposicion }] of source.input.publications.entries()) {
      if (Exposicion && this.#usesSlot(state)) this.#take(Exposicion, ['publications', i, 'Exposicion'])
    }
  }

  level(condition: Condition, requested: Level | undefined, path: readonly PropertyKey[]): Level {
    if (requested) return requested
    const { pack } = this.#source.agency
    const emptiest = LEVELS.reduce((best, level) => (this.#share(level) > this.#share(best) ? level : best))
    if (this.#usesSlot(condition)) this.#take(emptiest, path)
    return pack[emptiest] > 0 ? emptiest : (LEVELS.find((level) => pack[level] > 0) ?? 'Baja')
  }

  #share(level: Level): number {
    const pack = this.#source.agency.pack[level]
    return pack === 0 ? 0 : this.#free[level] / pack
  }

  #take(level: Level, path: readonly PropertyKey[]): void {
    if (this.#free[level] <= 0) {
      const { Alta, Media, Baja } = this.#source.agency.pack
      throw this.#source.errorAt(
        path,
        `expected no more active publications than the package has places (Alta ${Alta}, Media ${Media}, Baja ${Baja}), got one more at ${level}`,
      )
    }
    this.#free[level] -= 1
  }

  #usesSlot(condition: Condition): boolean {
    if (condition === 'active') return true
    return (
      condition === 'suspended' &&
      isChosen(this.#source.profile, 'agencies/package-counts', 'active-and-suspended')
    )
  }
}
