import { membersOf } from '../../lib/unknown-values.ts'
import { entriesBehind, entryInFull, type LinkReader } from './catalogue-links.ts'

/** A car that the target's own catalogue names. Undefined members are unknown. */
export interface CatalogueCar {
  readonly brand: string
  readonly model: string
  readonly version?: CatalogueVersion | undefined
  /** Whether brand and model have codenames that differ from their names. */
  readonly hasCodenames?: boolean
}

/** What the catalogue says about a version of the car. */
export interface CatalogueVersion {
  readonly name: string
  readonly year?: number | undefined
  readonly fuel?: string | undefined
  readonly transmission?: string | undefined
  readonly bodyStyle?: string | undefined
}

/** Names that a catalogue without lists may know; best-match shows whether it does (CAT-07). */
const WELL_KNOWN: readonly (readonly [string, string])[] = [
  ['Volkswagen', 'Polo'],
  ['Ford', 'Focus'],
  ['Toyota', 'Corolla'],
  ['Renault', 'Clio'],
  ['Fiat', 'Uno'],
  ['Peugeot', '208'],
]

const MAX_BRANDS = 6
const MAX_MODELS = 4

/**
 * Finds cars that the target knows: by the links of the entry point's lists (CAT-11, CAT-09), else by
 * best-match. The best known car comes first; the list is empty when the target names none.
 */
export const findCatalogueCars = async (run: LinkReader): Promise<readonly CatalogueCar[]> => {
  const listed = await listedCars(run)
  if (listed.length > 0) return [...listed].sort((one, other) => rank(other) - rank(one))
  for (const [make, model] of WELL_KNOWN) {
    const query = new URLSearchParams({ make, model })
    const { response, json } = await run.send('GET', `/v3/modelos/bestmatch?${query}`, {
      accept: 'application/json',
    })
    const { Marca: brand, Nombre: name } = membersOf(json)
    if (response.status === 200 && typeof brand === 'string' && typeof name === 'string')
      return [{ brand, model: name }]
  }
  return []
}

/** Ranks a car by how much is known of it; a name of digits alone may be read as an id. */
const rank = ({ model, version, hasCodenames }: CatalogueCar): number =>
  (/^\d+$/.test(model) ? 0 : 16) +
  (hasCodenames ? 8 : 0) +
  (version?.fuel ? 4 : 0) +
  (version?.year ? 2 : 0) +
  (version ? 1 : 0)

const listedCars = async (run: LinkReader): Promise<readonly CatalogueCar[]> => {
  const entry = membersOf((await run.send('GET', '/v3', { accept: 'application/json' })).json)
  const brands = (await entriesBehind(run, entry['Marcas'])).slice(0, MAX_BRANDS)
  return (await Promise.all(brands.map((brand) => carsOf(run, brand)))).flat()
}

const carsOf = async (
  run: LinkReader,
  listed: ReturnType<typeof membersOf>,
): Promise<readonly CatalogueCar[]> => {
  const brand = await entryInFull(run, listed)
  const name = nameOf(brand)
  if (name === undefined) return []
  const models = (await entriesBehind(run, brand['Modelos'])).slice(0, MAX_MODELS)
  const cars = models.map(async (one): Promise<readonly CatalogueCar[]> => {
    const model = await entryInFull(run, one)
    const modelName = nameOf(model)
    if (modelName === undefined) return []
    const hasCodenames = isOther(brand['Codenames'], name) && isOther(model['Codename'], modelName)
    const version = await bestVersion(run, model['Versiones'])
    return [{ brand: name, model: modelName, version, hasCodenames }]
  })
  return (await Promise.all(cars)).flat()
}

const bestVersion = async (run: LinkReader, block: unknown): Promise<CatalogueVersion | undefined> => {
  const versions = (await entriesBehind(run, block)).flatMap((entry) => {
    const { Nombre, Version, VersionYear, Propulsion, Transmision, Carroceria } = entry
    const name = text(Nombre) ?? text(Version)
    const year = typeof VersionYear === 'number' ? VersionYear : undefined
    const data = { fuel: text(Propulsion), transmission: text(Transmision), bodyStyle: text(Carroceria) }
    return name === undefined ? [] : [{ name, year, ...data }]
  })
  return versions.find(({ year, fuel }) => year !== undefined && fuel !== undefined) ?? versions[0]
}

/** Returns a text that finds a brand or a model (CAT-12); clauses fail for one without a name (CAT-09). */
const nameOf = (entry: ReturnType<typeof membersOf>): string | undefined =>
  text(entry['Nombre']) ?? text([entry['Codenames']].flat()[0]) ?? text(entry['Codename'])

const isOther = (codenames: unknown, name: string): boolean => {
  const first: unknown = Array.isArray(codenames) ? codenames[0] : codenames
  return typeof first === 'string' && first !== '' && first.toLowerCase() !== name.toLowerCase()
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
