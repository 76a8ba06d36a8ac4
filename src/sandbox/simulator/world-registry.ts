import { serverLimits } from '../../api/wire/limits.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { forkedDeliveries } from '../../model/world/delivery.ts'
import { type World, worldTimeMs } from '../../model/world/world.ts'
import { JournalMemory } from '../journal/journal-memory.ts'
import type { WorldStore } from '../stores/world-store.ts'
import { StoredWorlds } from './stored-worlds.ts'
import {
  type HandleParts,
  newWorldHandle,
  replaceWorld,
  type WorldHandle,
  type WorldSnapshot,
} from './world-handle.ts'

export { newWorldHandle, type WorldHandle, type WorldSnapshot } from './world-handle.ts'

/** Thrown by the registry, with the status that the control API responds with. */
export class WorldError extends Error {
  readonly status: 404 | 409 | 503
  /** Seconds after which a retry may succeed. */
  readonly retryAfterS: number | undefined

  constructor(status: 404 | 409 | 503, message: string, retryAfterS?: number) {
    super(message)
    this.name = 'WorldError'
    this.status = status
    this.retryAfterS = retryAfterS
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
const MAX_SNAPSHOTS = serverLimits.snapshots.value

/** Maximum of names that an unknown name is compared with. */
const MAX_COMPARED = 1_000

/** The worlds of one process by name, bounded in number. */
export class WorldRegistry {
  readonly #handles = new Map<string, WorldHandle>()
  readonly limit: number
  /** What the journals of all worlds hold together. */
  readonly journalMemory: JournalMemory
  /** Absent: worlds are kept in memory only. */
  readonly stored: StoredWorlds | undefined
  /** Maximum number of worlds in memory; the others are only stored. */
  readonly #loadedLimit: number
  #named = 0

  /**
   * `journals` bounds the journal of each world in entries, 0 for none, and all of them in bytes. With a
   * store all worlds are kept there too, and at most `loadedLimit` of them in memory.
   */
  constructor(
    limit: number,
    journals: ConstructorParameters<typeof JournalMemory>[0] = {},
    {
      store,
      loadedLimit = serverLimits.loadedWorlds.value,
      keepsJournals = false,
    }: { readonly store?: WorldStore; readonly loadedLimit?: number; readonly keepsJournals?: boolean } = {},
  ) {
    this.limit = limit
    this.journalMemory = new JournalMemory(journals)
    this.#loadedLimit = loadedLimit
    this.stored =
      store &&
      new StoredWorlds(
        store,
        {
          register: (worldHandle) => void this.#handles.set(worldHandle.name, worldHandle),
          remove: (name) => void this.#handles.delete(name),
          handleOf: (name, { world, lastUseMs, ...parts }) =>
            newWorldHandle(name, world, lastUseMs, this.journalMemory, parts),
        },
        keepsJournals,
      )
  }

  /** Returns the world of that name, if it is in memory. */
  get(name: string): WorldHandle | undefined {
    return this.#handles.get(name) ?? this.stored?.held(name)
  }

  /** Reads a world that is only stored into memory; undefined when it is there, or does not exist. */
  load(name: string, wallMs: number): Promise<WorldHandle | undefined> | undefined {
    if (this.get(name) || !this.stored?.has(name)) return undefined
    if (this.#handles.size >= this.#loadedLimit) this.evict(wallMs)
    return this.stored.load(name)
  }

  /** Returns whether the world of that name is in memory. */
  isLoaded(name: string): boolean {
    return this.#handles.has(name)
  }

  /** Returns whether there is a world of that name, in memory or stored. */
  has(name: string): boolean {
    return this.#handles.has(name) || this.stored?.has(name) === true
  }

  /** Evicts the least recently used worlds from memory: a quarter of them, or that part. */
  evict(wallMs: number, part = 0.25): void {
    if (!this.stored) return
    const idle = this.all()
      .filter(({ name }) => name !== DEFAULT_WORLD)
      .sort((a, b) => a.lastUseMs - b.lastUseMs)
    this.stored.evict(idle.slice(0, Math.ceil(idle.length * part)), wallMs)
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
    const near = WORLD_NAME.test(name)
      ? closestWords(name, [...this.#handles.keys()].slice(0, MAX_COMPARED), 1)
      : []
    throw new WorldError(404, unknownWorldMessage(name) + suggestionSentence(near))
  }

  /** Returns the worlds that are in memory, without a store all, in order of creation. */
  all(): WorldHandle[] {
    return [...this.#handles.values()]
  }

  /** Number of worlds. */
  get size(): number {
    return this.stored ? Math.max(this.stored.size, this.#handles.size) : this.#handles.size
  }

  /** Adds a world under a free name, by default the next of w1, w2, ... Throws a `WorldError`. */
  add(name: string | undefined, world: World, wallMs: number, parts: HandleParts = {}): WorldHandle {
    if (this.size >= this.limit) {
      throw new WorldError(503, `The limit of ${this.limit} worlds is reached. Delete some first.`)
    }
    const freeName = name ?? this.#nextName()
    if (this.has(freeName)) throw new WorldError(409, `There is a world named ${freeName} already.`)
    if (this.#handles.size >= this.#loadedLimit) this.evict(wallMs)
    const worldHandle = newWorldHandle(freeName, world, wallMs, this.journalMemory, parts)
    this.#handles.set(freeName, worldHandle)
    this.stored?.follow(worldHandle)
    this.stored?.change(worldHandle)
    return worldHandle
  }

  /**
   * Prepares the store for a snapshot or a large value of the world, and resolves when the world may use it.
   * Throws a `WorldError` when the world was deleted in between.
   */
  async prepare(worldHandle: WorldHandle, taken: World | WorldSnapshot): Promise<void> {
    const prepared = this.stored?.prepareValue(worldHandle, taken)
    if (!prepared) return
    await prepared
    if (this.get(worldHandle.name) === worldHandle) return
    this.stored?.discard(worldHandle, taken)
    throw new WorldError(404, unknownWorldMessage(worldHandle.name))
  }

  /**
   * Replaces the value `before` of a world by `played`; returns false if the world has another value by now.
   */
  async take(worldHandle: WorldHandle, before: World, played: World): Promise<boolean> {
    const { epoch } = worldHandle
    // A value that cannot be written now cannot be committed either, which restores the world.
    await this.prepare(worldHandle, played).catch(() => undefined)
    if (worldHandle.epoch !== epoch || worldHandle.world !== before) {
      this.stored?.discard(worldHandle, played)
      return false
    }
    this.stored?.replaced(worldHandle, played)
    worldHandle.world = played
    return true
  }

  /** Resets a world to its start and clears its journal; its snapshots stay. */
  reset(name: string, wallMs: number): WorldHandle {
    const worldHandle = this.require(name)
    this.stored?.replaced(worldHandle, worldHandle.start)
    replaceWorld(worldHandle, resume(worldHandle.start, worldHandle.start.clock.wallMs, wallMs))
    worldHandle.journal.clear()
    return worldHandle
  }

  /**
   * Stores the current value under a free name. Throws a `WorldError` for a taken name or too many snapshots.
   */
  async takeSnapshot(worldHandle: WorldHandle, name: string, wallMs: number): Promise<WorldSnapshot> {
    this.#requireSnapshotRoom(worldHandle, name)
    const snapshot = { name, world: worldHandle.world, takenMs: wallMs }
    await this.prepare(worldHandle, snapshot)
    try {
      this.#requireSnapshotRoom(worldHandle, name)
    } catch (error) {
      this.stored?.discard(worldHandle, snapshot)
      throw error
    }
    worldHandle.snapshots.set(name, snapshot)
    this.stored?.change(worldHandle)
    return snapshot
  }

  #requireSnapshotRoom(worldHandle: WorldHandle, name: string): void {
    if (worldHandle.snapshots.has(name)) {
      throw new WorldError(409, `World ${worldHandle.name} has a snapshot named ${name} already.`)
    }
    if (worldHandle.snapshots.size >= MAX_SNAPSHOTS) {
      throw new WorldError(
        503,
        `The limit of ${MAX_SNAPSHOTS} snapshots of a world is reached. Delete some first.`,
      )
    }
  }

  /** Deletes a snapshot. Throws a `WorldError` that lists those that exist. */
  deleteSnapshot(worldHandle: WorldHandle, name: string): void {
    worldHandle.snapshots.delete(this.requireSnapshot(worldHandle, name).name)
    this.stored?.change(worldHandle)
  }

  /** Restores a snapshot, its clock included; the journal continues. */
  restore(worldHandle: WorldHandle, { world, takenMs }: WorldSnapshot, wallMs: number): WorldHandle {
    this.stored?.replaced(worldHandle, world)
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
    const { world, origin } = this.require(name)
    return this.add(
      to,
      { ...resume(world, wallMs, wallMs), deliveries: forkedDeliveries(world.deliveries) },
      wallMs,
      { origin },
    )
  }

  /** Deletes a world. Throws a `WorldError` for `default` or an unknown one. */
  delete(name: string): void {
    if (name === DEFAULT_WORLD)
      throw new WorldError(409, 'The world default cannot be deleted; reset it instead.')
    // One that is only stored here could not be read.
    if (!this.#handles.has(name) && this.stored?.has(name)) {
      this.stored.delete(name, undefined)
      return
    }
    const worldHandle = this.require(name)
    clearTimeout(worldHandle.timer)
    worldHandle.epoch += 1
    worldHandle.journal.close()
    this.#handles.delete(name)
    this.stored?.delete(name, worldHandle)
  }

  /**
   * Deletes the worlds other than `default` that were not used since that wall time; returns their names.
   * Stored worlds are kept.
   */
  expire(unusedSinceMs: number): string[] {
    if (this.stored) return []
    const idle = this.all().filter(
      ({ name, lastUseMs }) => name !== DEFAULT_WORLD && lastUseMs < unusedSinceMs,
    )
    for (const { name } of idle) this.delete(name)
    return idle.map(({ name }) => name)
  }

  #nextName(): string {
    let named = this.stored?.named ?? this.#named
    do named += 1
    while (this.has(`w${named}`))
    if (this.stored) this.stored.named = named
    this.#named = named
    return `w${named}`
  }
}
