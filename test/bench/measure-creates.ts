import { DEFAULT_WORLD } from '../../src/sandbox/simulator/world-registry.ts'
import { prepareRequest, runExchange } from './in-process-exchange.ts'
import { describedListing } from './listing.ts'
import { collectionOf } from './lot.ts'
import { heapMiB, outsideMiB, settle } from './process-memory.ts'
import { openWide } from './wide-scenario.ts'

export interface CreatesOrder {
  readonly creates: number
}

/** Memory added by all created publications. */
export interface CreatesReport {
  readonly heapBytes: number
  readonly outsideBytes: number
}

const MIB = 1024 ** 2
/** Publications created before measuring, so that lazy loading is not counted. */
const WARM_UP = 500

// The benchmark passes it as JSON.
const { creates } = JSON.parse(process.argv[2] ?? '{}') as CreatesOrder
const sandbox = await openWide({ publications: 100, inquiries: 0 })
const held = sandbox.worlds.require(DEFAULT_WORLD)
const path = collectionOf(held.world)

const create = (from: number, to: number): void => {
  for (let i = from; i < to; i++) {
    held.world = runExchange(
      held.world,
      prepareRequest('POST', path, { body: describedListing(`NUEVA-${i}`) }),
    ).world
  }
}

create(0, WARM_UP)
await settle()
const before = { heap: heapMiB(), outside: outsideMiB() }
create(WARM_UP, WARM_UP + creates)
await settle()
const report: CreatesReport = {
  heapBytes: (heapMiB() - before.heap) * MIB,
  outsideBytes: (outsideMiB() - before.outside) * MIB,
}
console.log(JSON.stringify(report))
