import { Journal } from '../journal/journal.ts'
import { JournalMemory } from '../journal/journal-memory.ts'
import { closestWords } from '../text/did-you-mean.ts'
import { forkedDeliveries } from '../world/delivery.ts'
import { type World, worldTimeMs } from '../world/world.ts'

/** One named world with the moment it started from. */
export interface WorldHandle {
  readonly name: string
  /** What it goes back to on a reset. */
  readonly start: World
  world: World
  lastUseMs: number
  readonly journal: Journal
  /** Named moments that it can be put back to. */
  readonly snapshots: Map<string, WorldSnapshot>
  /** Grows when another value takes the world's place, so that what was under way before cannot write into it. */
  epoch: number
  /** Numbers of the deliveries that are being attempted. */
  attemptsInProgress: Set<number>
  /** Set while something waits for the world's clock. */
  timer: NodeJS.Timeout | undefined
}

/** A world kept under a name. */
export interface WorldSnapshot {
  readonly name: string
  readonly world: World
  /** Wall time of its keeping, in milliseconds since the epoch. */
  readonly takenMs: number
}

/** A no of the registry, with the status that the control API answers. */
export class WorldError extends Error {
  readonly status: 404 | 409 | 503

  constructor(status: 404 | 409 | 503, message: string) {
    super(message)
    this.name = 'WorldError'
    this.status = status
  }
}

export const DEFAULT_WORLD = 'default'
export const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const WORLD_NAME_RULE = '1 to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit'

/** What to say of a name that no world has: how to make one, or what names look like. */
export const unknownWorldMessage = (name: string): string =>
  WORLD_NAME.test(name)
    ? `There is no world named ${name}. Make it with POST /_playa/worlds {"name": "${name}"}.`
    : `No world can be named ${JSON.stringify(name)}: a name is ${WORLD_NAME_RULE}.`

export const newWorldHandle = (name: string, world: World, wallMs: number, memory?: JournalMemory): WorldHandle => ({
  name,
  start: world,
  world,
  lastUseMs: wallMs,
  journal: new Journal(memory),
  snapshots: new Map(),
  epoch: 0,
  attemptsInProgress: new Set(),
  timer: undefined,
})

/**
 * The world as it was when the wall clock said `keptMs`, going on now. A world that is told a story goes on from that moment of its own time, so
 * that nothing is told in one breath that the wall clock has passed by; any other keeps the time of the wall clock while it runs.
 */
const resume = (world: World, keptMs: number, wallMs: number): World =>
  world.setting.events.length === 0 || !world.clock.running
    ? world
    : { ...world, clock: { ...world.clock, atMs: worldTimeMs(world.clock, keptMs), wallMs } }

/** Most named moments of one world. */
const MAX_SNAPSHOTS = 100

const replaceWorld = (worldHandle: WorldHandle, world: World): void => {
  clearTimeout(worldHandle.timer)
  worldHandle.timer = undefined
  worldHandle.epoch += 1
  worldHandle.attemptsInProgress = new Set()
  worldHandle.world = world
}

/** Most names that an unknown one is compared with. */
const MAX_COMPARED = 1_000

/** All worlds of one process, by name, bounded in number. */
export class WorldRegistry {
  readonly #held = new Map<string, WorldHandle>()
  readonly limit: number
  readonly #memory: JournalMemory
  #made = 0

  /** `journalEntries` bounds the journal of each world; 0: none is kept. */
  constructor(limit: number, journalEntries?: number) {
    this.limit = limit
    this.#memory = new JournalMemory(journalEntries === undefined ? {} : { entries: journalEntries })
  }

  get(name: string): WorldHandle | undefined {
    return this.#held.get(name)
  }

  /** Somebody uses the world of that name, if there is one. */
  touch(name: string | undefined, wallMs: number): void {
    const worldHandle = name === undefined ? undefined : this.#held.get(name)
    if (worldHandle) worldHandle.lastUseMs = wallMs
  }

  /** The world of that name; a `WorldError` that says how to make it when there is none. */
  require(name: string): WorldHandle {
    const worldHandle = this.#held.get(name)
    if (worldHandle) return worldHandle
    const [near] = WORLD_NAME.test(name) ? closestWords(name, [...this.#held.keys()].slice(0, MAX_COMPARED), 1) : []
    throw new WorldError(404, `${unknownWorldMessage(name)}${near === undefined ? '' : ` Did you mean ${near}?`}`)
  }

  all(): WorldHandle[] {
    return [...this.#held.values()]
  }

  get size(): number {
    return this.#held.size
  }

  /** Adds a world under a free name; without one it gets the next of w1, w2, ... */
  add(name: string | undefined, world: World, wallMs: number): WorldHandle {
    if (this.#held.size >= this.limit) {
      throw new WorldError(
        503,
        `The limit of ${this.limit} worlds is reached. Delete some with DELETE /_playa/worlds/{name}.`,
      )
    }
    const given = name ?? this.#nextName()
    if (this.#held.has(given)) throw new WorldError(409, `There is a world named ${given} already.`)
    const worldHandle = newWorldHandle(given, world, wallMs, this.#memory)
    this.#held.set(given, worldHandle)
    return worldHandle
  }

  /** Back to exactly what it started as, journal included; named moments stay. */
  reset(name: string, wallMs: number): WorldHandle {
    const worldHandle = this.require(name)
    replaceWorld(worldHandle, resume(worldHandle.start, worldHandle.start.clock.wallMs, wallMs))
    worldHandle.journal.clear()
    return worldHandle
  }

  /** Keeps the present moment under a name; there is at most one of that name, and a bounded number in all. */
  takeSnapshot(worldHandle: WorldHandle, name: string, wallMs: number): WorldSnapshot {
    if (worldHandle.snapshots.has(name)) throw new WorldError(409, `World ${worldHandle.name} has a snapshot named ${name} already.`)
    if (worldHandle.snapshots.size >= MAX_SNAPSHOTS) {
      const how = `DELETE /_playa/worlds/${worldHandle.name}/snapshots/{name}`
      throw new WorldError(503, `The limit of ${MAX_SNAPSHOTS} snapshots of a world is reached. Delete some with ${how}.`)
    }
    const moment = { name, world: worldHandle.world, takenMs: wallMs }
    worldHandle.snapshots.set(name, moment)
    return moment
  }

  /** Puts the world back to a kept moment, its clock included; the journal goes on. */
  restore(worldHandle: WorldHandle, name: string, wallMs: number): WorldHandle {
    const { world, takenMs: keptMs } = this.requireSnapshot(worldHandle, name)
    replaceWorld(worldHandle, resume(world, keptMs, wallMs))
    return worldHandle
  }

  requireSnapshot(worldHandle: WorldHandle, name: string): WorldSnapshot {
    const moment = worldHandle.snapshots.get(name)
    if (moment) return moment
    const names = [...worldHandle.snapshots.keys()]
    const there = names.length === 0 ? 'It has none yet.' : `It has ${names.join(', ')}.`
    throw new WorldError(404, `World ${worldHandle.name} has no snapshot named ${name}. ${there}`)
  }

  /** An independent copy: it shares the immutable present, and its reset leads back to this moment. */
  fork(name: string, to: string | undefined, wallMs: number): WorldHandle {
    const { world } = this.require(name)
    return this.add(to, { ...resume(world, wallMs, wallMs), deliveries: forkedDeliveries(world.deliveries) }, wallMs)
  }

  delete(name: string): void {
    if (name === DEFAULT_WORLD) throw new WorldError(409, 'The world default cannot be deleted; reset it instead.')
    const worldHandle = this.require(name)
    clearTimeout(worldHandle.timer)
    worldHandle.epoch += 1
    worldHandle.journal.close()
    this.#held.delete(name)
  }

  /** Deletes worlds that nobody used since that wall time, `default` apart; answers their names. */
  expire(unusedSinceMs: number): string[] {
    const idle = this.all().filter(({ name, lastUseMs }) => name !== DEFAULT_WORLD && lastUseMs < unusedSinceMs)
    for (const { name } of idle) this.delete(name)
    return idle.map(({ name }) => name)
  }

  #nextName(): string {
    do this.#made += 1
    while (this.#held.has(`w${this.#made}`))
    return `w${this.#made}`
  }
}
