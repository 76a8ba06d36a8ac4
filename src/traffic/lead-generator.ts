import type { NewInquiry } from '../domain/inquiries/inquiry-intake.ts'
import { createPrng, mixSeed, type Prng } from '../random/prng.ts'
import { drawCar } from '../scenarios/car-generator.ts'
import { ORIGINS } from '../scenarios/inquiry-generator.ts'
import type { Agency } from '../world/agency.ts'
import type { Version } from '../world/catalogue.ts'
import type { CatalogueEntry, Inquiry } from '../world/inquiry.ts'
import { type Publication, publicationIndex } from '../world/publication.ts'
import type { World } from '../world/world.ts'

/**
 * Leads of one agency as chance has them. What a lead says depends on the world's seed and on the lead's number alone; what it is about, on the
 * publications that are active then as well.
 */
export class LeadGenerator {
  readonly #world: World
  readonly #agency: Agency
  /** Leads on one version share their entry, which saves most of what a lead costs. */
  readonly #entries = new Map<Version, CatalogueEntry>()

  constructor(world: World, agency: Agency) {
    this.#world = world
    this.#agency = agency
  }

  /** The lead that will have this number; `said` over what is drawn. A lead on the catalogue is asked for by `'catalogue'`. */
  draw(number: number, at: number, said: LeadDetails = {}): NewInquiry {
    const draw = createPrng(mixSeed(this.#world.setting.seed, 'lead', number))
    const OrigenLead = draw.pick(ORIGINS)
    const operator = draw.pick(this.#agency.operators).Email
    const lead = (draw.next() * 0x100000000) >>> 0
    const car = typeof said.car === 'object' ? said.car : this.#car(draw, said.car === 'catalogue')
    return {
      agency: this.#agency.ordinal,
      offsetMs: at,
      car,
      OperadorResponsable: said.operador ?? ('version' in car ? operator : car.OperadorResponsable),
      OrigenLead: said.origen ?? OrigenLead,
      lead,
    }
  }

  /** One entry for all leads on the version. */
  entry(version: Version, Estado: CatalogueEntry['Estado']): CatalogueEntry {
    if (Estado !== 'nuevo') return { version, Estado }
    const known = this.#entries.get(version) ?? { version, Estado }
    this.#entries.set(version, known)
    return known
  }

  #car(draw: Prng, fromCatalogue: boolean): Inquiry['car'] {
    const wanted = draw.next() < CATALOGUE_SHARE || fromCatalogue
    return (wanted ? undefined : popularPublication(this.#world, this.#agency, draw)) ?? this.#catalogueCar(draw)
  }

  #catalogueCar(draw: Prng): CatalogueEntry {
    const catalogue = this.#world.setting.catalogue()
    const version = drawCar(catalogue, draw, { used: false, years: [0, 0] }) ?? draw.pick(catalogue.versions)
    return this.entry(version, 'nuevo')
  }
}

export interface LeadDetails {
  readonly car?: Inquiry['car'] | 'catalogue'
  readonly operador?: string
  readonly origen?: string
}

const CATALOGUE_SHARE = 0.08
/** Of so many listings that somebody comes across, the most attractive one is looked at: a tenth of all then gets a third of all views. */
const CANDIDATES_PER_VIEW = 4

/**
 * An active publication of the agency: a few are chosen often, most seldom, and which ones that are does not change when others come and go.
 * Undefined when there is none.
 */
export const popularPublication = (world: World, { ordinal }: Agency, draw: Prng): Publication | undefined => {
  const active = world.publications.index(publicationIndex.of(ordinal, 'active'))
  if (active.size === 0) return undefined
  let [best, attraction] = ['', -1]
  for (let i = 0; i < CANDIDATES_PER_VIEW; i++) {
    const at = Math.floor(draw.next() * active.size)
    const [handle] = active.slice(at, at + 1)
    const attracts = handle ? mixSeed(world.setting.seed, 'attraction', handle.key) : -1
    if (handle && attracts > attraction) [best, attraction] = [handle.key, attracts]
  }
  return world.publications.get(best)
}
