import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { recordCounts } from '../../model/world/record-counts.ts'
import type { World } from '../../model/world/world.ts'
import { type OrphanedRows, orphanKey } from './orphaned-rows.ts'
import type { RecordFile } from './record-file.ts'
import {
  CURRENT,
  FIRST_SNAPSHOT,
  type KeptValue,
  META,
  START,
  type StorableWorld,
  StoreBatch,
  type StoreMeta,
  type TrackedWorld,
} from './store-batch.ts'
import { changedRows } from './world-rows.ts'

// A commit names a value: it writes the record that leads to the rows. A large value of a new world is
// written after the world was added, and the world's commit waits for it. One of a stored world, a snapshot
// or what a reset restores, is written before the world takes it, so that other requests to that world do not
// wait.

/** Rows of a value that a commit writes itself; more are written before it. */
export const MAX_ROWS_AT_ONCE = 1_000
/** Rows of one transaction of those that are written before. */
const ROWS_PER_TRANSACTION = 100

/** A value whose rows are written under its number, before the commit that names it. */
export interface StagedValue {
  readonly value: number
  readonly world: World
  readonly rows: number
}

/** Values of a world that are written before the commit that names them. */
export interface StagedWorld {
  readonly id: number
  /** By the value of a new world, or by its snapshot. */
  readonly values: ReadonlyMap<World | KeptValue, StagedValue>
  /** The current value of a new world. */
  readonly current: StagedValue | undefined
}

/** A value that is to be written: the rows in which it differs from its reference. */
export interface LargeValue {
  readonly key: World | KeptValue
  readonly value: number
  readonly reference: World
  readonly world: World
}

/** Lists the values of a new world that are too large for the transaction of its first commit. */
export const largeValues = (
  { start, world, snapshots }: StorableWorld,
  reference: World,
): readonly LargeValue[] => {
  const values: LargeValue[] = [{ key: start, value: START, reference, world: start }]
  if (world !== start) values.push({ key: world, value: CURRENT, reference: start, world })
  for (const [i, kept] of [...snapshots.values()].entries())
    values.push({ key: kept, value: FIRST_SNAPSHOT + i, reference: start, world: kept.world })
  return values.filter((large) => isLargeBeside(large.reference, large.world))
}

/** Returns whether one transaction would write too many rows to put `after` in the place of `before`. */
const isLargeReplacement = (reference: World, before: World, after: World): boolean => {
  if (isLargeBeside(before, after)) return true
  let rows = 0
  for (const change of changedRows(reference, before, after)) {
    if (change) rows += 1
    if (rows > MAX_ROWS_AT_ONCE) return true
  }
  return false
}

/** Returns whether a value has more rows than its reference than one transaction may write. */
const isLargeBeside = (reference: World, world: World): boolean => {
  const [before, after] = [recordCounts(reference), recordCounts(world)]
  const names = ['agencies', 'publications', 'inquiries', 'visits'] as const
  const added = names.reduce((sum, name) => sum + Math.abs(after[name] - before[name]), 0)
  const noticesOf = ({ deliveries, outbox }: World) => deliveries.all.size + outbox.mails.size
  return added + Math.abs(noticesOf(world) - noticesOf(reference)) > MAX_ROWS_AT_ONCE
}

/** Data of a stored world that is written and not named yet. */
interface Prepared {
  /** By what they are kept for: a snapshot, or the value that is to replace the current one. */
  readonly values: Map<World | KeptValue, StagedValue>
  /** The one that has replaced the current value, since the last commit. */
  replacement: World | undefined
  /** The next number that no value has. */
  next: number
}

/** Writes large values in slices before the commit that names them, which then is a small one. */
export class StagedValues {
  readonly #file: RecordFile
  readonly #orphans: OrphanedRows
  readonly #written = new WeakMap<StorableWorld, StagedWorld>()
  readonly #prepared = new WeakMap<StorableWorld, Prepared>()

  constructor(file: RecordFile, orphans: OrphanedRows) {
    this.#file = file
    this.#orphans = orphans
  }

  /** Returns what is written of a world and not named yet. */
  of(handle: StorableWorld): StagedWorld | undefined {
    return this.#written.get(handle)
  }

  /**
   * Writes values of a world in slices, while `isWanted` says that a caller waits for them. Throws a
   * `StoreError`.
   */
  async write(
    handle: StorableWorld,
    id: number,
    {
      values,
      meta,
      isWanted,
    }: { readonly values: readonly LargeValue[]; readonly meta: StoreMeta; readonly isWanted: () => boolean },
  ): Promise<void> {
    const batch = new StoreBatch(meta)
    batch.put(META, meta)
    for (const { value } of values) this.#orphans.await(id, value, batch)
    const written = new Map<World | KeptValue, StagedValue>()
    try {
      for (const large of values) {
        const staged = await this.#writeRows(id, large, { batch, isWanted })
        if (!staged) return
        written.set(large.key, staged)
      }
      this.#file.write(batch.take())
      const current = [...written.values()].find(({ value }) => value === CURRENT)
      this.#written.set(handle, { id, values: written, current })
    } finally {
      if (!this.#written.has(handle)) for (const { value } of values) this.#orphans.settle(id, value)
    }
  }

  /**
   * Writes a large value of a stored world in slices, before the world takes it: a snapshot, or what replaces
   * its current value. Undefined for one that a commit can write; else resolves to whether it is written,
   * which it is not when no caller waits for it any more. Throws a `StoreError`.
   */
  prepare(
    handle: StorableWorld,
    tracked: TrackedWorld,
    taken: {
      readonly key: World | KeptValue
      readonly meta: StoreMeta
      readonly isWanted: () => boolean
    },
  ): Promise<boolean> | undefined {
    const { reference, world: before } = tracked
    const { key } = taken
    const world = 'takenMs' in key ? key.world : key
    const isLarge =
      world === key ? isLargeReplacement(reference, before, world) : isLargeBeside(reference, world)
    return isLarge ? this.#prepare(handle, tracked, { ...taken, world }) : undefined
  }

  async #prepare(
    handle: StorableWorld,
    { record: { id, nextValue }, reference }: TrackedWorld,
    {
      key,
      world,
      meta,
      isWanted,
    }: Pick<LargeValue, 'key' | 'world'> & { readonly meta: StoreMeta; readonly isWanted: () => boolean },
  ): Promise<boolean> {
    const value = this.#reserveValue(handle, id, nextValue)
    const batch = new StoreBatch(meta)
    this.#orphans.await(id, value, batch)
    let staged: StagedValue | undefined
    try {
      staged = await this.#writeRows(id, { value, reference, world }, { batch, isWanted })
      if (staged) this.#file.write(batch.take())
      // Another call may have prepared the same value for itself.
      const former = staged && this.#prepared.get(handle)?.values.get(key)
      if (former) this.#orphans.settle(id, former.value)
      if (staged) this.#prepared.get(handle)?.values.set(key, staged)
      return staged !== undefined
    } finally {
      if (!staged) this.#orphans.settle(id, value)
    }
  }

  /** Returns what was prepared of a stored world for this snapshot or replacement. */
  preparedFor(handle: StorableWorld, key: World | KeptValue): StagedValue | undefined {
    return this.#prepared.get(handle)?.values.get(key)
  }

  /** The world has taken this value, in place of its current one and of what replaced that before. */
  replaced(handle: StorableWorld, id: number, key: World): void {
    const prepared = this.#prepared.get(handle)
    if (!prepared) return
    const { replacement } = prepared
    if (replacement && replacement !== key) this.discard(handle, id, replacement)
    prepared.replacement = prepared.values.has(key) ? key : undefined
  }

  /** Returns the value that has replaced the current one since the last commit. */
  replacementOf(handle: StorableWorld): StagedValue | undefined {
    const replacement = this.#prepared.get(handle)?.replacement
    return replacement && this.preparedFor(handle, replacement)
  }

  /** Returns the first number from `from` on that no value has, and that no rows wait under to be removed. */
  nextFree(handle: StorableWorld, id: number, from: number): number {
    let value = Math.max(from, this.#prepared.get(handle)?.next ?? from)
    while (this.#file.get(orphanKey(id, value)) !== undefined) value += 1
    return value
  }

  /** What was prepared for this will not be taken. */
  discard(handle: StorableWorld, id: number, key: World | KeptValue): void {
    const prepared = this.#prepared.get(handle)
    const staged = prepared?.values.get(key)
    if (!prepared || !staged) return
    prepared.values.delete(key)
    if (prepared.replacement === key) prepared.replacement = undefined
    this.#orphans.settle(id, staged.value)
  }

  /** Removes the marks of the values of a world with the commit that names them. */
  name(handle: StorableWorld, id: number, batch: StoreBatch): void {
    for (const { value } of this.of(handle)?.values.values() ?? []) batch.remove(orphanKey(id, value))
    for (const key of this.#taken(handle)) {
      const staged = this.preparedFor(handle, key)
      if (staged) batch.remove(orphanKey(id, staged.value))
    }
  }

  /** Forgets what was written of a world and taken by it: it is named, or never will be. */
  forget(handle: StorableWorld, id: number): void {
    for (const { value } of this.of(handle)?.values.values() ?? []) this.#orphans.settle(id, value)
    this.#written.delete(handle)
    for (const key of this.#taken(handle)) this.discard(handle, id, key)
  }

  /** Lists what was prepared for values that the world has now. */
  #taken(handle: StorableWorld): (World | KeptValue)[] {
    const { values, replacement } = this.#prepared.get(handle) ?? {
      values: new Map<World | KeptValue, never>(),
    }
    const snapshots = new Set<World | KeptValue>(handle.snapshots.values())
    return [...values.keys()].filter((key) => key === replacement || snapshots.has(key))
  }

  #reserveValue(handle: StorableWorld, id: number, nextValue: number): number {
    const value = this.nextFree(handle, id, nextValue)
    const prepared = this.#prepared.get(handle)
    if (prepared) prepared.next = value + 1
    else this.#prepared.set(handle, { values: new Map(), replacement: undefined, next: value + 1 })
    return value
  }

  /** Writes the rows of a value; the last ones stay in the batch. Undefined where it stopped before that. */
  async #writeRows(
    id: number,
    { value, reference, world }: Omit<LargeValue, 'key'>,
    { batch, isWanted }: { readonly batch: StoreBatch; readonly isWanted: () => boolean },
  ): Promise<StagedValue | undefined> {
    const steps = batch.putRows(id, value, changedRows(reference, reference, world))
    let made = steps.next()
    for (; !made.done; made = steps.next()) {
      if (batch.changes.length < ROWS_PER_TRANSACTION) continue
      this.#file.write(batch.take())
      await nextTurn()
      if (!isWanted()) return undefined
    }
    return { value, world, rows: made.value }
  }
}
