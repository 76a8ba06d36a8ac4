import { LEVELS } from '../../api/wire/exposure-level.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, startOfDay, yearOf } from '../../lib/calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import { publicationIndex, publicationKey } from '../../model/world/publication.ts'
import type { World } from '../../model/world/world.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'
import { type ClientCall, isClients, pageOf, pathOfTarget } from '../runs/client-call.ts'
import type { InjectedWorld, Injection } from '../runs/injection.ts'
import { type PlacesTaken, placeKey } from '../runs/sweep-world.ts'
import type { Variant, VariantSource } from './variant.ts'

/** A state of the world before or during the run, made by a few changes that a control call could make. */
interface Circumstance {
  readonly when: string
  readonly careful: string
  /** Returns the first exchange that it can affect, null for the whole run; undefined if there is none. */
  exchange(calls: readonly ClientCall[]): string | null | undefined
  injection(source: VariantSource): Injection
}

const HALF_A_MINUTE_MS = 30 * SECOND_MS
const OTHER_DAY = 'A careful client takes the day from the instants of the service, in their offset.'

const wholeRun = (): null => null

/** All circumstances by their names. */
export const CIRCUMSTANCES = {
  'before-midnight': {
    when: 'the clock of the world is half a minute before midnight',
    careful: OTHER_DAY,
    exchange: wholeRun,
    injection: ({ nowMs }) => ({
      startMs: startOfDay(nowMs, SCENARIO_ZONE_MINUTES) + DAY_MS - HALF_A_MINUTE_MS,
    }),
  },
  'before-new-year': {
    when: 'the clock of the world is half a minute before the end of the year',
    careful: OTHER_DAY,
    exchange: wholeRun,
    injection: ({ nowMs }) => ({
      startMs:
        Date.UTC(yearOf(nowMs, SCENARIO_ZONE_MINUTES) + 1, 0, 1) -
        SCENARIO_ZONE_MINUTES * MINUTE_MS -
        HALF_A_MINUTE_MS,
    }),
  },
  'before-summer-time': {
    when: 'the clock of the world is half a minute before summer time begins in Europe',
    careful: 'A careful client computes with instants, not with hours of the day.',
    exchange: wholeRun,
    injection: ({ nowMs }) => ({
      startMs: summerTimeMs(yearOf(nowMs, SCENARIO_ZONE_MINUTES)) - HALF_A_MINUTE_MS,
    }),
  },
  'lead-between-pages': {
    when: 'a lead arrives before each next page of inquiries is read, as often as the baseline reads one',
    careful: 'Leads may arrive while a client reads: Total grows, and an inquiry may be on two pages.',
    exchange: (calls) => calls.find(isNextPage)?.exchange,
    injection: ({ calls }) => ({ before: leadsBeforePages(calls.filter(isNextPage).length) }),
  },
  'full-package': {
    when: 'the package has exactly as many places as the baseline took',
    careful: 'A careful client takes no more places than it needs.',
    exchange: (calls) => calls.find((call) => isClients(call) && call.method === 'POST')?.exchange,
    injection: ({ placesTaken }) => ({ start: (world) => withPlaces(world, placesTaken) }),
  },
  'other-apps-records': {
    when: "another app's publications are in the agency",
    careful: 'A careful client looks only at publications that it is shown.',
    exchange: wholeRun,
    injection: () => ({ start: withOtherAppsRecords }),
  },
} as const satisfies Readonly<Record<string, Circumstance>>

/** Name of a circumstance. */
export type CircumstanceName = keyof typeof CIRCUMSTANCES

/** Returns the circumstances that the client can meet. */
export const circumstanceVariants = (source: VariantSource): Variant[] =>
  // The keys of the table are its names.
  (Object.entries(CIRCUMSTANCES) as [CircumstanceName, Circumstance][]).flatMap(([id, row]) => {
    const exchange = row.exchange(source.calls)
    if (exchange === undefined) return []
    const { when, careful } = row
    const injection = row.injection(source)
    return [{ kind: 'circumstance', id, exchange, when, careful, comparison: 'same', injection }]
  })

/** Returns when summer time begins in Europe: 01:00 UTC on the last Sunday of March. */
const summerTimeMs = (year: number): number => {
  const last = new Date(Date.UTC(year, 2, 31, 1))
  return last.getTime() - last.getUTCDay() * DAY_MS
}

const isNextPage = (call: ClientCall): boolean =>
  isClients(call) && call.operation === 'inquiries.list' && pageOf(call.target) > 1

/** Adds a lead before each next page, `most` in a world: a client that reads until nothing is new can end. */
const leadsBeforePages = (most: number): NonNullable<Injection['before']> => {
  const added = new WeakMap<WorldHandle, number>()
  return async (world, call) => {
    const count = added.get(world.worldHandle) ?? 0
    if (!isNextPage(call) || count === most) return undefined
    added.set(world.worldHandle, count + 1)
    return addLead(world, call)
  }
}

const addLead = async (
  { simulator, worldHandle, handler }: InjectedWorld,
  call: ClientCall,
): Promise<undefined> => {
  const adminMail = decodeURIComponent(pathOfTarget(call.target).split('/').at(-1) ?? '')
  const url = `${simulator.origin}/_playa/worlds/${worldHandle.name}/inquiries`
  const headers = { 'Content-Type': 'application/json' }
  await handler(new Request(url, { method: 'POST', headers, body: JSON.stringify({ adminMail }) }))
  return undefined
}

/** Leaves the packages as many places as were taken at a time, or as are taken already. */
const withPlaces = (world: World, placesTaken: PlacesTaken): World => {
  let { agencies } = world
  for (const agency of agenciesInOrder(world.agencies)) {
    const pack = { ...agency.pack }
    for (const level of LEVELS) {
      const taken = world.publications.index(publicationIndex.atLevel(agency.ordinal, level, 'active')).size
      const most = Math.max(taken, placesTaken.get(placeKey(agency.adminMail, level)) ?? 0)
      pack[level] = Math.min(pack[level], most)
    }
    agencies = agencies.put({ ...agency, pack })
  }
  return { ...world, agencies }
}

const OTHER_APP = 'otra-app'
const OTHER_RECORDS = 3

/** Adds copies of the first publications of each agency, as those of another app. */
const withOtherAppsRecords = (world: World): World => {
  let { publications, next } = world
  for (const { ordinal } of agenciesInOrder(world.agencies))
    for (const { key } of world.publications
      .index(publicationIndex.of(ordinal, 'active'))
      .slice(0, OTHER_RECORDS)) {
      const copied = world.publications.get(key)
      if (!copied) continue
      const ExternalId = `${OTHER_APP}-${next.publication}`
      const handle = { number: next.publication, key: publicationKey(ordinal, ExternalId) }
      publications = publications.put({ ...copied, ExternalId, handle, app: OTHER_APP, Vin: null })
      next = { ...next, publication: next.publication + 1 }
    }
  return { ...world, publications, next }
}
