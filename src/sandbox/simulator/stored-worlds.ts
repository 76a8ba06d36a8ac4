import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import type { World } from '../../model/world/world.ts'
import type { WorldOrigin } from '../stores/stored-base.ts'
import { nextWakeMs } from '../stores/wake-records.ts'
import type { StoredSummary, WorldStore } from '../stores/world-store.ts'
import { StoredJournals } from './stored-journals.ts'
import { replaceWorld, type WorldHandle, type WorldSnapshot } from './world-handle.ts'

/** The part of the registry that stored worlds need. */
export interface StoredWorldsPorts {
  /** Registers a world that was loaded or came back. */
  register(worldHandle: WorldHandle): void
  /** Removes a world that could not be stored. */
  remove(name: string): void
  /** Creates the handle of a stored world. */
  handleOf(name: string, stored: NonNullable<Awaited<ReturnType<WorldStore['load']>>>): WorldHandle
}

/** Worlds with a task within this time stay in memory. */
const WAKE_AHEAD_MS = 60_000

/** After this many commits for one response each, a response does not wait for others to share its commit. */
const ALONE_AFTER = 4
/** Of this many commits one waits anyway, to find out whether responses come together again. */
const WAIT_EVERY = 16

/**
 * Stores and loads the worlds of a registry. Changes are stored before the responses that show them leave; if
 * responses come together, the changes of one turn of the event loop share a commit.
 */
export class StoredWorlds {
  readonly #store: WorldStore
  readonly #ports: StoredWorldsPorts
  readonly #changed = new Set<WorldHandle>()
  readonly #deleted = new Set<string>()
  readonly #loading = new Map<string, Promise<WorldHandle | undefined>>()
  /** Worlds that left memory but may still be referenced: two handles of one world would diverge. */
  readonly #evicted = new Map<string, WeakRef<WorldHandle>>()
  readonly #forget = new FinalizationRegistry<string>((name) => {
    if (this.#evicted.get(name)?.deref() === undefined) this.#evicted.delete(name)
  })
  /** New worlds whose large values are written before the commit that names them. */
  readonly #staged = new Map<WorldHandle, Promise<void>>()
  /** Values that are written before their worlds use them. */
  readonly #prepared = new Map<Promise<boolean>, WorldHandle>()
  #committing: Promise<void> | undefined
  /** Runs the scheduled commit. */
  #settle: () => void = () => {}
  #scheduled: ReturnType<typeof setImmediate> | undefined
  /** Responses that wait for the next commit. */
  #waiting = 0
  /** Commits in a row for which one response waited, or none. */
  #alone = 0
  #named: number
  #closed = false
  /**
   * Commits that failed in this turn of the event loop. A response whose change was undone with that of
   * another may ask for its commit only then.
   */
  readonly #failed = new Map<WorldHandle, Promise<void>>()
  /** Whether the last commit failed. */
  #hasFailed = false
  /** Called when a commit failed, after its worlds were restored to their stored values. */
  onFailure: (error: unknown, worlds: readonly WorldHandle[]) => void = () => {}
  /** Called with a world that was loaded into memory. */
  onReturn: (worldHandle: WorldHandle) => void = () => {}
  /** Absent: journals are in memory only. */
  readonly journals: StoredJournals | undefined

  constructor(store: WorldStore, ports: StoredWorldsPorts, keepsJournals = false) {
    this.#store = store
    if (keepsJournals) this.journals = new StoredJournals(store, (error) => this.onFailure(error, []))
    this.#ports = ports
    this.#named = store.named
    store.sweep()
  }

  /** Number of stored worlds, those of the next commit not counted. */
  get size(): number {
    return this.#store.size
  }

  /** Number of the last world that the server named; a number is never used again. */
  get named(): number {
    return this.#named
  }

  set named(named: number) {
    this.#named = named
  }

  /** Returns whether a world of that name is stored. */
  has(name: string): boolean {
    return !this.#deleted.has(name) && this.#store.has(name)
  }

  /** Lists the stored worlds. */
  list(): StoredSummary[] {
    return this.#store.list().filter(({ name }) => !this.#deleted.has(name))
  }

  /** Returns the names of stored worlds with tasks, the one due first first. */
  wakes(): Iterable<{ readonly name: string; readonly wakeMs: number }> {
    return this.#store.wakes()
  }

  /** Prepares the slow part of a new world's first commit. */
  prepare(origin: WorldOrigin): Promise<void> {
    return this.#store.prepare(origin)
  }

  /** Follows a world: each of its changes is stored. */
  follow(worldHandle: WorldHandle): void {
    worldHandle.changed = () => this.change(worldHandle)
    this.journals?.follow(worldHandle)
  }

  /** Stores the world with the next commit. */
  change(worldHandle: WorldHandle): void {
    // The next server repeats work in progress at the close, such as a delivery.
    if (this.#closed) return
    this.#changed.add(worldHandle)
    if (this.#evicted.get(worldHandle.name)?.deref() === worldHandle) this.#comeBack(worldHandle)
    this.#schedule()
  }

  /**
   * Writes in slices a new value of a world, a snapshot or the value that a reset restores, if it is too
   * large for one transaction; the world continues to handle requests. Undefined when nothing must be
   * written; else resolves when the world may use the value. Throws a `StoreError`.
   */
  prepareValue(worldHandle: WorldHandle, taken: World | WorldSnapshot): Promise<void> | undefined {
    const isWanted = () => !this.#closed && worldHandle.changed !== undefined
    const writing = this.#store.prepareValue(asStorable(worldHandle), taken, isWanted)
    if (!writing) return undefined
    this.#prepared.set(writing, worldHandle)
    return writing.then(
      () => void this.#prepared.delete(writing),
      (error: unknown) => {
        this.#prepared.delete(writing)
        this.#hasFailed = true
        this.onFailure(error, [])
        throw error
      },
    )
  }

  /** Records that the world has this value now instead of its current one. */
  replaced(worldHandle: WorldHandle, by: World): void {
    this.#store.replaced(asStorable(worldHandle), by)
  }

  /** Records that the prepared value is not used. */
  discard(worldHandle: WorldHandle, taken: World | WorldSnapshot): void {
    this.#store.discard(asStorable(worldHandle), taken)
  }

  /** Deletes the world with the next commit. */
  delete(name: string, worldHandle: WorldHandle | undefined): void {
    if (worldHandle) {
      worldHandle.changed = undefined
      this.#changed.delete(worldHandle)
      this.journals?.forget(worldHandle)
    }
    this.#evicted.delete(name)
    this.#deleted.add(name)
    this.#schedule()
  }

  /** Resolves when all changes except those of large new worlds are stored; undefined when nothing waits. */
  nextCommit(): Promise<void> | undefined {
    return this.#nextCommit(undefined)
  }

  /** Resolves when the changes of this world, or of all, are stored; undefined when nothing waits. */
  committed(worldHandle?: WorldHandle): Promise<void> | undefined {
    const committing = this.#nextCommit(worldHandle)
    if (!committing) return this.#stagedStored(worldHandle)
    return committing.then(() => this.#stagedStored(worldHandle))
  }

  /** Returns the commit that failed in this turn of the event loop with a change of this world. */
  failed(worldHandle: WorldHandle): Promise<void> | undefined {
    return this.#changed.has(worldHandle) ? undefined : this.#failed.get(worldHandle)
  }

  /** Resolves when the staged values of a world, or of all worlds, are stored with it. */
  #stagedStored(worldHandle: WorldHandle | undefined): Promise<void> | undefined {
    const staged = worldHandle ? this.#staged.get(worldHandle) : Promise.all(this.#staged.values())
    if (!staged || this.#staged.size === 0) return undefined
    return staged.then(() => this.committed(worldHandle))
  }

  #nextCommit(worldHandle: WorldHandle | undefined): Promise<void> | undefined {
    const committing = this.#committing
    if (!committing || (worldHandle && !this.#changed.has(worldHandle))) return undefined
    this.#waiting += 1
    if (this.#waiting > 1 || this.#alone < ALONE_AFTER || this.#alone % WAIT_EVERY === 0) return committing
    clearImmediate(this.#scheduled)
    this.#settle()
    return this.#hasFailed ? committing : undefined
  }

  /** Returns a world that left memory and is still referenced. */
  held(name: string): WorldHandle | undefined {
    const worldHandle = this.#evicted.get(name)?.deref()
    if (worldHandle) this.#comeBack(worldHandle)
    return worldHandle
  }

  /** Reads a world into memory; undefined when none of that name is stored. */
  load(name: string): Promise<WorldHandle | undefined> {
    const loading = this.#loading.get(name) ?? this.#load(name).finally(() => this.#loading.delete(name))
    this.#loading.set(name, loading)
    return loading
  }

  /** Unloads worlds that have no change to store and no task soon; returns how many. */
  evict(worlds: readonly WorldHandle[], wallMs: number): number {
    let count = 0
    const prepared = new Set(this.#prepared.values())
    for (const worldHandle of worlds) {
      const wakeMs = nextWakeMs(worldHandle.world)
      const isBusy = wakeMs !== undefined && wakeMs < wallMs + WAKE_AHEAD_MS
      const isWritten = this.#changed.has(worldHandle) || this.#staged.has(worldHandle)
      if (isBusy || isWritten || prepared.has(worldHandle)) continue
      clearTimeout(worldHandle.timer)
      worldHandle.timer = undefined
      if (this.journals) this.journals.release(worldHandle)
      else worldHandle.journal.clear()
      this.#evicted.set(worldHandle.name, new WeakRef(worldHandle))
      this.#forget.register(worldHandle, worldHandle.name)
      this.#ports.remove(worldHandle.name)
      count += 1
    }
    return count
  }

  /** Returns why nothing can be stored; after a failed commit it tries to write again. */
  obstacle(): string | undefined {
    if (!this.#hasFailed) return undefined
    try {
      this.#store.touch()
      this.#hasFailed = false
      return undefined
    } catch (error) {
      return errorMessage(error)
    }
  }

  /** Stores the remaining changes and closes the store. */
  async close(): Promise<void> {
    // Requests in flight wait for the scheduled commit, and handle its failure, which was reported.
    while (this.#committing || this.#staged.size > 0 || this.#prepared.size > 0)
      await Promise.allSettled([this.#committing, ...this.#staged.values(), ...this.#prepared.keys()])
    this.journals?.flush()
    this.#closed = true
    await this.#store.close()
  }

  async #load(name: string): Promise<WorldHandle | undefined> {
    const stored = await this.#store.load(name)
    // The world may have been deleted in between.
    if (!stored || !this.has(name)) return undefined
    const worldHandle = this.#ports.handleOf(name, stored)
    this.#store.track(asStorable(worldHandle))
    this.follow(worldHandle)
    this.journals?.restore(worldHandle)
    this.#ports.register(worldHandle)
    this.onReturn(worldHandle)
    return worldHandle
  }

  #comeBack(worldHandle: WorldHandle): void {
    this.#evicted.delete(worldHandle.name)
    this.journals?.restore(worldHandle)
    this.#ports.register(worldHandle)
    this.onReturn(worldHandle)
  }

  /** Commits after this turn of the event loop, so that requests that came together share a commit. */
  #schedule(): void {
    if (this.#committing) return
    this.#committing = new Promise((resolve, reject) => {
      this.#settle = () => {
        try {
          this.#commit()
          resolve()
        } catch (error) {
          reject(error)
        }
      }
    })
    this.#scheduled = setImmediate(this.#settle)
    // A caller that waits gets the error; without one it is reported.
    this.#committing.catch(() => undefined)
  }

  #commit(): void {
    for (const worldHandle of this.#changed)
      if (!this.#staged.has(worldHandle) && this.#store.isLarge(asStorable(worldHandle)))
        this.#stage(worldHandle)
    const committing = this.#committing
    const changed = [...this.#changed].filter((worldHandle) => !this.#staged.has(worldHandle))
    const deleted = [...this.#deleted]
    for (const worldHandle of changed) this.#changed.delete(worldHandle)
    this.#deleted.clear()
    this.#committing = undefined
    this.#alone = this.#waiting > 1 ? 0 : this.#alone + 1
    this.#waiting = 0
    try {
      this.#store.commit(changed.map(asStorable), deleted, this.#named)
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      for (const worldHandle of changed) this.#putBack(worldHandle)
      for (const worldHandle of changed) {
        this.#changed.delete(worldHandle)
        if (committing) this.#failed.set(worldHandle, committing)
      }
      setImmediate(() => this.#failed.clear())
      this.onFailure(error, changed)
      throw error
    }
    this.#store.sweep()
  }

  /** Writes the large values of a world in slices; its next commit, which names them, comes after that. */
  #stage(worldHandle: WorldHandle): void {
    const write = async () => {
      await nextTurn()
      try {
        await this.#store.writeAhead(asStorable(worldHandle), () => this.#changed.has(worldHandle))
      } catch (error) {
        this.#hasFailed = true
        this.#changed.delete(worldHandle)
        this.#putBack(worldHandle)
        this.onFailure(error, [worldHandle])
        throw error
      } finally {
        this.#staged.delete(worldHandle)
        if (this.#changed.has(worldHandle)) this.#schedule()
      }
    }
    const written = write()
    this.#staged.set(worldHandle, written)
    // A caller that waits gets the error; without one it is reported.
    written.catch(() => undefined)
  }

  /** Restores a world to its stored value; removes one that is not stored. */
  #putBack(worldHandle: WorldHandle): void {
    const { changed } = worldHandle
    worldHandle.changed = undefined
    const stored = this.#store.committed(asStorable(worldHandle))
    if (!stored) {
      worldHandle.epoch += 1
      clearTimeout(worldHandle.timer)
      this.#ports.remove(worldHandle.name)
      return
    }
    replaceWorld(worldHandle, stored.world)
    worldHandle.snapshots.clear()
    // A snapshot is stored as the object that the handle holds.
    for (const kept of stored.snapshots as Iterable<WorldSnapshot>) worldHandle.snapshots.set(kept.name, kept)
    worldHandle.changed = changed
  }
}

/** Returns the handle as the store sees it. */
const asStorable = (
  worldHandle: WorldHandle,
): WorldHandle & { readonly origin: NonNullable<WorldHandle['origin']> } => {
  if (!worldHandle.origin) throw new Error(`the world ${worldHandle.name} has no scenario to be stored with`)
  // The check above guarantees the type.
  return worldHandle as WorldHandle & { readonly origin: NonNullable<WorldHandle['origin']> }
}
