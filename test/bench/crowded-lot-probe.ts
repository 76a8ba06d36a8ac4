import { Sandbox } from '../../src/sandbox/sandbox.ts'
import { DEFAULT_WORLD, type Held } from '../../src/sandbox/worlds.ts'
import { asked, prepared } from './asking.ts'
import { describedListing } from './listing.ts'
import { activeListings, collectionOf } from './lot.ts'
import { wideScenario } from './wide-scenario.ts'

export interface CrowdedLotOrder {
  /** Publications of the agency. */
  readonly large: number
  readonly small: number
  readonly blocks: number
}

export interface CrowdedLotReport {
  /** Mean milliseconds of a call, one sample for each block; blocks of both lots alternate. */
  readonly steps: readonly {
    readonly name: string
    readonly largeMs: readonly number[]
    readonly smallMs: readonly number[]
  }[]
}

const CALLS = 64
const WARM_UP_BLOCKS = 5

interface Lot {
  readonly held: Held
  readonly paths: readonly string[]
  readonly tags: Map<string, string>
  created: number
}

const lotOf = async (publications: number): Promise<Lot> => {
  const sandbox = await Sandbox.open({ scenario: wideScenario({ publications, inquiries: 0 }) })
  const held = sandbox.worlds.need(DEFAULT_WORLD)
  return { held, paths: activeListings(held.world, CALLS), tags: new Map(), created: 0 }
}

/** One block of calls; gives the mean time of the exchanges alone. */
type Block = (lot: Lot) => number

const get: Block = ({ held, paths }) => {
  const asks = paths.map((path) => prepared('GET', path))
  let tookMs = 0
  for (const ask of asks) {
    const before = performance.now()
    asked(held.world, ask)
    tookMs += performance.now() - before
  }
  return tookMs / asks.length
}

const patch: Block = ({ held, paths, tags }) => {
  let tookMs = 0
  for (const path of paths) {
    const ifMatch = tags.get(path)
    const Importe = 1_000_000 + Math.round(performance.now() * 1_000)
    const ask = prepared('PATCH', path, {
      body: { Precio: { Moneda: 'ARS', Importe } },
      ...(ifMatch !== undefined && { ifMatch }),
    })
    const before = performance.now()
    const { answer, world } = asked(held.world, ask)
    tookMs += performance.now() - before
    held.world = world
    tags.set(path, String(answer.headers.ETag))
  }
  return tookMs / paths.length
}

const post: Block = (lot) => {
  const path = collectionOf(lot.held.world)
  let tookMs = 0
  for (let i = 0; i < CALLS; i++) {
    const ask = prepared('POST', path, { body: describedListing(`NUEVA-${lot.created++}`) })
    const before = performance.now()
    const { world } = asked(lot.held.world, ask)
    tookMs += performance.now() - before
    lot.held.world = world
  }
  return tookMs / CALLS
}

const STEPS = { GET: get, PATCH: patch, POST: post }

const measure = async ({ large, small, blocks }: CrowdedLotOrder): Promise<CrowdedLotReport> => {
  const steps: CrowdedLotReport['steps'][number][] = []
  for (const [name, block] of Object.entries(STEPS)) {
    // Lots of their own for each step: what was created before would make the small one large.
    const lots = { large: await lotOf(large), small: await lotOf(small) }
    const largeMs: number[] = []
    const smallMs: number[] = []
    for (let i = -WARM_UP_BLOCKS; i < blocks; i++) {
      const took = { large: block(lots.large), small: block(lots.small) }
      if (i < 0) continue
      largeMs.push(took.large)
      smallMs.push(took.small)
    }
    steps.push({ name, largeMs, smallMs })
  }
  return { steps }
}

// The harness wrote it as JSON.
console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as CrowdedLotOrder)))
