import { inBackground, type Timer } from '../../lib/runtime/timers.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { StoreError } from '../stores/record-file.ts'
import type { StorableWorld } from '../stores/store-batch.ts'
import type { WorldStore } from '../stores/world-store.ts'
import type { WorldHandle } from './world-handle.ts'

/** Maximum time between an exchange and its record. */
const FLUSH_INTERVAL_MS = 1_000

/** The entries of a journal that are stored. */
interface StoredRange {
  readonly generation: number
  readonly first: number
  readonly next: number
}

/**
 * Stores journals, a second's exchanges at a time: a read must not wait for the disk, so a kill may lose the
 * exchanges of the last second. An entry that leaves memory for lack of room leaves the store too.
 */
export class StoredJournals {
  readonly #store: Pick<WorldStore, 'saveExchanges' | 'exchanges'>
  readonly #report: (error: unknown) => void
  readonly #ranges = new WeakMap<WorldHandle, StoredRange>()
  readonly #changed = new Set<WorldHandle>()
  #timer: Timer | undefined

  constructor(store: Pick<WorldStore, 'saveExchanges' | 'exchanges'>, report: (error: unknown) => void) {
    this.#store = store
    this.#report = report
  }

  /** Follows the journal of a world. */
  follow(worldHandle: WorldHandle): void {
    worldHandle.journal.changed = () => {
      this.#changed.add(worldHandle)
      this.#timer ??= inBackground(setTimeout(() => this.flush(), FLUSH_INTERVAL_MS))
    }
  }

  /** Fills the journal of a world that came into memory; a damaged one starts empty. */
  restore(worldHandle: WorldHandle): void {
    const { journal } = worldHandle
    journal.changed = undefined
    let entries: JournalEntry[] = []
    try {
      entries = this.#store.exchanges(worldHandle)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#report(error)
    }
    if (entries.length > 0) journal.restore(entries)
    this.#ranges.set(worldHandle, rangeOf(worldHandle))
    this.follow(worldHandle)
  }

  /** Stores the remaining entries of a world that leaves memory, and empties its journal. */
  release(worldHandle: WorldHandle): void {
    this.#save(worldHandle)
    worldHandle.journal.changed = undefined
    worldHandle.journal.clear()
  }

  /** Forgets a world that is deleted. */
  forget(worldHandle: WorldHandle): void {
    worldHandle.journal.changed = undefined
    this.#changed.delete(worldHandle)
  }

  /** Stores the exchanges since the last time. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const worldHandle of [...this.#changed]) this.#save(worldHandle)
  }

  #save(worldHandle: WorldHandle): void {
    if (!this.#changed.delete(worldHandle) || !worldHandle.origin) return
    const { journal } = worldHandle
    const range = rangeOf(worldHandle)
    const before = this.#ranges.get(worldHandle)
    const replaces = before !== undefined && before.generation !== range.generation
    const from = before && !replaces ? before : { first: range.first, next: range.first }
    const added = numbers(Math.max(from.next, range.first), range.next).flatMap((n) => journal.get(n) ?? [])
    const gone = numbers(from.first, Math.min(from.next, range.first))
    try {
      // The check above guarantees the type.
      this.#store.saveExchanges(worldHandle as WorldHandle & StorableWorld, { added, gone, replaces })
      this.#ranges.set(worldHandle, range)
    } catch (error) {
      // They are stored with the next ones.
      this.#changed.add(worldHandle)
      this.#report(error)
    }
  }
}

const rangeOf = ({ journal: { generation, first, next } }: WorldHandle): StoredRange => ({
  generation,
  first,
  next,
})

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
