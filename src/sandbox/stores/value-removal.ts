import type { OrphanedRows } from './orphaned-rows.ts'
import { readFrom, unlessDamaged } from './read-value.ts'
import type { RecordFile, RecordKey } from './record-file.ts'
import { MAX_ROWS_AT_ONCE } from './staged-values.ts'
import { currentOf, headKey, type StoreBatch, type StoredWorldRecord, worldKey } from './store-batch.ts'
import type { ValueHead } from './world-value.ts'

/** Removes values and worlds with a commit: few rows at once, many in slices after it. */
export class ValueRemoval {
  readonly #file: RecordFile
  readonly #orphans: OrphanedRows

  constructor(file: RecordFile, orphans: OrphanedRows) {
    this.#file = file
    this.#orphans = orphans
  }

  /** Removes a world, also one whose record cannot be read: its rows then stay without effect. */
  world(name: string, batch: StoreBatch): void {
    const key = worldKey(name)
    if (this.#file.get(key) === undefined) return
    const record = unlessDamaged(() => readFrom<StoredWorldRecord>(this.#file, key))
    if (record) {
      const values = [currentOf(record), ...record.snapshots.map(({ value }) => value)]
      const rows = values.reduce((sum, value) => sum + this.#rowsOf(record.id, value), record.start.head.rows)
      if (rows > MAX_ROWS_AT_ONCE) this.#orphans.leave(batch, record.id)
      else this.#removeAll(['v', record.id], batch)
      this.#removeAll(['j', record.id], batch)
      for (const [wake] of this.#file.range(['k'])) if (wake[2] === record.id) batch.remove(wake)
    }
    batch.remove(key)
    batch.meta = { ...batch.meta, worlds: batch.meta.worlds - 1 }
  }

  /** Removes a value of a world. */
  value(id: number, value: number, batch: StoreBatch): void {
    if (this.#rowsOf(id, value) > MAX_ROWS_AT_ONCE) this.#orphans.leave(batch, id, value)
    else this.#removeAll(['v', id, value], batch)
  }

  #rowsOf(id: number, value: number): number {
    return unlessDamaged(() => readFrom<ValueHead>(this.#file, headKey(id, value)))?.rows ?? 0
  }

  #removeAll(prefix: RecordKey, batch: StoreBatch): void {
    for (const [key] of this.#file.range(prefix)) batch.remove(key)
  }
}
