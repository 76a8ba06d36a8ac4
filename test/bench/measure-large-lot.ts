import type { ApiRequest, ApiResponse } from '../../src/model/http/request.ts'
import { DEFAULT_WORLD, type WorldHandle } from '../../src/sandbox/simulator/world-registry.ts'
import { prepareRequest, runExchange } from './in-process-exchange.ts'
import { describedListing } from './listing.ts'
import { activeListings, collectionOf } from './lot.ts'
import { percentileOf } from './samples.ts'
import { openWide } from './wide-scenario.ts'

export interface LargeLotOrder {
  /** Publications of the agency. */
  readonly large: number
  readonly small: number
  readonly blocks: number
}

export interface LargeLotReport {
  /** Median milliseconds per call, one sample per block; blocks of both lots alternate. */
  readonly steps: readonly {
    readonly name: string
    readonly largeMs: readonly number[]
    readonly smallMs: readonly number[]
  }[]
}

const CALLS = 64
const WARM_UP_BLOCKS = 60

interface Lot {
  readonly held: WorldHandle
  readonly paths: readonly string[]
  readonly tags: Map<string, string>
  created: number
}

const lotOf = async (publications: number): Promise<Lot> => {
  const sandbox = await openWide({ publications, inquiries: 0 })
  const held = sandbox.worlds.require(DEFAULT_WORLD)
  return { held, paths: activeListings(held.world, CALLS), tags: new Map(), created: 0 }
}

/** Runs one block of calls; returns the time of each exchange. */
type Block = (lot: Lot) => number[]

const timed = (held: WorldHandle, ask: ApiRequest, times: number[]): ApiResponse => {
  const before = performance.now()
  const { response: answer, world } = runExchange(held.world, ask)
  times.push(performance.now() - before)
  held.world = world
  return answer
}

const get: Block = ({ held, paths }) => {
  const times: number[] = []
  for (const path of paths) timed(held, prepareRequest('GET', path), times)
  return times
}

const patch: Block = ({ held, paths, tags }) => {
  const times: number[] = []
  for (const path of paths) {
    const ifMatch = tags.get(path)
    // A new price in every call.
    const Importe = 1_000_000 + Math.round(performance.now() * 1_000)
    const ask = prepareRequest('PATCH', path, {
      body: { Precio: { Moneda: 'ARS', Importe } },
      ...(ifMatch !== undefined && { ifMatch }),
    })
    tags.set(path, String(timed(held, ask, times).headers.ETag))
  }
  return times
}

const post: Block = (lot) => {
  const times: number[] = []
  const path = collectionOf(lot.held.world)
  for (let i = 0; i < CALLS; i++)
    timed(lot.held, prepareRequest('POST', path, { body: describedListing(`NUEVA-${lot.created++}`) }), times)
  return times
}

const STEPS = { GET: get, PATCH: patch, POST: post }

const measure = async ({ large, small, blocks }: LargeLotOrder): Promise<LargeLotReport> => {
  const steps: LargeLotReport['steps'][number][] = []
  for (const [name, block] of Object.entries(STEPS)) {
    // New lots for each step: earlier creates would make the small one large.
    const lots = { large: await lotOf(large), small: await lotOf(small) }
    const largeMs: number[] = []
    const smallMs: number[] = []
    for (let i = -WARM_UP_BLOCKS; i < blocks; i++) {
      const took = { large: block(lots.large), small: block(lots.small) }
      if (i < 0) continue
      largeMs.push(percentileOf(took.large, 0.5))
      smallMs.push(percentileOf(took.small, 0.5))
    }
    steps.push({ name, largeMs, smallMs })
  }
  return { steps }
}

// The benchmark passes it as JSON.
console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as LargeLotOrder)))
