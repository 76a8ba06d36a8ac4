import { type Agency, zoneOf } from '../world/agency.ts'
import { chance, mix } from '../random/prng.ts'
import { type Inquiry, isCatalogueEntry, sidOf } from '../world/inquiry.ts'
import { interesadoOf } from '../domain/inquiries/interested-person.ts'
import type { Publication } from '../world/publication.ts'
import { type Arriving, type NotShown, type ReceivedInquiries, receiveInquiries } from '../domain/inquiries/receive-inquiry.ts'
import { DAY_MS, dateTime, MINUTE_MS } from '../calendar/date-time.ts'
import { instantOf, type World } from '../world/world.ts'
import { paths } from '../http/paths.ts'
import { Interesado } from '../wire/answers.ts'
import { ControlError } from '../problems/control-error.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { namedCar } from '../scenarios/car-generator.ts'
import { durationMs } from '../calendar/iso-duration.ts'
import type { Held } from '../simulator/world-registry.ts'
import { LeadLot } from './lead-generator.ts'
import { hidden, needAgency, needOperator, needPublication } from './named-records.ts'
import { momentsIn } from './lead-times.ts'

/** What is said of one lead; everything else is drawn. */
export interface OneLead {
  readonly adminMail?: string | undefined
  readonly externalid?: string | undefined
  /** Words or codenames of a car of the catalogue. */
  readonly car?: string | undefined
  readonly estado?: 'nuevo' | 'usado' | undefined
  readonly operador?: string | undefined
  /** Members of `Interesado` over the drawn ones. */
  readonly interesado?: Readonly<Record<string, unknown>> | undefined
  /** ISO 8601; absent: the world's now. */
  readonly momento?: string | undefined
  readonly origen?: string | undefined
  readonly notify?: boolean | undefined
}

export interface ManyLeads {
  readonly adminMail?: string | undefined
  readonly externalid?: string | undefined
  readonly count: number
  /** ISO 8601 duration that ends now. */
  readonly over?: string | undefined
  readonly notify?: boolean | undefined
}

/** Of one lead that came in. */
export interface CameIn {
  readonly sid: string
  readonly href: string
  readonly adminMail: string
  readonly externalid: string | null
  readonly momento: string
  readonly operador: string
  readonly notify: boolean
}

export interface CameInMany {
  readonly count: number
  readonly adminMail: string
  /** Moments of the earliest and the latest. */
  readonly first: string
  readonly last: string
  /** Of the first hundred; the others follow without a gap. */
  readonly sids: readonly string[]
  readonly notify: boolean
}

/** A lead that came longer ago was told about then: it notifies only when that is asked for. */
const TOLD_WITHIN_MS = MINUTE_MS
/** The furthest that leads may lie back, well beyond the ninety days that can be read (INQ-06). */
const FURTHEST_DAYS = 366

/** One lead comes in; `base` is where its links lead. Throws a `ControlError`, with 409 for a publication that is not shown (PUB-32). */
export const receiveOne = (sandbox: Sandbox, held: Held, said: OneLead, base: string): CameIn => {
  const { world } = held
  const nowMs = Math.floor(sandbox.nowOf(held))
  const agency = needAgency(world, said.adminMail)
  const atMs = momentOf(said.momento, nowMs)
  const drawn = new LeadLot(world, agency).draw(world.next.inquiry, atMs - world.setting.anchorMs, {
    car: carOf(world, agency, said),
    ...(said.operador !== undefined && { operador: needOperator(agency, said.operador) }),
    ...(said.origen !== undefined && { origen: said.origen }),
  })
  const received = accepted(receiveInquiries(world, [withWords(world, drawn, said.interesado)]), said.externalid)
  const notify = said.notify ?? nowMs - atMs <= TOLD_WITHIN_MS
  sandbox.change(held, received.world, notify ? received.facts : [], base)
  const [inquiry] = received.inquiries
  if (!inquiry) throw new Error('a lead came in and left no inquiry')
  return {
    sid: sidOf(inquiry),
    href: base + paths.inquiry(agency.adminMail, sidOf(inquiry)),
    adminMail: agency.adminMail,
    externalid: isCatalogueEntry(inquiry.car) ? null : inquiry.car.ExternalId,
    momento: momentText(world, agency, inquiry),
    operador: inquiry.OperadorResponsable,
    notify,
  }
}

const SIDS_TOLD = 100

/**
 * Many leads come in, spread over a period as leads are over weekdays and hours. They are history, so they notify only when that is asked for.
 * Throws a `ControlError`.
 */
export const receiveMany = (sandbox: Sandbox, held: Held, said: ManyLeads, base: string): CameInMany => {
  const { world } = held
  const toMs = Math.floor(sandbox.nowOf(held)) + 1
  const agency = needAgency(world, said.adminMail)
  const about = said.externalid === undefined ? undefined : needPublication(world, agency, said.externalid)
  const fromMs = toMs - Math.max(1, durationMs(said.over ?? 'P7D') ?? 0)
  const leads = spread(world, agency, { count: said.count, fromMs, toMs, about })
  const received = accepted(receiveInquiries(world, leads), said.externalid)
  const notify = said.notify ?? false
  sandbox.change(held, received.world, notify ? received.facts : [], base)
  const [first, last] = [received.inquiries[0], received.inquiries.at(-1)]
  if (!first || !last) throw new Error('leads came in and left no inquiry')
  return {
    count: received.inquiries.length,
    adminMail: agency.adminMail,
    first: momentText(world, agency, first),
    last: momentText(world, agency, last),
    sids: received.inquiries.slice(0, SIDS_TOLD).map(sidOf),
    notify,
  }
}

interface Wanted {
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
  readonly about: Publication | undefined
}

const spread = (world: World, agency: Agency, { count, fromMs, toMs, about }: Wanted): Arriving[] => {
  const moment = momentsIn({ fromMs, toMs, zoneMinutes: agency.zoneMinutes })
  const { anchorMs, seed } = world.setting
  const first = world.next.inquiry
  const draw = chance(mix(seed, 'spread', first))
  const lot = new LeadLot(world, agency)
  // Each has its own share of the whole, so that they are drawn in the order of their moments.
  return Array.from({ length: count }, (_, i) =>
    lot.draw(first + i, moment((i + draw.next()) / count) - anchorMs, about && { car: about }),
  )
}

const carOf = (
  world: World,
  agency: Agency,
  { externalid, car, estado = 'nuevo' }: OneLead,
): Inquiry['car'] | 'catalogue' => {
  if (externalid !== undefined) return needPublication(world, agency, externalid)
  if (car === undefined) return 'catalogue'
  const named = namedCar(world.setting.catalogue(), car)
  if (named) return { version: named.version, Estado: estado }
  const expected = 'Expected words like toyota corolla xei cvt 2020, or codenames like toyota/corolla/xei-2-0-cvt-2026.'
  throw new ControlError(400, `No car of the catalogue answers to ${car}. ${expected}`, { car: [expected] })
}

/** The lead with what was given about who asks, over what is drawn. */
export const withWords = (world: World, lead: Arriving, given: OneLead['interesado']): Arriving => {
  if (!given) return lead
  const drawn = interesadoOf({ ...lead, number: world.next.inquiry }, world.setting.people())
  return { ...lead, lead: Interesado.parse({ ...drawn, ...given }) }
}

const momentOf = (momento: string | undefined, nowMs: number): number => {
  if (momento === undefined) return nowMs
  const atMs = Date.parse(momento)
  const oldest = nowMs - FURTHEST_DAYS * DAY_MS
  if (atMs <= nowMs && atMs >= oldest) return atMs
  const iso = (ms: number) => new Date(ms).toISOString()
  const expected = `Expected an instant from ${iso(oldest)} to ${iso(nowMs)}, the world's now.`
  throw new ControlError(400, `No lead comes in at ${momento}. ${expected}`, { momento: [expected] })
}

const accepted = (received: ReceivedInquiries | NotShown, externalid: string | undefined): ReceivedInquiries => {
  if ('notShown' in received) throw hidden(received, externalid ?? '', 'receives no inquiries')
  return received
}

const momentText = (world: World, agency: Agency, { at }: Inquiry): string =>
  dateTime(instantOf(world.setting, at), zoneOf(world.setting.profile, agency))
