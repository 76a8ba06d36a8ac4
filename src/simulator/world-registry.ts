import { Journal } from '../journal/journal.ts'
import { JournalMemory } from '../journal/journal-memory.ts'
import { closestWords } from '../text/did-you-mean.ts'
import { forkedDeliveries } from '../world/delivery.ts'
import { type World, worldTimeMs } from '../world/world.ts'
import { AttemptsInProgress } from './attempts-in-progress.ts'

/** A named world: its current value, its start, and what belongs to it outside the value. */
export interface WorldHandle {
  readonly name: string
  /** The value that a reset restores. */
  readonly start: World
  world: World
  /** Wall time of the last use, in milliseconds since the epoch. */
  lastUseMs: number
  readonly journal: Journal
  /** Snapshots by name. */
  readonly snapshots: Map<string, WorldSnapshot>
  /**
   * Grows when the world is reset, restored or deleted, so that work in progress cannot write into its
   * successor.
   */
  epoch: number
  /** Attempts in progress, by the number of their delivery. */
  attempts: AttemptsInProgress
  /** Set while a task is scheduled. */
  timer: NodeJS.Timeout | undefined
}

/** A value of a world, kept under a name. */
export interface WorldSnapshot {
  readonly name: string
  readonly world: World
  /** Wall time of the snapshot, in milliseconds since the epoch. */
  readonly takenMs: number
}

/** Thrown by the registry, with the status that the control API responds with. */
export class WorldError extends Error {
  readonly status: 404 | 409 | 503

  constructor(status: 404 | 409 | 503, message: string) {
    super(message)
    this.name = 'WorldError'
    this.status = status
  }
}

/** Name of the world that every server has. */
export const DEFAULT_WORLD = 'default'
/** Pattern of world and snapshot names. */
export const WORLD_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
/** The same rule in words. */
export const WORLD_NAME_RULE = '1 to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit'

/** Returns the message for an unknown world: how to create it, or which names are valid. */
export const unknownWorldMessage = (name: string): string =>
  WORLD_NAME.test(name)
    ? `There is no world named ${name}. Create it with playa world new ${name}, or POST /_playa/worlds {"name": "${name}"}.`
    : `No world can be named ${JSON.stringify(name)}: a name is ${WORLD_NAME_RULE}.`

/** Creates a handle without registering it. */
export const newWorldHandle = (
  name: string,
  world: World,
  wallMs: number,
  memory?: JournalMemory,
): WorldHandle => ({
  name,
  start: world,
  world,
  lastUseMs: wallMs,
  journal: new Journal(memory),
  snapshots: new Map(),
  epoch: 0,
  attempts: new AttemptsInProgress(),
  timer: undefined,
})

/**
 * Continues a world that was stored at wall time `storedMs`. The clock of a world with a story resumes at its
 * stored time, so that events which the wall clock has passed do not all run at once; other running clocks
 * follow the wall clock.
 */
const resume = (world: World, storedMs: number, wallMs: number): World =>
  world.setting.events.length === 0 || !world.clock.running
    ? world
    : { ...world, clock: { ...world.clock, atMs: worldTimeMs(world.clock, storedMs), wallMs } }

/** Maximum of snapshots of one world. */
const MAX_SNAPSHOTS = 100

const replaceWorld = (worldHandle: WorldHandle, world: World): void => {
  clearTimeout(worldHandle.timer)
  worldHandle.timer = undefined
  worldHandle.epoch += 1
  worldHandle.attempts = new AttemptsInProgress()
  worldHandle.world = world
}

/** Maximum of names that an unknown name is compared with. */
const MAX_COMPARED = 1_000

/** The worlds of one process by name, bounded in number. */
export class WorldRegistry {
  readonly #handles = new Map<string, WorldHandle>()
  readonly limit: number
  /** What the journals of all worlds hold together. */
  readonly journalMemory: JournalMemory
  #named = 0

  /** `journals` bounds the journal of each world in entries, 0 for none, and all of them in bytes. */
  constructor(limit: number, journals: ConstructorParameters<typeof JournalMemory>[0] = {}) {
    this.limit = limit
    this.journalMemory = new JournalMemory(journals)
  }

  /** Returns the world of that name, if any. */
  get(name: string): WorldHandle | undefined {
    return this.#handles.get(name)
  }

  /** Marks the world of that name, if any, as used. */
  touch(name: string | undefined, wallMs: number): void {
    const worldHandle = name === undefined ? undefined : this.#handles.get(name)
    if (worldHandle) worldHandle.lastUseMs = wallMs
  }

  /** Returns the world of that name. Throws a `WorldError` that says how to create it. */
  require(name: string): WorldHandle {
    const worldHandle = this.#handles.get(name)
    if (worldHandle) return worldHandle
    const [near] = WORLD_NAME.test(name)
      ? closestWords(name, [...this.#handles.keys()].slice(0, MAX_COMPARED), 1)
      : []
    throw new WorldError(
      404,
      `${unknownWorldMessage(name)}${near === undefined ? '' : ` Did you mean ${near}?`}`,
    )
  }

  /** Returns all worlds in order of creation. */
  all(): WorldHandle[] {
    return [...this.#handles.values()]
  }

  /** Number of worlds. */
  get size(): number {
    return this.#handles.size
  }

  /** Adds a world under a free name, by default the next of w1, w2, ... Throws a `WorldError`. */
  add(name: string | undefined, world: World, wallMs: number): WorldHandle {
    if (this.#handles.size >= this.limit) {
      throw new WorldError(
        503,
        `The limit of ${this.limit} worlds is reached. Delete some with DELETE /_playa/worlds/{name}.`,
      )
    }
    const freeName = name ?? this.#nextName()
    if (this.#handles.has(freeName)) throw new WorldError(409, `There is a world named ${freeName} already.`)
    const worldHandle = newWorldHandle(freeName, world, wallMs, this.journalMemory)
    this.#handles.set(freeName, worldHandle)
    return worldHandle
  }

  /** Resets a world to its start and clears its journal; its snapshots stay. */
  reset(name: string, wallMs: number): WorldHandle {
    const worldHandle = this.require(name)
    replaceWorld(worldHandle, resume(worldHandle.start, worldHandle.start.clock.wallMs, wallMs))
    worldHandle.journal.clear()
    return worldHandle
  }

  /**
   * Stores the current value under a free name. Throws a `WorldError` for a taken name or too many snapshots.
   */
  takeSnapshot(worldHandle: WorldHandle, name: string, wallMs: number): WorldSnapshot {
    if (worldHandle.snapshots.has(name)) {
      throw new WorldError(409, `World ${worldHandle.name} has a snapshot named ${name} already.`)
    }
    if (worldHandle.snapshots.size >= MAX_SNAPSHOTS) {
      const how = `DELETE /_playa/worlds/${worldHandle.name}/snapshots/{name}`
      throw new WorldError(
        503,
        `The limit of ${MAX_SNAPSHOTS} snapshots of a world is reached. Delete some with ${how}.`,
      )
    }
    const snapshot = { name, world: worldHandle.world, takenMs: wallMs }
    worldHandle.snapshots.set(name, snapshot)
    return snapshot
  }

  /** Restores a snapshot, its clock included; the journal continues. */
  restore(worldHandle: WorldHandle, name: string, wallMs: number): WorldHandle {
    const { world, takenMs } = this.requireSnapshot(worldHandle, name)
    replaceWorld(worldHandle, resume(world, takenMs, wallMs))
    return worldHandle
  }

  /** Returns the snapshot of that name. Throws a `WorldError` that lists those that exist. */
  requireSnapshot(worldHandle: WorldHandle, name: string): WorldSnapshot {
    const snapshot = worldHandle.snapshots.get(name)
    if (snapshot) return snapshot
    const names = [...worldHandle.snapshots.keys()]
    const existing = names.length === 0 ? 'It has none yet.' : `It has ${names.join(', ')}.`
    throw new WorldError(404, `World ${worldHandle.name} has no snapshot named ${name}. ${existing}`)
  }

  /** Adds a copy of a world. The two share immutable records; a reset of the copy restores this moment. */
  fork(name: string, to: string | undefined, wallMs: number): WorldHandle {
    const { world } = this.require(name)
    return this.add(
      to,
      { ...resume(world, wallMs, wallMs), deliveries: forkedDeliveries(world.deliveries) },
      wallMs,
    )
  }

  /** Deletes a world. Throws a `WorldError` for `default` or an unknown one. */
  delete(name: string): void {
    if (name === DEFAULT_WORLD)
      throw new WorldError(409, 'The world default cannot be deleted; reset it instead.')
    const worldHandle = this.require(name)
    clearTimeout(worldHandle.timer)
    worldHandle.epoch += 1
    worldHandle.journal.close()
    this.#handles.delete(name)
  }

  /** Deletes the worlds other than `default` that were not used since that wall time; returns their names. */
  expire(unusedSinceMs: number): string[] {
    const idle = this.all().filter(
      ({ name, lastUseMs }) => name !== DEFAULT_WORLD && lastUseMs < unusedSinceMs,
    )
    for (const { name } of idle) this.delete(name)
    return idle.map(({ name }) => name)
  }

  #nextName(): string {
    do this.#named += 1
    while (this.#handles.has(`w${this.#named}`))
    return `w${this.#named}`
  }
}
