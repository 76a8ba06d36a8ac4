import { createPrng, mixSeed, type Prng } from '../../lib/random/prng.ts'
import type { NewInquiry } from '../../model/domain/inquiries/inquiry-intake.ts'
import type { Agency } from '../../model/world/agency.ts'
import type { Version } from '../../model/world/catalogue.ts'
import type { CatalogueEntry, Inquiry } from '../../model/world/inquiry.ts'
import { type Publication, publicationIndex } from '../../model/world/publication.ts'
import type { World } from '../../model/world/world.ts'
import { drawCar } from '../scenarios/generators/car-generator.ts'
import { ORIGINS } from '../scenarios/generators/inquiry-generator.ts'

/**
 * Draws leads of one agency. The content of a lead depends only on the world's seed and the lead's number;
 * its subject also on the publications that are active.
 */
export class LeadGenerator {
  readonly #world: World
  readonly #agency: Agency
  /** Leads on one version share an entry, which saves most of a lead's memory. */
  readonly #entries = new Map<Version, CatalogueEntry>()

  constructor(world: World, agency: Agency) {
    this.#world = world
    this.#agency = agency
  }

  /**
   * Draws the lead of this number; `given` overrides drawn members. `car: 'catalogue'` draws a car of the
   * catalogue.
   */
  draw(number: number, offsetMs: number, given: LeadDetails = {}): NewInquiry {
    const random = createPrng(mixSeed(this.#world.setting.seed, 'lead', number))
    const OrigenLead = random.pick(ORIGINS)
    const operator = random.pick(this.#agency.operators).Email
    const lead = (random.next() * 0x100000000) >>> 0
    const car = typeof given.car === 'object' ? given.car : this.#car(random, given.car === 'catalogue')
    return {
      agency: this.#agency.ordinal,
      offsetMs,
      car,
      OperadorResponsable: given.operador ?? ('version' in car ? operator : car.OperadorResponsable),
      OrigenLead: given.origen ?? OrigenLead,
      lead,
    }
  }

  /** Returns the catalogue entry that all leads on the version share. */
  entry(version: Version, Estado: CatalogueEntry['Estado']): CatalogueEntry {
    if (Estado !== 'nuevo') return { version, Estado }
    const known = this.#entries.get(version) ?? { version, Estado }
    this.#entries.set(version, known)
    return known
  }

  #car(random: Prng, fromCatalogue: boolean): Inquiry['car'] {
    // The draw is taken in any case, so that later draws do not depend on `fromCatalogue`.
    const isOfCatalogue = random.next() < CATALOGUE_SHARE || fromCatalogue
    const publication = isOfCatalogue ? undefined : popularPublication(this.#world, this.#agency, random)
    return publication ?? this.#catalogueCar(random)
  }

  #catalogueCar(random: Prng): CatalogueEntry {
    const catalogue = this.#world.setting.catalogue()
    const version =
      drawCar(catalogue, random, { used: false, years: [0, 0] }) ?? random.pick(catalogue.versions)
    return this.entry(version, 'nuevo')
  }
}

/** Members of a lead that override drawn ones. */
export interface LeadDetails {
  readonly car?: Inquiry['car'] | 'catalogue'
  readonly operador?: string
  readonly origen?: string
}

/** Share of leads on a car of the catalogue instead of a publication. */
const CATALOGUE_SHARE = 0.08
/**
 * A visitor views the most attractive of this many candidates, so a tenth of all listings gets a third of all
 * views.
 */
const CANDIDATES_PER_VIEW = 4

/**
 * Draws an active publication of the agency by popularity, which depends only on the publication and the
 * seed. Returns undefined when there is none.
 */
export const popularPublication = (
  world: World,
  { ordinal }: Agency,
  random: Prng,
): Publication | undefined => {
  const active = world.publications.index(publicationIndex.of(ordinal, 'active'))
  if (active.size === 0) return undefined
  let [bestKey, bestScore] = ['', -1]
  for (let i = 0; i < CANDIDATES_PER_VIEW; i++) {
    const at = Math.floor(random.next() * active.size)
    const [handle] = active.slice(at, at + 1)
    const score = handle ? mixSeed(world.setting.seed, 'attraction', handle.key) : -1
    if (handle && score > bestScore) [bestKey, bestScore] = [handle.key, score]
  }
  return world.publications.get(bestKey)
}
