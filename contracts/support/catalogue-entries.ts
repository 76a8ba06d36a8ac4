import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { CatalogueCar } from '../../src/kit/sample/catalogue-car.ts'
import { entriesBehind } from '../../src/kit/sample/catalogue-links.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf, linkOfOwner, openLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/**
 * Finds entries of the target's catalogue: the brand and model of the run's sample publication, then by
 * links.
 */

/** A car that a catalogue without lists may know. */
const UNLISTED_CAR: CatalogueCar = { brand: 'Volkswagen', model: 'Polo' }

/** A car of the target's catalogue. */
export type KnownCar = CatalogueCar

/**
 * Returns the car of the target's catalogue that the clauses start from. If no list leads to a model, it is
 * of the first listed brand.
 */
export const knownCar = async (t: ClauseContext): Promise<CatalogueCar> => {
  const [car] = await t.session.catalogueCars()
  if (car) return car
  const [brand = UNLISTED_CAR.brand] = await namesBehind(t, 'Marcas')
  return { ...UNLISTED_CAR, brand }
}

/** Returns the ISO 3166-2 code that an entry of the regions shows. */
export const isoCodeIn = (entry: Readonly<Record<string, unknown>>): string | undefined =>
  Object.values(entry).find(
    (value): value is string => typeof value === 'string' && /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(value),
  )

/** Returns the path of a search for a brand that the target knows. */
export const knownBrandSearch = async (t: ClauseContext): Promise<string> =>
  brandSearch((await knownCar(t)).brand)

/** Returns the path of a search for a model that the target knows. */
export const knownModelSearch = async (t: ClauseContext): Promise<string> => {
  const { brand, model } = await knownCar(t)
  return modelSearch(brand, model)
}

/** Returns the path of a search for a brand (CAT-08). */
export const brandSearch = (make: string): string => `/v3/marcas/bestmatch?make=${encodeURIComponent(make)}`

/** Returns the path of a search for a model (CAT-07). */
export const modelSearch = (make: string, model: string, bodystyle?: string): string => {
  const query = new URLSearchParams({ make, model, ...(bodystyle !== undefined && { bodystyle }) })
  return `/v3/modelos/bestmatch?${query}`
}

/** An entry of the catalogue that the target has found. */
export interface KnownEntry {
  readonly exchange: Exchange
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Finds the sample brand. Skips when the target does not know it. */
export const knownBrand = async (t: ClauseContext): Promise<KnownEntry> =>
  knownEntry(t, await knownBrandSearch(t), 'brand')
/** Finds the sample model. Skips when the target does not know it. */
export const knownModel = async (t: ClauseContext): Promise<KnownEntry> =>
  knownEntry(t, await knownModelSearch(t), 'model')

const knownEntry = async (t: ClauseContext, path: string, noun: string): Promise<KnownEntry> => {
  const exchange = await t.get(path, { accept: t.types.json })
  const body = membersOf(exchange.json)
  const { Nombre: name } = body
  if (exchange.response.status !== 200 || typeof name !== 'string')
    return t.skip(`no ${noun} is known to start from`)
  return { exchange, name, body }
}

/**
 * Reads the collection behind a link block of the entry point, or what its first link leads to when no link
 * leads to a collection. Skips when a GET can follow none of its links.
 */
export const collectionBehind = async (t: ClauseContext, block: string): Promise<Exchange> => {
  const entry = await t.get('/v3')
  const links = openLinksIn(membersOf(entry.json)[block])
  const answers: Exchange[] = []
  for (const { href, isEmptied } of links.slice(0, MAX_TRIED)) {
    const answer = await t.get(href, { accept: t.types.json })
    if ('_entries' in membersOf(answer.json)) return answer
    if (!isEmptied) answers.push(answer)
  }
  return answers[0] ?? t.skip(`${block} has no link without a variable to fill in`)
}

/** Returns the names of the cities that a region leads to; none when it leads to none. */
export const citiesOf = async (t: ClauseContext, region: string): Promise<readonly string[]> => {
  const found = entriesOf((await collectionBehind(t, 'Regiones')).json)
    .map(membersOf)
    .find(({ Nombre }) => Nombre === region)
  const { _links: _, ...blocks } = found ?? {}
  const href = linkOfOwner(blocks)
  const cities =
    href === undefined
      ? await listedCities(t, region)
      : entriesOf((await t.get(href, { accept: t.types.json })).json).map(membersOf)
  return cities.flatMap(({ Nombre }) => (typeof Nombre === 'string' ? [Nombre] : []))
}

/** Returns the cities of a region in a list of all cities; none when there is no such list. */
export const listedCities = async (
  t: ClauseContext,
  region: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const list = await collectionBehind(t, 'Ciudades').catch(() => undefined)
  return entriesOf(list?.json)
    .map(membersOf)
    .filter(({ Region }) => Region === region)
}

/** Returns the names that the collection behind a link block shows; none when it cannot be read. */
export const namesBehind = async (t: ClauseContext, block: string): Promise<readonly string[]> => {
  const entry = await t.get('/v3')
  const entries = await entriesBehind(t, membersOf(entry.json)[block])
  return entries.flatMap(({ Nombre }) => (typeof Nombre === 'string' ? [Nombre] : []))
}

const MAX_TRIED = 3

/** Reads the versions of the sample model, or of the one that `search` finds, in the form of `accept`. */
export const versionsOfModel = async (
  t: ClauseContext,
  accept: string,
  search?: string,
): Promise<Exchange> => {
  const model = await (search === undefined ? knownModel(t) : knownEntry(t, search, 'model'))
  const href = linkOfOwner(model.body.Versiones)
  if (href === undefined) return t.skip('the model has no link to its versions without a variable to fill in')
  return t.get(href, { accept })
}

/** Returns the address `/v3/versiones/{id}` of a version of the sample model. */
export const knownVersion = async (t: ClauseContext): Promise<string> => {
  const [first] = await knownVersions(t)
  return first ?? t.skip('no version of the known model has the documented address')
}

/** Returns the addresses `/v3/versiones/{id}` of the versions of a model. Skips without any. */
export const knownVersions = async (t: ClauseContext, search?: string): Promise<readonly string[]> => {
  const list = await versionsOfModel(t, t.types.ref, search)
  const found = entriesOf(list.json).flatMap(
    (entry) => addressesIn(entry).find((href) => /\/v3\/versiones\/\d+$/.test(href)) ?? [],
  )
  return found.length > 0 ? found : t.skip('no version of the known model has the documented address')
}
