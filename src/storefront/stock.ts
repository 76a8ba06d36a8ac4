import type { AgencyBrief, Money, Page, Publicacion } from '../web-ui/api-types.ts'
import { ownPhoto } from './photos.ts'
import type { Shop } from './shop.ts'
import { folded } from './formats.ts'

/** What a list shows of a car on the market. */
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
  readonly price: Money | null
  readonly instalments: boolean
  readonly photo: string | undefined
  readonly photos: number
  readonly region: string
  readonly city: string
  /** All that a free text is sought in, folded. */
  readonly text: string
}

export interface Stock {
  /** In the order of a portal: by exposure, then the newest first. */
  readonly cars: readonly Car[]
  /** How many there are in all, when more than were read. */
  readonly beyond: number
}

/** Most cars that are read for one look; more would make the page slow. */
const MOST_READ = 3_000
/** With more unknown cars than this on a page of refs the whole page is read at once. */
const MOST_SINGLE = 6
/** Worlds whose cars are remembered, and so compared by their entity tags alone. */
const WORLDS_KEPT = 8

interface Ref {
  readonly etag: string
  readonly ExternalId: string
}

interface Known {
  readonly etag: string
  readonly car: Car
}

type Memory = ReadonlyMap<string, Known>

const memories = new Map<string, Memory>()

const LEVELS = ['Alta', 'Media', 'Baja']

/**
 * Every active publication of the world once, by whichever app it was published. What is on the market is asked for anew each time, by its entity
 * tags; what a tag stands for never changes and is remembered.
 */
export const stockOf = async (shop: Shop): Promise<Stock> => {
  const before = memories.get(shop.world.name) ?? new Map()
  const reading: Reading = { shop, before, seen: new Map(), found: [], beyond: 0, left: MOST_READ }
  const shared = shop.option('publications/other-apps') === 'shared'
  const done = new Set<string>()
  for (const app of shop.apps) {
    for (const agency of await shop.agenciesOf(app)) {
      // Where apps share what they publish, one of them sees all.
      if (shared && done.has(agency.adminMail)) continue
      done.add(agency.adminMail)
      await readLot(reading, app, agency)
    }
  }
  remember(shop.world.name, reading.seen)
  return { cars: reading.found.sort(inOrder).map(({ car }) => car), beyond: reading.beyond }
}

interface Reading {
  readonly shop: Shop
  readonly before: Memory
  readonly seen: Map<string, Known>
  readonly found: Found[]
  beyond: number
  left: number
}

interface Found {
  readonly car: Car
  /** 0 for the newest of its agency. */
  readonly age: number
}

const inOrder = (a: Found, b: Found): number =>
  LEVELS.indexOf(a.car.level) - LEVELS.indexOf(b.car.level) || a.age - b.age

type App = Shop['apps'][number]

/** The newest are last in the service's list, so the last pages are read first. */
const readLot = async (reading: Reading, app: App, agency: AgencyBrief): Promise<void> => {
  const { shop } = reading
  const path = (pagina: number) =>
    `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}?${new URLSearchParams({ estado: shop.activeWord, pagina: String(pagina) }).toString()}`
  const first = await shop.find<Page<Ref>>(app, path(1), { asRefs: true })
  const total = first?.Total ?? 0
  const last = Math.ceil(total / (first?.PerPagina ?? 100))
  let age = 0
  for (let pagina = last; pagina >= 1; pagina--) {
    if (reading.left <= 0) break
    const refs = pagina === 1 ? first : await shop.find<Page<Ref>>(app, path(pagina), { asRefs: true })
    const entries = refs?._entries ?? []
    for (const car of (await carsOf(reading, { app, agency, entries, path: path(pagina) })).toReversed()) {
      reading.found.push({ car, age })
      age += 1
    }
    reading.left -= entries.length
  }
  reading.beyond += Math.max(0, total - age)
}

interface Lot {
  readonly app: App
  readonly agency: AgencyBrief
  readonly entries: readonly Ref[]
  readonly path: string
}

const carsOf = async (reading: Reading, { app, agency, entries, path }: Lot): Promise<Car[]> => {
  const { shop, before, seen } = reading
  const key = (id: string) => `${agency.adminMail}/${id.toLowerCase()}`
  const isKnown = ({ ExternalId, etag }: Ref) => before.get(key(ExternalId))?.etag === etag
  const unknown = entries.filter((ref) => !isKnown(ref))
  const read = new Map<string, Publicacion>()
  if (unknown.length > MOST_SINGLE) {
    const full = await shop.find<Page<Publicacion>>(app, path)
    for (const one of full?._entries ?? []) read.set(one.ExternalId, one)
  } else {
    for (const { ExternalId } of unknown) {
      const one = await shop.find<Publicacion>(
        app,
        `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}/${encodeURIComponent(ExternalId)}`,
      )
      if (one) read.set(ExternalId, one)
    }
  }
  return entries.flatMap(({ ExternalId, etag }) => {
    const one = read.get(ExternalId)
    const car = one ? carOf(one, agency, shop.world.client.origin) : before.get(key(ExternalId))?.car
    if (!car || seen.has(key(ExternalId))) return []
    seen.set(key(ExternalId), { etag, car })
    return [car]
  })
}

const remember = (world: string, memory: Memory): void => {
  memories.delete(world)
  memories.set(world, memory)
  const [oldest] = memories.keys()
  if (memories.size > WORLDS_KEPT && oldest !== undefined) memories.delete(oldest)
}

const carOf = (one: Publicacion, { adminMail, nombreComercial }: AgencyBrief, origin: string): Car => {
  const { Marca, Modelo, Version, VersionYear, Locacion, Fotos } = one
  const own = (Fotos ?? []).flatMap((url) => ownPhoto(url, origin) ?? [])
  const [region, city] = [Locacion?.Region ?? '', Locacion?.Ciudad ?? '']
  const words = [Marca, Modelo, Version, VersionYear, one.Color, region, city, nombreComercial, one.ExternalId]
  return {
    agency: adminMail,
    seller: nombreComercial,
    id: one.ExternalId,
    level: one.Exposicion ?? '',
    brand: Marca ?? '',
    model: Modelo ?? '',
    version: Version ?? '',
    year: VersionYear,
    km: one.Kilometraje,
    price: one.Precio,
    instalments: one.Cuota !== null || one.Adelanto !== null,
    photo: own[0],
    photos: Fotos?.length ?? 0,
    region,
    city,
    text: folded(words.filter(Boolean).join(' ')),
  }
}
