import { DAY_MS, SECOND_MS } from '../../../lib/calendar/date-time.ts'
import { durationMs } from '../../../lib/calendar/iso-duration.ts'
import { createPrng, mixSeed, type Prng } from '../../../lib/random/prng.ts'
import { type Agency, administratorOf, operatorByEmail } from '../../../model/world/agency.ts'
import type { Catalogue } from '../../../model/world/catalogue.ts'
import type { CatalogueEntry, Inquiry } from '../../../model/world/inquiry.ts'
import { type Publication, publicationKey } from '../../../model/world/publication.ts'
import type { InquiriesInput, InquiryInput } from '../schema/inquiry-schema.ts'
import type { ScenarioError } from '../schema/scenario-error.ts'
import { drawCar, findNamedCar } from './car-generator.ts'

/** Sources for the inquiries of one agency. */
export interface InquirySource {
  readonly agency: Agency
  readonly lot: readonly Publication[]
  readonly byKey: (key: string) => Publication | undefined
  readonly seed: number
  readonly catalogue: () => Catalogue
  /** Creates an error at a path inside the agency. */
  readonly errorAt: (path: readonly PropertyKey[], sentence: string) => ScenarioError
}

/** An inquiry without its number, which follows the order of receipt in the whole world. */
export type UnnumberedInquiry = Omit<Inquiry, 'number'>

/**
 * Generates the inquiries of an agency: first the drawn ones in order of receipt, then the given ones. Pauses
 * again and again.
 */
export function* generateInquiries(
  source: InquirySource,
  input: InquiriesInput,
): Generator<void, UnnumberedInquiry[]> {
  const leads = yield* drawnInquiries(source, input)
  for (const [i, row] of input.given.entries()) {
    leads.push(givenInquiry(source, row, i))
    yield
  }
  return leads
}

/** Origins by frequency (`inquiries/enumerations`). */
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

const DRAWN_AT_ONCE = 500

function* drawnInquiries(source: InquirySource, input: InquiriesInput): Generator<void, UnnumberedInquiry[]> {
  const { agency, lot } = source
  const draw = createPrng(mixSeed(source.seed, 'leads', agency.adminMail))
  const moment = arrivalTimes(input)
  const entries =
    input.catalogueShare > 0 || lot.length === 0 ? catalogueEntries(source.catalogue(), draw) : []
  const catalogueShare = lot.length === 0 ? 1 : input.catalogueShare
  const publicationAt = chooser(lot, draw)
  const leads: UnnumberedInquiry[] = new Array(input.count)
  for (let i = 0; i < input.count; i++) {
    if (i % DRAWN_AT_ONCE === 0) yield
    const at = moment((i + draw.next()) / input.count)
    const fromCatalogue = draw.next() < catalogueShare
    const car = fromCatalogue
      ? entries[Math.floor(draw.next() * entries.length)]!
      : publicationAt(draw.next(), at)
    const OperadorResponsable = 'version' in car ? draw.pick(agency.operators).Email : car.OperadorResponsable
    const OrigenLead = ORIGINS[Math.floor(draw.next() * ORIGINS.length)]!
    leads[i] = {
      agency: agency.ordinal,
      offsetMs: at,
      car,
      OperadorResponsable,
      OrigenLead,
      lead: (draw.next() * 0x100000000) >>> 0,
    }
  }
  return leads
}

/**
 * Maps a share of all inquiries (0 to 1) to its time of receipt, in whole seconds before the anchor: the
 * inverse of the cumulated weights of the hours. It is monotonic, so inquiries drawn in order need no
 * sorting.
 */
const arrivalTimes = ({ days, week, hours }: InquiriesInput): ((share: number) => number) => {
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
    const inside =
      total === 0 ? share * slots : slot + (sought - sums[slot]!) / (sums[slot + 1]! - sums[slot]! || 1)
    const seconds = Math.floor(inside * 3_600)
    return Math.min(-1, seconds - slots * 3_600) * SECOND_MS
  }
}

/** Offset after which a suspended or archived publication received no more inquiries. */
const UNLISTED_MS: Readonly<Record<Publication['condition'], number>> = {
  active: 0,
  suspended: -14 * DAY_MS,
  archived: -30 * DAY_MS,
}

/** Chooses a publication from a number in [0, 1): a few often, most seldom, none after it was unlisted. */
const chooser = (
  lot: readonly Publication[],
  draw: Prng,
): ((quantile: number, at: number) => Publication) => {
  const all = shuffled(lot, draw)
  const active = all.filter(({ condition }) => condition === 'active')
  return (quantile, at) => {
    const skewed = quantile * quantile
    const chosen = all[Math.floor(skewed * all.length)]!
    if (at <= UNLISTED_MS[chosen.condition] || active.length === 0) return chosen
    return active[Math.floor(skewed * active.length)]!
  }
}

const shuffled = <T>(list: readonly T[], draw: Prng): T[] => {
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

/** Draws catalogue entries of new cars that get inquiries. */
const catalogueEntries = (catalogue: Catalogue, draw: Prng): CatalogueEntry[] =>
  Array.from({ length: ENTRIES }, () => drawCar(catalogue, draw, { used: false, years: [0, 0] })).flatMap(
    (version) => (version ? [{ version, Estado: 'nuevo' as const }] : []),
  )

const givenInquiry = (source: InquirySource, row: InquiryInput, i: number): UnnumberedInquiry => {
  const { agency } = source
  const car = givenCar(source, row, i)
  const named = row.OperadorResponsable && operatorByEmail(agency, row.OperadorResponsable)
  const responsible = 'version' in car ? administratorOf(agency).Email : car.OperadorResponsable
  return {
    agency: agency.ordinal,
    offsetMs: offsetMsOf(row.at),
    car,
    OperadorResponsable: named ? named.Email : responsible,
    OrigenLead: row.OrigenLead,
    lead: row.Interesado ?? mixSeed(source.seed, 'given', agency.adminMail, i),
  }
}

const givenCar = (source: InquirySource, row: InquiryInput, i: number): Inquiry['car'] => {
  const path = (member: string) => ['inquiries', 'given', i, member]
  if (row.ExternalId !== undefined) {
    const publication = source.byKey(publicationKey(source.agency.ordinal, row.ExternalId))
    if (publication) return publication
    throw source.errorAt(
      path('ExternalId'),
      `expected the ExternalId of a publication of ${source.agency.adminMail}, got ${row.ExternalId}`,
    )
  }
  const car = row.car === undefined ? undefined : findNamedCar(source.catalogue(), row.car)
  if (car) return { version: car.version, Estado: row.Estado }
  throw source.errorAt(
    path('car'),
    `expected words or codenames that name a car, or an ExternalId instead, got ${JSON.stringify(row.car ?? null)}`,
  )
}

/** Offset from the anchor in milliseconds; a duration counts backwards. */
export const offsetMsOf = (at: number | string): number =>
  typeof at === 'number' ? at : -(durationMs(at) ?? 0)
