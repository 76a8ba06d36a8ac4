import { DAY_MS } from '../../src/lib/calendar/date-time.ts'
import { isCatalogueEntry } from '../../src/model/world/inquiry.ts'
import type { World } from '../../src/model/world/world.ts'
import { DEFAULT_WORLD } from '../../src/sandbox/simulator/world-registry.ts'
import { prepareRequest, runExchange } from './in-process-exchange.ts'
import { mailOf } from './lot.ts'
import { percentileOf, timesOf } from './samples.ts'
import { openWide } from './wide-scenario.ts'

export interface PagesOrder {
  readonly large: number
  readonly small: number
  readonly calls: number
}

export interface PagesReport {
  readonly pages: readonly Page[]
}

interface Page {
  readonly name: string
  readonly largeMs: readonly number[]
  /** Times of the same page, or of the first one if a small world has no 99th. */
  readonly smallMs: readonly number[]
  readonly largeRows: number
  readonly smallRows: number
}

/** Few publications, so that each has enough pages. */
const LARGE_LOT = 50
const SMALL_LOT = 5

const worldOf = async (publications: number, inquiries: number): Promise<World> =>
  (await openWide({ publications, inquiries })).worlds.require(DEFAULT_WORLD).world

/** Filters of a page, as queries without the page number. */
const filtersOf = (world: World): ReadonlyMap<string, string> => {
  const all = `desde=${daysBefore(world, 89)}`
  const busiest = busiestOf(world)
  return new Map([
    ['unfiltered', all],
    ['by operador', `${all}&operador=${encodeURIComponent(busiest.operador)}`],
    ['by externalid', `${all}&externalid=${encodeURIComponent(busiest.externalid)}`],
    ['by period', `desde=${daysBefore(world, 60)}&hasta=${daysBefore(world, 31)}`],
  ])
}

const daysBefore = ({ setting }: World, days: number): string =>
  new Date(setting.anchorMs - days * DAY_MS).toISOString().slice(0, 10)

/** The publication and the operator with most inquiries; the administrator sees all, so is not a filter. */
const busiestOf = (world: World): { externalid: string; operador: string } => {
  const administrator = mailOf(world)
  const listings = new Map<string, number>()
  const operators = new Map<string, number>()
  for (const { car, OperadorResponsable } of world.inquiries) {
    if (!isCatalogueEntry(car)) listings.set(car.ExternalId, (listings.get(car.ExternalId) ?? 0) + 1)
    if (OperadorResponsable !== administrator)
      operators.set(OperadorResponsable, (operators.get(OperadorResponsable) ?? 0) + 1)
  }
  return { externalid: most(listings), operador: most(operators) }
}

const most = (counts: ReadonlyMap<string, number>): string =>
  [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]

const paged = (world: World, query: string, number: number) => {
  const ask = prepareRequest('GET', `/v3/consultas/${mailOf(world)}?${query}&pagina=${number}`)
  return { read: () => runExchange(world, ask), rows: rowsOf(runExchange(world, ask).response.body) }
}

const rowsOf = (body: Uint8Array | string | null): number =>
  JSON.parse(Buffer.from(body ?? '').toString('utf8'))._entries.length

const ROUNDS = 20
const WARM_UP_CALLS = 1_000

/** Median time of a call per round; rounds of both worlds alternate. */
const timesInRounds = (calls: number, large: () => unknown, small: () => unknown) => {
  const medianOf = (read: () => unknown) => percentileOf(timesOf(calls / ROUNDS, read), 0.5)
  timesOf(WARM_UP_CALLS, large)
  timesOf(WARM_UP_CALLS, small)
  const rounds = Array.from({ length: ROUNDS }, () => ({ large: medianOf(large), small: medianOf(small) }))
  return { largeMs: rounds.map((round) => round.large), smallMs: rounds.map((round) => round.small) }
}

const measure = async ({ large, small, calls }: PagesOrder): Promise<PagesReport> => {
  const worlds = { large: await worldOf(LARGE_LOT, large), small: await worldOf(SMALL_LOT, small) }
  const smallFilters = filtersOf(worlds.small)
  const pages: Page[] = []
  for (const [filter, query] of filtersOf(worlds.large)) {
    for (const number of [1, 99]) {
      const big = paged(worlds.large, query, number)
      const little = paged(worlds.small, smallFilters.get(filter) ?? '', 1)
      const times = timesInRounds(calls, big.read, little.read)
      pages.push({ name: `page ${number} ${filter}`, ...times, largeRows: big.rows, smallRows: little.rows })
    }
  }
  return { pages }
}

// The benchmark passes it as JSON.
console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as PagesOrder)))
