import { ControlError } from '../../api/problems/control-error.ts'
import { DAY_MS, dateTime, MINUTE_MS } from '../../lib/calendar/date-time.ts'
import { durationMs } from '../../lib/calendar/iso-duration.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import { createPrng, mixSeed } from '../../lib/random/prng.ts'
import {
  type AddedInquiries,
  addInquiries,
  type NewInquiry,
  type NotListed,
  notListed,
  reserveInquiries,
} from '../../model/domain/inquiries/inquiry-intake.ts'
import { paths } from '../../model/http/paths.ts'
import { type Agency, zoneMinutesOf } from '../../model/world/agency.ts'
import { type Inquiry, inquirySid, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Publication } from '../../model/world/publication.ts'
import { recordTimeMs, type World } from '../../model/world/world.ts'
import { findNamedCar } from '../scenarios/generators/car-generator.ts'
import { inSlices } from '../scenarios/in-slices.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { WorldHandle } from '../simulator/world-registry.ts'
import { withLeadDetails } from '../stories/lead-details.ts'
import { LeadGenerator } from '../stories/lead-generator.ts'
import { leadTimes } from '../stories/lead-times.ts'
import {
  notVisibleError,
  requireAgency,
  requireOperator,
  requirePublication,
} from '../stories/named-records.ts'

/** Given members of one lead; the others are drawn. */
export interface LeadInput {
  readonly adminMail?: string | undefined
  readonly externalid?: string | undefined
  /** Words or codenames of a car of the catalogue. */
  readonly car?: string | undefined
  readonly estado?: 'nuevo' | 'usado' | undefined
  readonly operador?: string | undefined
  /** Members of `Interesado` that override drawn ones. */
  readonly interesado?: Readonly<Record<string, unknown>> | undefined
  /** ISO 8601; absent: the world's current time. */
  readonly momento?: string | undefined
  readonly origen?: string | undefined
  readonly notify?: boolean | undefined
}

/** How many leads to receive, and over which period. */
export interface LeadsInput {
  readonly adminMail?: string | undefined
  readonly externalid?: string | undefined
  readonly count: number
  /** ISO 8601 duration of the period, which ends now. */
  readonly over?: string | undefined
  readonly notify?: boolean | undefined
}

/** A received lead. */
export interface LeadReceived {
  readonly sid: string
  readonly href: string
  readonly adminMail: string
  readonly externalid: string | null
  readonly momento: string
  readonly operador: string
  readonly notify: boolean
}

/** A summary of received leads. */
export interface LeadsReceived {
  readonly count: number
  readonly adminMail: string
  /** Times of the earliest and the latest lead. */
  readonly first: string
  readonly last: string
  /** Ids of the first hundred; the others follow without a gap. */
  readonly sids: readonly string[]
  readonly notify: boolean
}

/** An older lead notifies only when `notify` is set: its notification is assumed to be sent already. */
const NOTIFY_WITHIN_MS = MINUTE_MS
/** Maximum age of a lead, well beyond the ninety days that can be read (INQ-06). */
const MAX_AGE_DAYS = 366

/**
 * Receives one lead; `base` begins its links. Throws a `ControlError`, with 409 for a publication that is not
 * listed (PUB-32).
 */
export const receiveLead = (
  simulator: Simulator,
  worldHandle: WorldHandle,
  input: LeadInput,
  base: string,
): LeadReceived => {
  const { world } = worldHandle
  const nowMs = Math.floor(simulator.nowOf(worldHandle))
  const agency = requireAgency(world, input.adminMail)
  const atMs = readMoment(input.momento, nowMs)
  const drawn = new LeadGenerator(world, agency).draw(world.next.inquiry, atMs - world.setting.anchorMs, {
    car: readCar(world, agency, input),
    ...(input.operador !== undefined && { operador: requireOperator(agency, input.operador) }),
    ...(input.origen !== undefined && { origen: input.origen }),
  })
  const received = requireAccepted(
    addInquiries(world, [withLeadDetails(world, drawn, input.interesado)]),
    input.externalid,
  )
  const notify = input.notify ?? nowMs - atMs <= NOTIFY_WITHIN_MS
  simulator.change(worldHandle, received.world, notify ? received.events : [], base)
  const [inquiry] = received.inquiries
  if (!inquiry) throw new Error('a lead was received without an inquiry')
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
 * Receives many leads, distributed over a period by weekday and hour. They are history, so they notify only
 * when `notify` is set. They arrive in slices, since 20,000 take a second; their numbers follow each other.
 * Throws a `ControlError`.
 */
export const receiveLeads = async (
  simulator: Simulator,
  worldHandle: WorldHandle,
  input: LeadsInput,
  base: string,
): Promise<LeadsReceived> => {
  const { world, epoch } = worldHandle
  const agency = requireAgency(world, input.adminMail)
  const publication =
    input.externalid === undefined ? undefined : requirePublication(world, agency, input.externalid)
  const refused = publication && notListed(publication)
  if (refused) throw notVisibleError(refused, input.externalid ?? '', 'receives no inquiries')
  const notify = input.notify ?? false
  const toMs = Math.floor(simulator.nowOf(worldHandle)) + 1
  const fromMs = toMs - Math.max(1, durationMs(input.over ?? 'P7D') ?? 0)
  const leads = drawSpread(world, agency, { count: input.count, fromMs, toMs, publication })
  simulator.change(worldHandle, reserveInquiries(world, input.count), [], base)
  const first = world.next.inquiry
  const ends = await inSlices(arrivals({ simulator, worldHandle, epoch, base, notify }, leads, first))
  if (!ends || worldHandle.epoch !== epoch)
    throw new ControlError(409, `World ${worldHandle.name} was reset or restored while the leads arrived.`)
  return {
    count: input.count,
    adminMail: agency.adminMail,
    first: momentText(world, agency, ends.first),
    last: momentText(world, agency, ends.last),
    sids: Array.from({ length: Math.min(input.count, MAX_LISTED_SIDS) }, (_, i) =>
      inquirySid({ number: first + i }),
    ),
    notify,
  }
}

/** Leads that arrive at a step, and those that notify receivers, which takes longer. */
const LEADS_PER_STEP = 100
const NOTIFYING_LEADS_PER_STEP = 10

interface Arrival {
  readonly simulator: Simulator
  readonly worldHandle: WorldHandle
  /** Epoch of the world in which their numbers were reserved. */
  readonly epoch: number
  readonly base: string
  readonly notify: boolean
}

/**
 * Receives leads, some at a step; the first has the number `first`. Returns the first and the last of
 * them; undefined when the world was reset or restored in between.
 */
function* arrivals(
  { simulator, worldHandle, epoch, base, notify }: Arrival,
  leads: Iterable<NewInquiry>,
  first: number,
): Steps<{ readonly first: NewInquiry; readonly last: NewInquiry } | undefined> {
  const perStep = notify ? NOTIFYING_LEADS_PER_STEP : LEADS_PER_STEP
  let number = first
  let ends: { first: NewInquiry; last: NewInquiry } | undefined
  for (const part of partsOf(leads, perStep)) {
    do yield
    while (worldHandle.playing)
    if (worldHandle.epoch !== epoch) return undefined
    const received = requireAccepted(addInquiries(worldHandle.world, part, number), undefined)
    simulator.change(worldHandle, received.world, notify ? received.events : [], base)
    number += part.length
    for (const lead of part) ends = { first: ends?.first ?? lead, last: lead }
  }
  return ends
}

function* partsOf<T>(items: Iterable<T>, length: number): Generator<readonly T[], void> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < length) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

interface SpreadOptions {
  readonly count: number
  readonly fromMs: number
  readonly toMs: number
  readonly publication: Publication | undefined
}

/** Draws leads as they are asked for, in order of time: each has its own share of the whole. */
function* drawSpread(
  world: World,
  agency: Agency,
  { count, fromMs, toMs, publication }: SpreadOptions,
): Generator<NewInquiry, void> {
  const timeOf = leadTimes({ fromMs, toMs, zoneMinutes: agency.zoneMinutes })
  const { anchorMs, seed } = world.setting
  const first = world.next.inquiry
  const random = createPrng(mixSeed(seed, 'spread', first))
  const generator = new LeadGenerator(world, agency)
  for (let i = 0; i < count; i++)
    yield generator.draw(
      first + i,
      timeOf((i + random.next()) / count) - anchorMs,
      publication && { car: publication },
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
  const expected =
    'Expected words like toyota corolla xei cvt 2020, or codenames like toyota/corolla/xei-2-0-cvt-2026.'
  throw new ControlError(400, `No car of the catalogue matches ${car}. ${expected}`, { car: [expected] })
}

const readMoment = (momento: string | undefined, nowMs: number): number => {
  if (momento === undefined) return nowMs
  const atMs = Date.parse(momento)
  const oldest = nowMs - MAX_AGE_DAYS * DAY_MS
  if (atMs <= nowMs && atMs >= oldest) return atMs
  const iso = (ms: number) => new Date(ms).toISOString()
  const expected = `Expected an instant from ${iso(oldest)} to ${iso(nowMs)}, the world's current time.`
  throw new ControlError(400, `A lead cannot come at ${momento}. ${expected}`, { momento: [expected] })
}

const requireAccepted = (
  received: AddedInquiries | NotListed,
  externalid: string | undefined,
): AddedInquiries => {
  if ('notShown' in received) throw notVisibleError(received, externalid ?? '', 'receives no inquiries')
  return received
}

const momentText = (world: World, agency: Agency, { offsetMs }: Pick<Inquiry, 'offsetMs'>): string =>
  dateTime(recordTimeMs(world.setting, offsetMs), zoneMinutesOf(world.setting.profile, agency))
