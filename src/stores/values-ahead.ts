import { nextTurn } from '../runtime/next-turn.ts'
import { recordCounts } from '../world/record-counts.ts'
import type { World } from '../world/world.ts'
import { type LooseRows, looseKey } from './loose-rows.ts'
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

/** Rows of a value that a commit writes itself; more are written before it. */
export const MOST_ROWS_AT_ONCE = 1_000
/** Rows of one transaction of those that are written before. */
const ROWS_PER_TRANSACTION = 100

/** A value whose rows are written, under its number. */
export interface ValueAhead {
  readonly value: number
  readonly world: World
  readonly rows: number
}

/** What is written of a world before the commit that names it. */
export interface Ahead {
  readonly id: number
  /** By the value of a new world, or by its snapshot. */
  readonly values: ReadonlyMap<World | KeptValue, ValueAhead>
  /** The current value of a new world. */
  readonly current: ValueAhead | undefined
}

/** A value that is to be written: the rows in which it differs from its reference. */
export interface LargeValue {
  readonly key: World | KeptValue
  readonly value: number
  readonly reference: World
  readonly world: World
}

/** Lists the values that the next commit of a world names and that are too large for its transaction. */
export const largeValues = (
  { start, world, snapshots }: StorableWorld,
  tracked: TrackedWorld | undefined,
  reference: World,
): LargeValue[] => {
  const values: LargeValue[] = []
  if (!tracked) values.push({ key: start, value: START, reference, world: start })
  if (!tracked && world !== start) values.push({ key: world, value: CURRENT, reference: start, world })
  let value = tracked?.record.nextValue ?? FIRST_SNAPSHOT
  for (const kept of snapshots.values()) {
    if (tracked?.snapshots.has(kept)) continue
    values.push({ key: kept, value, reference: start, world: kept.world })
    value += 1
  }
  return values.filter((large) => isLargeBeside(large.reference, large.world))
}

/** Tells whether a value has more rows than its reference than one transaction may write. */
const isLargeBeside = (reference: World, world: World): boolean => {
  const [before, after] = [recordCounts(reference), recordCounts(world)]
  const names = ['agencies', 'publications', 'inquiries', 'visits'] as const
  const added = names.reduce((sum, name) => sum + Math.abs(after[name] - before[name]), 0)
  const notices = world.deliveries.all.size + world.outbox.mails.size
  return added + notices > MOST_ROWS_AT_ONCE
}

/** Writes large values in slices before the commit that names them, which then is a small one. */
export class ValuesAhead {
  readonly #file: RecordFile
  readonly #loose: LooseRows
  readonly #written = new WeakMap<StorableWorld, Ahead>()

  constructor(file: RecordFile, loose: LooseRows) {
    this.#file = file
    this.#loose = loose
  }

  /** Returns what is written of a world and not named yet. */
  of(handle: StorableWorld): Ahead | undefined {
    return this.#written.get(handle)
  }

  /**
   * Writes values of a world in slices, until `isWanted` says that nobody waits for them. Throws a
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
    for (const { value } of values) this.#loose.await(id, value, batch)
    const written = new Map<World | KeptValue, ValueAhead>()
    try {
      for (const { key, value, reference, world } of values) {
        const steps = batch.putRows(id, value, changedRows(reference, reference, world))
        let made = steps.next()
        for (; !made.done; made = steps.next()) {
          if (batch.changes.length < ROWS_PER_TRANSACTION) continue
          this.#file.write(batch.take())
          await nextTurn()
          if (!isWanted()) return
        }
        written.set(key, { value, world, rows: made.value })
      }
      this.#file.write(batch.take())
      const current = [...written.values()].find(({ value }) => value === CURRENT)
      this.#written.set(handle, { id, values: written, current })
    } finally {
      if (!this.#written.has(handle)) for (const { value } of values) this.#loose.settle(id, value)
    }
  }

  /** Takes the marks of the values of a world away with the commit that names them. */
  name(handle: StorableWorld, batch: StoreBatch): void {
    const ahead = this.of(handle)
    for (const { value } of ahead?.values.values() ?? []) batch.remove(looseKey(ahead?.id ?? 0, value))
  }

  /** Forgets what was written of a world: it is named, or never will be. */
  forget(handle: StorableWorld): void {
    const ahead = this.of(handle)
    for (const { value } of ahead?.values.values() ?? []) this.#loose.settle(ahead?.id ?? 0, value)
    this.#written.delete(handle)
  }
}
