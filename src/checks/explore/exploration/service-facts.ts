import { customItem } from '../../../../contracts/publications/equipment.ts'
import { regionWithCode } from '../../../../contracts/publications/put.ts'
import { spread } from '../../../../contracts/rules/catalogue-facts.ts'
import { amountFor, foreignAmountFor } from '../../../../contracts/support/amounts.ts'
import { namesBehind } from '../../../../contracts/support/catalogue-entries.ts'
import { isConditional } from '../../../../contracts/support/publication-writes.ts'
import { LEVELS } from '../../../api/wire/exposure-level.ts'
import type { ClauseContext } from '../../../kit/runner/clause-context.ts'
import type { CatalogueCar } from '../../../kit/sample/catalogue-car.ts'
import { entriesOf } from '../../../kit/target/links.ts'
import { sameInAnyCase } from '../../../lib/text/same-in-any-case.ts'
import { membersOf } from '../../../lib/unknown-values.ts'

const MAX_FILLED = 8
/** Maximum number of places of the smallest level, if no level has at most `MAX_FILLED`. */
const MAX_FILLED_ONE = 16
const MAX_CARS = 5
const MAX_NAMES = 6

/**
 * Facts that an exploration reads first, so that its commands fit the service: people, places, amounts,
 * catalogue.
 */
export interface ServiceFacts {
  readonly year: number
  readonly agency: string
  /** An id that no other run sends. */
  readonly run: string
  /** Mail and phones of a collaborator who is not the administrator. */
  readonly collaborator: { readonly mail: string; readonly phones: readonly string[] } | undefined
  readonly phones: readonly string[]
  readonly place: Readonly<Record<string, unknown>> | undefined
  /** ISO code of a region, and its name. */
  readonly region: { readonly iso: string; readonly name: string } | undefined
  /** Levels that a sequence can fill, with their free places. */
  readonly nearlyFull: readonly LevelPlaces[]
  /** Free places of all levels. */
  readonly freePlaces: number
  readonly photos: readonly string[]
  /** Brands with a model, fuels and body styles, as the catalogue lists them. */
  readonly cars: readonly CatalogueCar[]
  readonly fuels: readonly string[]
  readonly bodies: readonly string[]
  /** Creates an item of `DatosTecnicosCustom`; undefined when the service accepts none. */
  readonly item: ((text: string) => unknown) | undefined
  readonly hasUsedCar: boolean
  /** Whether the header of conditional writes is known (PUB-34). */
  readonly isConditional: boolean
  amount(importe: number): unknown
  foreignAmount(importe: number): unknown
}

/** Reads the facts. Facts that cannot be read stay unknown. */
export const gatherFacts = async (t: ClauseContext): Promise<ServiceFacts> => {
  await t.get('/v3')
  const people = entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json).map(membersOf)
  const { json: products } = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  const sample = await t.session.samplePublication()
  const year = Number(sample['VersionYear'] ?? (await t.session.targetYear()))
  const isMail = (one: Readonly<Record<string, unknown>>) => sameInAnyCase(one['Email'], t.target.agency)
  const administrator = people.find(isMail)
  const other = people.find((one) => !isMail(one) && typeof one['Email'] === 'string')
  const listed = async (block: string) => spread(await namesBehind(t, block).catch(() => []), MAX_NAMES)
  const places = administrator?.['Direcciones']
  const levels = LEVELS.map((level) => ({
    level,
    free: Number(membersOf(membersOf(products)[level])['Disponibles']) || 0,
  }))
  const photos = sample['Fotos']
  const used = await t.session.usedCar().catch(() => undefined)
  // A service that keeps no amount is a finding, not the end of the exploration.
  const keepsAmounts = t.session.searches.acceptedPrice !== null
  return {
    year,
    agency: t.target.agency,
    run: t.session.newExternalId(),
    collaborator: other && { mail: String(other['Email']), phones: textsIn(other['Telefonos']) },
    phones: textsIn(administrator?.['Telefonos']),
    place: Array.isArray(places) && places.length > 0 ? membersOf(places[0]) : undefined,
    region: await regionWithCode(t).catch(() => undefined),
    nearlyFull: nearlyFullOf(levels),
    freePlaces: levels.reduce((sum, { free }) => sum + free, 0),
    photos: textsIn(photos),
    cars: spread(await t.session.catalogueCars().catch(() => []), MAX_CARS),
    fuels: await listed('Propulsiones'),
    bodies: await listed('Carrocerias'),
    item: await customItem(t).then(
      ({ item }) => item,
      () => undefined,
    ),
    hasUsedCar: used !== undefined,
    isConditional: await isConditional(t).catch(() => false),
    amount: (importe) => (keepsAmounts ? amountFor(t, importe) : { Moneda: 'ARS', Importe: importe }),
    foreignAmount: (importe) =>
      keepsAmounts ? foreignAmountFor(t, importe) : { Moneda: 'USD', Importe: importe },
  }
}

/** A level and its free places. */
interface LevelPlaces {
  readonly level: string
  readonly free: number
}

const nearlyFullOf = (levels: readonly LevelPlaces[]): readonly LevelPlaces[] => {
  const open = levels.filter(({ free }) => free > 0)
  const few = open.filter(({ free }) => free <= MAX_FILLED)
  const fewest = open.toSorted((one, other) => one.free - other.free).slice(0, 1)
  return few.length > 0 ? few : fewest.filter(({ free }) => free <= MAX_FILLED_ONE)
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
