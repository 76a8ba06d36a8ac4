import { nextTurn } from '../../lib/runtime/next-turn.ts'
import type { RecordFile, RecordKey } from './record-file.ts'
import type { StoreBatch } from './store-batch.ts'

/** Rows that one transaction removes: more would hold the event loop. */
const ROWS_PER_TRANSACTION = 200

/** Key of the mark of rows that no world names: those of a value, or of all values of a world. */
export const orphanKey = (id: number, ...value: readonly number[]): RecordKey => ['x', id, ...value]

/**
 * Rows that belong to no world: those of values that are written before the commit that names them, and those
 * that a deletion left. A mark records them until they are named or removed, so that a server that was
 * killed in between is followed by one that removes them.
 */
export class OrphanedRows {
  readonly #file: RecordFile
  /** Marks of values that are still to be named. */
  readonly #awaited = new Set<string>()
  /** Whether there may be marks: a server before may have left some. */
  #hasMarks = true
  #sweeping: Promise<void> | undefined
  #isStopped = false

  constructor(file: RecordFile) {
    this.#file = file
  }

  /** Marks the rows of a value that a later commit names. */
  await(id: number, value: number, batch: StoreBatch): void {
    this.#awaited.add(String(orphanKey(id, value)))
    batch.put(orphanKey(id, value), null)
  }

  /** A value that was waited for is named, or never will be. */
  settle(id: number, value: number): void {
    this.#awaited.delete(String(orphanKey(id, value)))
    this.#hasMarks = true
  }

  /** Marks the rows of a value, or of all values of a world, which are removed after the commit. */
  leave(batch: StoreBatch, id: number, ...value: readonly number[]): void {
    batch.put(orphanKey(id, ...value), null)
    this.#hasMarks = true
  }

  /** Removes in slices what no world names. What cannot be removed now is removed later. */
  sweep(): void {
    if (!this.#hasMarks || this.#sweeping || this.#isStopped) return
    this.#hasMarks = false
    this.#sweeping = this.#sweep().then(
      () => {
        this.#sweeping = undefined
        // Rows that were left in between.
        this.sweep()
      },
      () => {
        this.#sweeping = undefined
        this.#hasMarks = true
      },
    )
  }

  /** Resolves when nothing is removed any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    const marks = Array.from(this.#file.range(['x']), ([key]) => key)
    for (const mark of marks) {
      // What was waited for when the list was made may have been named since: its mark is gone then.
      const isOrphaned = !this.#awaited.has(String(mark)) && this.#file.get(mark) !== undefined
      if (isOrphaned) await this.#remove(mark)
    }
  }

  async #remove(mark: RecordKey): Promise<void> {
    const [, ...place] = mark
    for (let last = ''; ; ) {
      await nextTurn()
      if (this.#isStopped) return
      const found = firstKeys(this.#file.range(['v', ...place]))
      if (found.length === 0) break
      // A file that ignores what is written, as after a power cut, has the same rows again.
      if (String(found[0]) === last) return
      last = String(found[0])
      this.#file.write(found.map((key) => ({ key, text: null })))
    }
    this.#file.write([{ key: mark, text: null }])
  }
}

const firstKeys = (records: Iterable<readonly [RecordKey, string]>): RecordKey[] => {
  const keys: RecordKey[] = []
  for (const [key] of records) {
    keys.push(key)
    if (keys.length === ROWS_PER_TRANSACTION) break
  }
  return keys
}
