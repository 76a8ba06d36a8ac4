import type { Timer } from '../../lib/runtime/timers.ts'
import type { World } from '../../model/world/world.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalMemory } from '../journal/journal-memory.ts'
import type { WorldOrigin } from '../stores/stored-base.ts'
import { AttemptsInProgress } from './attempts-in-progress.ts'

/** A named world: its current value, its start, and what belongs to it outside the value. */
export interface WorldHandle {
  readonly name: string
  /** Its origin; undefined for a world that no store can keep. */
  readonly origin: WorldOrigin | undefined
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
  timer: Timer | undefined
  /** Set while an event of the story is played in slices: requests to the world wait for its end. */
  playing: Promise<void> | undefined
  /** Called after every change of the value; set by the registry of a server that stores its worlds. */
  changed: (() => void) | undefined
}

/** A value of a world, kept under a name. */
export interface WorldSnapshot {
  readonly name: string
  readonly world: World
  /** Wall time of the snapshot, in milliseconds since the epoch. */
  readonly takenMs: number
}

/** Parts of a new handle that have defaults. */
export interface HandleParts {
  readonly origin?: WorldOrigin | undefined
  /** The value that a reset restores; by default the first one. */
  readonly start?: World
  readonly snapshots?: Iterable<readonly [string, WorldSnapshot]>
}

/** Creates a handle without registering it. */
export const newWorldHandle = (
  name: string,
  world: World,
  wallMs: number,
  memory?: JournalMemory,
  parts: HandleParts = {},
): WorldHandle => new NamedWorld(name, { world, wallMs, memory, parts })

/** Reports every change to its registry, so that the store misses none. */
class NamedWorld implements WorldHandle {
  readonly name: string
  readonly origin: WorldOrigin | undefined
  readonly start: World
  lastUseMs: number
  readonly journal: Journal
  readonly snapshots: Map<string, WorldSnapshot>
  epoch = 0
  attempts = new AttemptsInProgress()
  timer: Timer | undefined
  playing: Promise<void> | undefined
  changed: (() => void) | undefined
  #world: World

  constructor(
    name: string,
    {
      world,
      wallMs,
      memory,
      parts: { origin, start = world, snapshots = [] },
    }: {
      readonly world: World
      readonly wallMs: number
      readonly memory: JournalMemory | undefined
      readonly parts: HandleParts
    },
  ) {
    this.name = name
    this.origin = origin
    this.start = start
    this.#world = world
    this.lastUseMs = wallMs
    this.journal = new Journal(memory)
    this.snapshots = new Map(snapshots)
  }

  get world(): World {
    return this.#world
  }

  set world(world: World) {
    if (world === this.#world) return
    this.#world = world
    this.changed?.()
  }
}

/** Replaces the value of a world: work in progress on the previous one is discarded. */
export const replaceWorld = (worldHandle: WorldHandle, world: World): void => {
  clearTimeout(worldHandle.timer)
  worldHandle.timer = undefined
  worldHandle.epoch += 1
  worldHandle.attempts = new AttemptsInProgress(worldHandle.attempts.most)
  worldHandle.world = world
}
