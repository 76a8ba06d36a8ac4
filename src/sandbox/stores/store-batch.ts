import type { Steps } from '../../lib/collections/steps.ts'
import type { World } from '../../model/world/world.ts'
import { checkedText, type RecordChange, type RecordKey, withChecksum } from './record-file.ts'
import type { WorldOrigin } from './stored-base.ts'
import type { RowChange } from './world-rows.ts'
import { partsOf, type ValueHead, type ValueParts } from './world-value.ts'

/** A value of a world that is kept under a name. */
export interface KeptValue {
  readonly name: string
  readonly world: World
  readonly takenMs: number
}

/** Stored data of a world. */
export interface StorableWorld {
  readonly name: string
  readonly origin: WorldOrigin
  /** The value that a reset restores. */
  readonly start: World
  readonly world: World
  readonly lastUseMs: number
  readonly snapshots: ReadonlyMap<string, KeptValue>
}

/** Status of the store. */
export interface StoreMeta {
  readonly format: number
  readonly release: string
  readonly nextId: number
  readonly worlds: number
  /** Number of the last world that was named by the server: w1, w2, ... */
  readonly named: number
}

/** The record of a world: where its values are. */
export interface StoredWorldRecord {
  readonly id: number
  /** Number of the current value; absent until a large value replaced the first one. */
  readonly current?: number
  readonly base: string
  readonly start: { readonly head: ValueHead; readonly parts: ValueParts }
  readonly snapshots: readonly StoredSnapshot[]
  readonly nextValue: number
}

/** A snapshot of a world, whose value has a number. */
export interface StoredSnapshot {
  readonly name: string
  readonly takenMs: number
  readonly value: number
}

/** The store's data about a world in memory. */
export interface TrackedWorld {
  readonly record: StoredWorldRecord
  readonly reference: World
  /** The value that is stored. */
  readonly world: World
  readonly rows: number
  readonly snapshots: ReadonlyMap<KeptValue, StoredSnapshot>
  readonly wakeMs: number | undefined
}

/**
 * Values of a world by number: the first current one, the one that a reset restores, and then its snapshots
 * and what replaced the current one.
 */
export const CURRENT = 0
export const START = 1
export const FIRST_SNAPSHOT = 2

/** Returns the number of the current value of a world. */
export const currentOf = ({ current = CURRENT }: StoredWorldRecord): number => current

/** Key of what the store says about itself. */
export const META: RecordKey = ['m']
/** Key of a world's record. */
export const worldKey = (name: string): RecordKey => ['w', name]
/** Key of the head of a value. */
export const headKey = (id: number, value: number): RecordKey => ['v', id, value, 'h']
/** Key of a part of a value that seldom changes. */
export const partKey = (id: number, value: number, part: keyof ValueParts): RecordKey => [
  'v',
  id,
  value,
  'p',
  part,
]

/** Reads a record. Throws a `StoreError` when it is damaged. */
export const readRecord = <T>(key: RecordKey, text: string): T =>
  // The checksum says that this store wrote the text, under this key.
  JSON.parse(checkedText(key, text)) as T

const PARTS = ['setting', 'story', 'faultRules'] as const satisfies readonly (keyof ValueParts)[]

/** The changes of one commit, and what to record once the store has written them. */
export class StoreBatch {
  changes: RecordChange[] = []
  readonly tracked = new Map<StorableWorld, TrackedWorld>()
  meta: StoreMeta
  readonly #protect: typeof withChecksum

  /** `protect` puts a checksum before the texts that a file keeps. */
  constructor(meta: StoreMeta, protect = withChecksum) {
    this.meta = meta
    this.#protect = protect
  }

  /** Returns the changes so far and forgets them: for what is written as it is made. */
  take(): readonly RecordChange[] {
    const taken = this.changes
    this.changes = []
    return taken
  }

  put(key: RecordKey, value: unknown): void {
    this.#putText(key, JSON.stringify(value))
  }

  remove(key: RecordKey): void {
    this.changes.push({ key, text: null })
  }

  /** Writes rows as they are created, one at a step; returns what their generator returns. */
  *putRows(id: number, value: number, rows: Generator<RowChange | undefined, number>): Steps<number> {
    for (;;) {
      const made = rows.next()
      if (made.done) return made.value
      yield
      if (!made.value) continue
      const { table, key, text } = made.value
      const recordKey = ['v', id, value, 'r', table, key]
      if (text === null) this.remove(recordKey)
      else this.#putText(recordKey, text)
    }
  }

  putParts(
    id: number,
    value: number,
    {
      reference,
      before,
      after,
    }: { readonly reference: World; readonly before: World; readonly after: World },
  ): void {
    if (PARTS.every((part) => before[part] === after[part])) return
    const parts = partsOf(reference, after)
    for (const part of PARTS) {
      if (before[part] === after[part]) continue
      const key = partKey(id, value, part)
      if (parts[part] === undefined) this.remove(key)
      else this.put(key, parts[part])
    }
  }

  #putText(key: RecordKey, text: string): void {
    this.changes.push({ key, text: this.#protect(key, text) })
  }
}
