import { foldText } from '../../lib/text/folded-text.ts'
import type {
  AgencyData,
  MoneyData,
  PublicationData,
  PublicationPageData,
  PublicationRefData,
  PublicationRefPageData,
} from '../ui/sandbox/api-types.ts'
import type { AppCredentials } from '../ui/sandbox/credentials.ts'
import { serverPhotoPath } from './photos.ts'
import type { StorefrontApi } from './storefront-api.ts'

/** An active publication as the list shows it. */
export interface Car {
  readonly agency: string
  readonly seller: string
  readonly id: string
  readonly level: string
  readonly brand: string
  readonly model: string
  readonly version: string
  readonly year: number | null
  readonly km: number | null
  readonly price: MoneyData | null
  readonly hasInstalments: boolean
  /** Paths of its photos on this server. */
  readonly photos: readonly string[]
  readonly photoCount: number
  readonly region: string
  readonly city: string
  /** Text for the full-text search, folded. */
  readonly searchText: string
}

/** The active publications of a world. */
export interface Inventory {
  /** By exposure level, then newest first. */
  readonly cars: readonly Car[]
  /** How many more the world has than were read. */
  readonly omitted: number
}

/** Publications read for one page view; more would make the page slow. */
const MAX_CARS_READ = 3_000
/** With more unknown cars on a page of refs, the whole page is read instead of single publications. */
const MAX_SINGLE_READS = 6
const MAX_CACHED_WORLDS = 8

interface CachedCar {
  readonly etag: string
  readonly car: Car
}

/** Cars by agency and id. An entity tag identifies one state, so a car with a known tag is not read again. */
type CarCache = ReadonlyMap<string, CachedCar>

const caches = new Map<string, CarCache>()

const LEVELS = ['Alta', 'Media', 'Baja']

/** Loads every active publication of a world once, whichever app published it. */
export const loadInventory = async (api: StorefrontApi): Promise<Inventory> => {
  const cache = caches.get(api.world.name) ?? new Map()
  const load: InventoryLoad = { api, cache, seen: new Map(), found: [], omitted: 0, remaining: MAX_CARS_READ }
  const done = new Set<string>()
  for (const app of api.apps) {
    for (const agency of await api.agenciesOf(app)) {
      if (api.appsSharePublications && done.has(agency.adminMail)) continue
      done.add(agency.adminMail)
      await loadAgencyCars(load, app, agency)
    }
  }
  storeCache(api.world.name, load.seen)
  return { cars: load.found.sort(byRank).map(({ car }) => car), omitted: load.omitted }
}

interface InventoryLoad {
  readonly api: StorefrontApi
  readonly cache: CarCache
  readonly seen: Map<string, CachedCar>
  readonly found: RankedCar[]
  omitted: number
  remaining: number
}

interface RankedCar {
  readonly car: Car
  /** 0 for the newest of its agency. */
  readonly age: number
}

const byRank = (a: RankedCar, b: RankedCar): number =>
  LEVELS.indexOf(a.car.level) - LEVELS.indexOf(b.car.level) || a.age - b.age

/** Loads the cars of an agency from the last page backwards: the API lists the newest last. */
const loadAgencyCars = async (
  load: InventoryLoad,
  app: AppCredentials,
  agency: AgencyData,
): Promise<void> => {
  const { api } = load
  const pathOf = (page: number) => {
    const query = new URLSearchParams({ estado: api.activeWord, pagina: String(page) }).toString()
    return `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}?${query}`
  }
  const readRefs = (page: number) => api.find<PublicationRefPageData>(app, pathOf(page), { asRefs: true })
  const first = await readRefs(1)
  const total = first?.Total ?? 0
  const last = Math.ceil(total / (first?.PerPagina ?? 100))
  let age = 0
  for (let page = last; page >= 1; page--) {
    if (load.remaining <= 0) break
    const refs = (page === 1 ? first : await readRefs(page))?._entries ?? []
    for (const car of (await carsOf(load, { app, agency, refs, path: pathOf(page) })).toReversed()) {
      load.found.push({ car, age })
      age += 1
    }
    load.remaining -= refs.length
  }
  load.omitted += Math.max(0, total - age)
}

interface RefPage {
  readonly app: AppCredentials
  readonly agency: AgencyData
  readonly refs: readonly PublicationRefData[]
  readonly path: string
}

/** Returns the cars of a page of refs: cached ones by their entity tags, the others read from the API. */
const carsOf = async (load: InventoryLoad, page: RefPage): Promise<Car[]> => {
  const { api, cache, seen } = load
  const { agency, refs } = page
  const keyOf = (id: string) => `${agency.adminMail}/${id.toLowerCase()}`
  const unknown = refs.filter(({ ExternalId, etag }) => cache.get(keyOf(ExternalId))?.etag !== etag)
  const read = await readPublications(api, page, unknown)
  return refs.flatMap(({ ExternalId, etag }) => {
    const key = keyOf(ExternalId)
    const publication = read.get(ExternalId)
    const car = publication ? carOf(publication, agency, api.world.api.origin) : cache.get(key)?.car
    if (!car || seen.has(key)) return []
    seen.set(key, { etag, car })
    return [car]
  })
}

const readPublications = async (
  api: StorefrontApi,
  { app, agency, path }: RefPage,
  refs: readonly PublicationRefData[],
): Promise<ReadonlyMap<string, PublicationData>> => {
  const read = new Map<string, PublicationData>()
  if (refs.length > MAX_SINGLE_READS) {
    const page = await api.find<PublicationPageData>(app, path)
    for (const publication of page?._entries ?? []) read.set(publication.ExternalId, publication)
    return read
  }
  for (const { ExternalId } of refs) {
    const single = `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}/${encodeURIComponent(ExternalId)}`
    const publication = await api.find<PublicationData>(app, single)
    if (publication) read.set(ExternalId, publication)
  }
  return read
}

const storeCache = (world: string, cache: CarCache): void => {
  caches.delete(world)
  caches.set(world, cache)
  const [oldest] = caches.keys()
  if (caches.size > MAX_CACHED_WORLDS && oldest !== undefined) caches.delete(oldest)
}

const carOf = (
  publication: PublicationData,
  { adminMail, nombreComercial }: AgencyData,
  origin: string,
): Car => {
  const { ExternalId, Marca, Modelo, Version, VersionYear, Color, Locacion, Fotos } = publication
  const photos = (Fotos ?? []).flatMap((url) => serverPhotoPath(url, origin) ?? [])
  const [region, city] = [Locacion?.Region ?? '', Locacion?.Ciudad ?? '']
  const words = [Marca, Modelo, Version, VersionYear, Color, region, city, nombreComercial, ExternalId]
  return {
    agency: adminMail,
    seller: nombreComercial,
    id: ExternalId,
    level: publication.Exposicion ?? '',
    brand: Marca ?? '',
    model: Modelo ?? '',
    version: Version ?? '',
    year: VersionYear,
    km: publication.Kilometraje,
    price: publication.Precio,
    hasInstalments: publication.Cuota !== null || publication.Adelanto !== null,
    photos,
    photoCount: Fotos?.length ?? 0,
    region,
    city,
    searchText: foldText(words.filter(Boolean).join(' ')),
  }
}
