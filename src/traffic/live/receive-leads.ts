import { DAY_MS, dateTime, MINUTE_MS } from '../../calendar/date-time.ts'
import { durationMs } from '../../calendar/iso-duration.ts'
import {
  type AddedInquiries,
  addInquiries,
  type NewInquiry,
  type NotListed,
} from '../../domain/inquiries/inquiry-intake.ts'
import { paths } from '../../http/paths.ts'
import { ControlError } from '../../problems/control-error.ts'
import { createPrng, mixSeed } from '../../random/prng.ts'
import { findNamedCar } from '../../scenarios/car-generator.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { WorldHandle } from '../../simulator/world-registry.ts'
import { type Agency, zoneMinutesOf } from '../../world/agency.ts'
import { type Inquiry, inquirySid, isCatalogueEntry } from '../../world/inquiry.ts'
import type { Publication } from '../../world/publication.ts'
import { recordTimeMs, type World } from '../../world/world.ts'
import { withLeadDetails } from '../lead-details.ts'
import { LeadGenerator } from '../lead-generator.ts'
import { leadTimes } from '../lead-times.ts'
import { notVisibleError, requireAgency, requireOperator, requirePublication } from '../named-records.ts'

/** What is said of one lead; everything else is drawn. */
export interface LeadInput {
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

export interface LeadsInput {
  readonly adminMail?: string | undefined
  readonly externalid?: string | undefined
  readonly count: number
  /** ISO 8601 duration that ends now. */
  readonly over?: string | undefined
  readonly notify?: boolean | undefined
}

/** Of one lead that came in. */
export interface LeadReceived {
  readonly sid: string
  readonly href: string
  readonly adminMail: string
  readonly externalid: string | null
  readonly momento: string
  readonly operador: string
  readonly notify: boolean
}

export interface LeadsReceived {
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
const NOTIFY_WITHIN_MS = MINUTE_MS
/** The furthest that leads may lie back, well beyond the ninety days that can be read (INQ-06). */
const MAX_AGE_DAYS = 366

/** One lead comes in; `base` is where its links lead. Throws a `ControlError`, with 409 for a publication that is not shown (PUB-32). */
export const receiveLead = (simulator: Simulator, worldHandle: WorldHandle, input: LeadInput, base: string): LeadReceived => {
  const { world } = worldHandle
  const nowMs = Math.floor(simulator.nowOf(worldHandle))
  const agency = requireAgency(world, input.adminMail)
  const atMs = readMoment(input.momento, nowMs)
  const drawn = new LeadGenerator(world, agency).draw(world.next.inquiry, atMs - world.setting.anchorMs, {
    car: readCar(world, agency, input),
    ...(input.operador !== undefined && { operador: requireOperator(agency, input.operador) }),
    ...(input.origen !== undefined && { origen: input.origen }),
  })
  const received = requireAccepted(addInquiries(world, [withLeadDetails(world, drawn, input.interesado)]), input.externalid)
  const notify = input.notify ?? nowMs - atMs <= NOTIFY_WITHIN_MS
  simulator.change(worldHandle, received.world, notify ? received.events : [], base)
  const [inquiry] = received.inquiries
  if (!inquiry) throw new Error('a lead came in and left no inquiry')
  return {
    sid: inquirySid(inquiry),
    href: base + paths.inquiry(agency.adminMail, inquirySid(inquiry)),
    adminMail: agency.adminMail,
    externalid: isCatalogueEntry(inquiry.car) ? null : inquiry.car.ExternalId,
    momento: momentText(world, agency, inquiry),
    operador: inquiry.OperadorResponsable,
    notify,
  }
}

const MAX_LISTED_SIDS = 100

/**
 * Many leads come in, spread over a period as leads are over weekdays and hours. They are history, so they notify only when that is asked for.
 * Throws a `ControlError`.
 */
export const receiveLeads = (simulator: Simulator, worldHandle: WorldHandle, input: LeadsInput, base: string): LeadsReceived => {
  const { world } = worldHandle
  const toMs = Math.floor(simulator.nowOf(worldHandle)) + 1
  const agency = requireAgency(world, input.adminMail)
  const about = input.externalid === undefined ? undefined : requirePublication(world, agency, input.externalid)
  const fromMs = toMs - Math.max(1, durationMs(input.over ?? 'P7D') ?? 0)
  const leads = drawSpread(world, agency, { count: input.count, fromMs, toMs, about })
  const received = requireAccepted(addInquiries(world, leads), input.externalid)
  const notify = input.notify ?? false
  simulator.change(worldHandle, received.world, notify ? received.events : [], base)
  const [first, last] = [received.inquiries[0], received.inquiries.at(-1)]
  if (!first || !last) throw new Error('leads came in and left no inquiry')
  return {
    count: received.inquiries.length,
    adminMail: agency.adminMail,
    first: momentText(world, agency, first),
    last: momentText(world, agency, last),
    sids: received.inquiries.slice(0, MAX_LISTED_SIDS).map(inquirySid),
    notify,
  }
}

interface SpreadOptions {
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
  readonly about: Publication | undefined
}

const drawSpread = (world: World, agency: Agency, { count, fromMs, toMs, about }: SpreadOptions): NewInquiry[] => {
  const moment = leadTimes({ fromMs, toMs, zoneMinutes: agency.zoneMinutes })
  const { anchorMs, seed } = world.setting
  const first = world.next.inquiry
  const draw = createPrng(mixSeed(seed, 'spread', first))
  const lot = new LeadGenerator(world, agency)
  // Each has its own share of the whole, so that they are drawn in the order of their moments.
  return Array.from({ length: count }, (_, i) =>
    lot.draw(first + i, moment((i + draw.next()) / count) - anchorMs, about && { car: about }),
  )
}

const readCar = (
  world: World,
  agency: Agency,
  { externalid, car, estado = 'nuevo' }: LeadInput,
): Inquiry['car'] | 'catalogue' => {
  if (externalid !== undefined) return requirePublication(world, agency, externalid)
  if (car === undefined) return 'catalogue'
  const named = findNamedCar(world.setting.catalogue(), car)
  if (named) return { version: named.version, Estado: estado }
  const expected = 'Expected words like toyota corolla xei cvt 2020, or codenames like toyota/corolla/xei-2-0-cvt-2026.'
  throw new ControlError(400, `No car of the catalogue answers to ${car}. ${expected}`, { car: [expected] })
}

const readMoment = (momento: string | undefined, nowMs: number): number => {
  if (momento === undefined) return nowMs
  const atMs = Date.parse(momento)
  const oldest = nowMs - MAX_AGE_DAYS * DAY_MS
  if (atMs <= nowMs && atMs >= oldest) return atMs
  const iso = (ms: number) => new Date(ms).toISOString()
  const expected = `Expected an instant from ${iso(oldest)} to ${iso(nowMs)}, the world's now.`
  throw new ControlError(400, `No lead comes in at ${momento}. ${expected}`, { momento: [expected] })
}

const requireAccepted = (received: AddedInquiries | NotListed, externalid: string | undefined): AddedInquiries => {
  if ('notShown' in received) throw notVisibleError(received, externalid ?? '', 'receives no inquiries')
  return received
}

const momentText = (world: World, agency: Agency, { offsetMs: at }: Inquiry): string =>
  dateTime(recordTimeMs(world.setting, at), zoneMinutesOf(world.setting.profile, agency))
