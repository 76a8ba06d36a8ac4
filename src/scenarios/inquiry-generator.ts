import { type Agency, administratorOf, operatorOf } from '../world/agency.ts'
import type { Catalogue } from '../world/catalogue.ts'
import { type Chance, chance, mix } from '../random/prng.ts'
import type { CatalogueEntry, Inquiry } from '../world/inquiry.ts'
import { type Publication, publicationKey } from '../world/publication.ts'
import { DAY_MS, SECOND_MS } from '../calendar/date-time.ts'
import { commonCar, namedCar } from './car-generator.ts'
import { durationMs } from '../calendar/iso-duration.ts'
import type { InquiriesOf, InquiryRow } from './inquiry-schema.ts'
import type { ScenarioError } from './scenario-error.ts'

/** What the inquiries of one agency are drawn from. */
export interface LeadSource {
  readonly agency: Agency
  readonly lot: readonly Publication[]
  readonly byKey: (key: string) => Publication | undefined
  readonly seed: number
  readonly catalogue: () => Catalogue
  /** Made with the path inside the agency. */
  readonly fault: (path: readonly PropertyKey[], sentence: string) => ScenarioError
}

/** An inquiry that has no number yet: numbers follow the order of reception in the whole world. */
export type Lead = Omit<Inquiry, 'number'>

/** The generated inquiries, in order of reception, then the given ones. */
export const leadsOf = (source: LeadSource, said: InquiriesOf): Lead[] => {
  const leads = generated(source, said)
  for (const [i, row] of said.given.entries()) leads.push(givenLead(source, row, i))
  return leads
}

/** `inquiries/enumerations`; most write through the form. */
export const ORIGINS = [
  'form',
  'form',
  'form',
  'form',
  'form',
  'form',
  'form',
  'whatsapp',
  'whatsapp',
  'telefono',
] as const

const generated = (source: LeadSource, said: InquiriesOf): Lead[] => {
  const { agency, lot } = source
  const draw = chance(mix(source.seed, 'leads', agency.adminMail))
  const moment = momentsOf(said)
  const entries = said.catalogueShare > 0 || lot.length === 0 ? catalogueEntries(source.catalogue(), draw) : []
  const catalogueShare = lot.length === 0 ? 1 : said.catalogueShare
  const publicationAt = chooser(lot, draw)
  const leads: Lead[] = new Array(said.count)
  for (let i = 0; i < said.count; i++) {
    const at = moment((i + draw.next()) / said.count)
    const fromCatalogue = draw.next() < catalogueShare
    const car = fromCatalogue ? entries[Math.floor(draw.next() * entries.length)]! : publicationAt(draw.next(), at)
    const OperadorResponsable = 'version' in car ? draw.pick(agency.operators).Email : car.OperadorResponsable
    const OrigenLead = ORIGINS[Math.floor(draw.next() * ORIGINS.length)]!
    leads[i] = {
      agency: agency.ordinal,
      at,
      car,
      OperadorResponsable,
      OrigenLead,
      lead: (draw.next() * 0x100000000) >>> 0,
    }
  }
  return leads
}

/**
 * From a share of all inquiries (0 to 1) to the moment at which so many have come, in whole seconds before the anchor: the inverse of
 * the sum of all hours' weights. It grows with the share, so inquiries drawn in order need no sorting.
 */
const momentsOf = ({ days, week, hours }: InquiriesOf): ((share: number) => number) => {
  const slots = days * 24
  const sums = new Float64Array(slots + 1)
  for (let slot = 0; slot < slots; slot++) {
    const daysBack = days - 1 - Math.floor(slot / 24)
    sums[slot + 1] = sums[slot]! + week[daysBack % 7]! * hours[slot % 24]!
  }
  const total = sums[slots]!
  let slot = 0
  return (share) => {
    const sought = share * total
    while (slot < slots - 1 && sums[slot + 1]! <= sought) slot++
    const inside = total === 0 ? share * slots : slot + (sought - sums[slot]!) / (sums[slot + 1]! - sums[slot]! || 1)
    const seconds = Math.floor(inside * 3_600)
    return Math.min(-1, seconds - slots * 3_600) * SECOND_MS
  }
}

/** A suspended or archived publication got its inquiries before it was taken off the lists, this long ago or more. */
const TAKEN_OFF_MS: Readonly<Record<Publication['condition'], number>> = {
  active: 0,
  suspended: -14 * DAY_MS,
  archived: -30 * DAY_MS,
}

/** Chooses a publication from a number in [0, 1): a few are asked for often, most seldom, none after it was taken off. */
const chooser = (lot: readonly Publication[], draw: Chance): ((fortune: number, at: number) => Publication) => {
  const all = shuffled(lot, draw)
  const active = all.filter(({ condition }) => condition === 'active')
  return (fortune, at) => {
    const skewed = fortune * fortune
    const chosen = all[Math.floor(skewed * all.length)]!
    if (at <= TAKEN_OFF_MS[chosen.condition] || active.length === 0) return chosen
    return active[Math.floor(skewed * active.length)]!
  }
}

const shuffled = <T>(list: readonly T[], draw: Chance): T[] => {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(draw.next() * (i + 1))
    const kept = copy[i]!
    copy[i] = copy[j]!
    copy[j] = kept
  }
  return copy
}

const ENTRIES = 24

/** New cars that people ask about without seeing one on the lot. */
const catalogueEntries = (catalogue: Catalogue, draw: Chance): CatalogueEntry[] =>
  Array.from({ length: ENTRIES }, () => commonCar(catalogue, draw, { used: false, years: [0, 0] })).flatMap(
    (version) => (version ? [{ version, Estado: 'nuevo' as const }] : []),
  )

const givenLead = (source: LeadSource, row: InquiryRow, i: number): Lead => {
  const { agency } = source
  const car = givenCar(source, row, i)
  const named = row.OperadorResponsable && operatorOf(agency, row.OperadorResponsable)
  const responsible = 'version' in car ? administratorOf(agency).Email : car.OperadorResponsable
  return {
    agency: agency.ordinal,
    at: momentOf(row.at),
    car,
    OperadorResponsable: named ? named.Email : responsible,
    OrigenLead: row.OrigenLead,
    lead: row.Interesado ?? mix(source.seed, 'given', agency.adminMail, i),
  }
}

const givenCar = (source: LeadSource, row: InquiryRow, i: number): Inquiry['car'] => {
  const path = (member: string) => ['inquiries', 'given', i, member]
  if (row.ExternalId !== undefined) {
    const publication = source.byKey(publicationKey(source.agency.ordinal, row.ExternalId))
    if (publication) return publication
    throw source.fault(
      path('ExternalId'),
      `expected the ExternalId of a publication of ${source.agency.adminMail}, got ${row.ExternalId}`,
    )
  }
  const car = row.car === undefined ? undefined : namedCar(source.catalogue(), row.car)
  if (car) return { version: car.version, Estado: row.Estado }
  throw source.fault(
    path('car'),
    `expected words or codenames that name a car, or an ExternalId instead, got ${JSON.stringify(row.car ?? null)}`,
  )
}

/** Milliseconds after the anchor; a duration counts back from it. */
export const momentOf = (at: number | string): number => (typeof at === 'number' ? at : -(durationMs(at) ?? 0))
