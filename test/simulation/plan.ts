import { createPrng, mixSeed, type Prng } from '../../src/lib/random/prng.ts'
import { RECEIVER_MODES, RECEIVERS, type ReceiverMode } from './virtual-network.ts'

/** What one seed does: steps as plain data, so that a failing run can be made shorter and printed. */

/** How a writer uses the entity tag. */
export type TagUse = 'none' | 'fresh' | 'stale'

/**
 * One action. Worlds, agencies, apps and publications are small numbers that always lead to one that exists.
 */
export type Action =
  | {
      do: 'create'
      world: number
      agency: number
      app: number
      id: number
      level: string | null
      activa: boolean | null
      photo: number
    }
  | {
      do: 'put' | 'patch'
      world: number
      agency: number
      app: number
      id: number
      tag: TagUse
      price: number
      level: string | null
      activa: boolean | null
    }
  | { do: 'suspender' | 'archivar'; world: number; agency: number; app: number; id: number; tag: TagUse }
  | { do: 'race'; world: number; agency: number; app: number; id: number; writers: number; price: number }
  | { do: 'create-race'; world: number; agency: number; id: number; writers: number }
  | { do: 'read'; world: number; app: number; path: number; agency: number; id: number; prefer: boolean }
  | { do: 'garbage'; world: number; app: number; agency: number; id: number; shape: number }
  | { do: 'branch'; world: number; app: number; agency: number; name: number }
  | { do: 'rename'; world: number; app: number; agency: number; name: number }
  | { do: 'webhook'; world: number; app: number; topic: number; receiver: number; active: boolean }
  | { do: 'settings'; world: number; app: number; agency: number; receiver: number; active: boolean }
  | { do: 'lead'; world: number; agency: number; id: number; catalogue: boolean }
  | { do: 'leads'; world: number; agency: number; count: number }
  | { do: 'views'; world: number; agency: number; id: number; count: number }
  | { do: 'invitation'; world: number; agency: number }
  | { do: 'fault'; world: number; rule: number; times: number; probability: number }
  | { do: 'heal'; world: number }
  | { do: 'snapshot' | 'restore' | 'drop-snapshot'; world: number; name: number }
  | { do: 'fork' | 'new-world'; world: number; name: number }
  | { do: 'delete-world' | 'reset' | 'export' | 'save' | 'look'; world: number }
  | { do: 'profile'; world: number; option: number }
  | { do: 'clock'; world: number; running: boolean; speed: number }
  | { do: 'advance'; world: number; by: string }
  | { do: 'redeliver'; world: number; number: number }
  | { do: 'receiver'; receiver: number; mode: ReceiverMode }
  | { do: 'disk-full'; writes: number }
  | { do: 'restart' }
  | { do: 'power-cut'; after: number }

/** Actions that begin together, and how long the simulated time goes on after them, in milliseconds. */
export interface Step {
  readonly actions: readonly Action[]
  readonly thenMs: number
}

/** Draws the steps of a seed. Most begin with a world in which something is configured. */
export const planOf = (seed: number, length: number): Step[] => {
  const prng = createPrng(mixSeed(seed, 'simulation'))
  const first: Step[] = prng.int(0, 9) < 8 ? [{ actions: configured(prng), thenMs: 0 }] : []
  const drawn = Array.from({ length: length - first.length }, () => ({
    actions: Array.from({ length: prng.weighted(TOGETHER) }, () => drawAction(prng)),
    thenMs: prng.weighted([
      [0, 5],
      [prng.int(1, 2_000), 3],
      [prng.int(2_000, 60_000), 1],
    ]),
  }))
  return [...first, ...drawn]
}

/** How many actions begin together. */
const TOGETHER = [
  [1, 6],
  [2, 2],
  [3, 1],
  [4, 1],
] as const

/** Webhooks and settings that lead to drawn receivers, and a second world. */
const configured = (prng: Prng): Action[] => {
  const receiver = () => prng.int(0, RECEIVERS - 1)
  const at = { world: 0, app: 0, agency: 0, active: true }
  return [
    { do: 'webhook', ...at, topic: 0, receiver: receiver() },
    { do: 'webhook', ...at, topic: 1, receiver: receiver() },
    { do: 'settings', ...at, receiver: receiver() },
    { do: 'receiver', receiver: receiver(), mode: prng.pick(RECEIVER_MODES) },
    { do: 'new-world', world: 0, name: prng.int(1, 3) },
  ]
}

const LEVELS = ['Alta', 'Media', 'Baja', null] as const

const drawAction = (prng: Prng): Action => {
  // Most happens in one world, so that its writers meet.
  const world = prng.weighted([
    [0, 9],
    [prng.int(1, 3), 1],
  ])
  const agency = prng.weighted([
    [0, 4],
    [1, 1],
  ])
  const app = prng.weighted([
    [0, 3],
    [1, 1],
  ])
  const id = Math.min(prng.int(0, 6), prng.int(0, 6))
  const tag = prng.pick(['none', 'fresh', 'fresh', 'stale'] as const)
  const level = prng.pick(LEVELS)
  const activa = prng.pick([true, true, false, null])
  const price = prng.int(1, 9_000_000)
  const at = { world, agency, app, id }
  const draws: Record<Action['do'], () => Action> = {
    create: () => ({ do: 'create', ...at, level, activa, photo: prng.int(0, 2) }),
    put: () => ({ do: 'put', ...at, tag, price, level, activa }),
    patch: () => ({ do: 'patch', ...at, tag, price, level, activa }),
    suspender: () => ({ do: 'suspender', ...at, tag }),
    archivar: () => ({ do: 'archivar', ...at, tag }),
    race: () => ({ do: 'race', ...at, writers: prng.int(2, 6), price }),
    'create-race': () => ({ do: 'create-race', world, agency, id, writers: prng.int(2, 5) }),
    read: () => ({ do: 'read', ...at, path: prng.int(0, 99), prefer: prng.int(0, 9) === 0 }),
    garbage: () => ({ do: 'garbage', ...at, shape: prng.int(0, 99) }),
    branch: () => ({ do: 'branch', world, app, agency, name: prng.int(0, 99) }),
    rename: () => ({ do: 'rename', world, app, agency, name: prng.int(0, 99) }),
    webhook: () => ({
      do: 'webhook',
      world,
      app,
      topic: prng.int(0, 2),
      receiver: prng.int(0, RECEIVERS - 1),
      active: prng.int(0, 4) > 0,
    }),
    settings: () => ({
      do: 'settings',
      world,
      app,
      agency,
      receiver: prng.int(0, RECEIVERS - 1),
      active: prng.int(0, 4) > 0,
    }),
    lead: () => ({ do: 'lead', world, agency, id, catalogue: prng.int(0, 3) === 0 }),
    leads: () => ({ do: 'leads', world, agency, count: prng.int(1, 12) }),
    views: () => ({ do: 'views', world, agency, id, count: prng.int(1, 5) }),
    invitation: () => ({ do: 'invitation', world, agency }),
    fault: () => ({
      do: 'fault',
      world,
      rule: prng.int(0, 99),
      times: prng.int(1, 4),
      probability: prng.pick([1, 1, 0.5]),
    }),
    heal: () => ({ do: 'heal', world }),
    snapshot: () => ({ do: 'snapshot', world, name: prng.weighted(SNAPSHOTS) }),
    restore: () => ({ do: 'restore', world, name: prng.weighted(SNAPSHOTS) }),
    'drop-snapshot': () => ({ do: 'drop-snapshot', world, name: prng.weighted(SNAPSHOTS) }),
    fork: () => ({ do: 'fork', world, name: prng.int(0, 3) }),
    'new-world': () => ({ do: 'new-world', world, name: prng.int(0, 3) }),
    'delete-world': () => ({ do: 'delete-world', world: prng.int(1, 3) }),
    reset: () => ({ do: 'reset', world }),
    export: () => ({ do: 'export', world }),
    save: () => ({ do: 'save', world }),
    look: () => ({ do: 'look', world }),
    profile: () => ({ do: 'profile', world, option: prng.int(0, 999) }),
    clock: () => ({ do: 'clock', world, running: prng.int(0, 1) === 0, speed: prng.pick([1, 60]) }),
    advance: () => ({ do: 'advance', world, by: prng.pick(['PT1M', 'PT40M', 'PT3H', 'P1D']) }),
    redeliver: () => ({ do: 'redeliver', world, number: prng.int(1, 6) }),
    receiver: () => ({
      do: 'receiver',
      receiver: prng.int(0, RECEIVERS - 1),
      mode: prng.pick(RECEIVER_MODES),
    }),
    'disk-full': () => ({ do: 'disk-full', writes: prng.int(1, 2) }),
    restart: () => ({ do: 'restart' }),
    'power-cut': () => ({ do: 'power-cut', after: prng.int(0, 60) }),
  }
  return draws[prng.weighted(WEIGHTS)]()
}

/** Number of a snapshot's name. */
const SNAPSHOTS = [
  [0, 4],
  [1, 1],
] as const

const WEIGHTS: readonly (readonly [Action['do'], number])[] = [
  ['create', 13],
  ['put', 7],
  ['patch', 9],
  ['suspender', 4],
  ['archivar', 3],
  ['race', 6],
  ['create-race', 3],
  ['read', 10],
  ['garbage', 4],
  ['branch', 2],
  ['rename', 2],
  ['webhook', 9],
  ['settings', 7],
  ['lead', 9],
  ['leads', 2],
  ['views', 2],
  ['invitation', 1],
  ['fault', 5],
  ['heal', 3],
  ['snapshot', 2],
  ['restore', 2],
  ['drop-snapshot', 1],
  ['fork', 2],
  ['new-world', 1],
  ['delete-world', 1],
  ['reset', 1],
  ['export', 1],
  ['save', 0.5],
  ['look', 2],
  ['profile', 4],
  ['clock', 2],
  ['advance', 4],
  ['redeliver', 2],
  ['receiver', 4],
  ['disk-full', 1],
  ['restart', 2],
  ['power-cut', 4],
]
