import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../src/sandbox/simulator/world-registry.ts'
import { prepareRequest, runExchange } from './in-process-exchange.ts'
import { describedListing } from './listing.ts'
import { activeListings, collectionOf } from './lot.ts'
import { heapMiB, residentMiB, settle } from './process-memory.ts'
import { timesOf } from './samples.ts'

export type WorldsOrder =
  | { readonly kind: 'life'; readonly scenario: string; readonly calls: number }
  | { readonly kind: 'hundred' }
  | { readonly kind: 'crowd'; readonly worlds: number }

/** Milliseconds per call. */
export interface LifeReport {
  readonly make: readonly number[]
  readonly fork: readonly number[]
  readonly reset: readonly number[]
}

export interface HundredReport {
  readonly tookMs: number
  readonly heapMiB: number
}

export interface CrowdReport {
  readonly made: Footprint
  readonly used: Footprint
}

interface Footprint {
  readonly heapMiB: number
  readonly residentMiB: number
}

/** Time limit of a step, for one that is far from its target. */
const PATIENCE_MS = 3_000

const life = async (scenario: string, calls: number): Promise<LifeReport> => {
  const sandbox = await Simulator.open({ scenario })
  const { worlds } = sandbox
  const make: number[] = []
  const startMs = performance.now()
  for (let i = 0; i < calls && performance.now() - startMs < PATIENCE_MS; i++) {
    const before = performance.now()
    await sandbox.makeWorld({ name: `m${i}` })
    make.push(performance.now() - before)
  }
  const fork = timesOf(calls, (i) => worlds.fork(DEFAULT_WORLD, `f${i}`, 0))
  // One write per world, so that a reset has something to undo.
  const [path = ''] = activeListings(worlds.require(DEFAULT_WORLD).world, 1)
  const write = prepareRequest('PATCH', path, { body: { Precio: { Moneda: 'ARS', Importe: 1_000_000 } } })
  for (let i = 0; i < calls; i++) {
    const held = worlds.require(`f${i}`)
    held.world = runExchange(held.world, write).world
  }
  return { make, fork, reset: timesOf(calls, (i) => worlds.reset(`f${i}`, 0)) }
}

const hundred = async (): Promise<HundredReport> => {
  const sandbox = await Simulator.open()
  await settle()
  const heapBefore = heapMiB()
  const beforeMs = performance.now()
  for (let i = 0; i < 100; i++) await sandbox.makeWorld({ name: `w-${i}` })
  const tookMs = performance.now() - beforeMs
  await settle()
  return { tookMs, heapMiB: heapMiB() - heapBefore }
}

const crowd = async (count: number): Promise<CrowdReport> => {
  const sandbox = await Simulator.open()
  const { worlds } = sandbox
  for (let i = 0; i < count; i++) await sandbox.makeWorld({ name: `w-${i}` })
  const made = await footprint()
  const { world: first } = worlds.require(DEFAULT_WORLD)
  const [path = ''] = activeListings(first, 1)
  const read = prepareRequest('GET', path)
  const create = prepareRequest('POST', collectionOf(first), { body: describedListing('NUEVA-1') })
  for (const each of worlds.all()) each.world = runExchange(runExchange(each.world, read).world, create).world
  return { made, used: await footprint() }
}

const footprint = async (): Promise<Footprint> => {
  await settle()
  return { heapMiB: heapMiB(), residentMiB: residentMiB() }
}

// The benchmark passes it as JSON.
const order = JSON.parse(process.argv[2] ?? '{}') as WorldsOrder
const reportOf = (): Promise<LifeReport | HundredReport | CrowdReport> => {
  if (order.kind === 'life') return life(order.scenario, order.calls)
  return order.kind === 'hundred' ? hundred() : crowd(order.worlds)
}
console.log(JSON.stringify(await reportOf()))
