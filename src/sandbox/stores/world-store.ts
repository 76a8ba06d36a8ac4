import { atOnce } from '../../lib/collections/steps.ts'
import type { World } from '../../model/world/world.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { inSlices } from '../scenarios/in-slices.ts'
import { OrphanedRows } from './orphaned-rows.ts'
import { readFrom, unlessDamaged, valueSteps } from './read-value.ts'
import { type RecordChange, type RecordFile, type RecordKey, StoreError } from './record-file.ts'
import { readMeta } from './restore-meta.ts'
import { type LargeValue, largeValues, StagedValues } from './staged-values.ts'
import {
  currentOf,
  FIRST_SNAPSHOT,
  headKey,
  type KeptValue,
  META,
  readRecord,
  START,
  type StorableWorld,
  StoreBatch,
  type StoredSnapshot,
  type StoredWorldRecord,
  type StoreMeta,
  type TrackedWorld,
  worldKey,
} from './store-batch.ts'
import { baseKey, digestOf, storedBase, type WorldOrigin } from './stored-base.ts'
import { putExchanges, readExchanges, type SavedExchanges } from './stored-exchange.ts'
import { StoredOrigins } from './stored-origins.ts'
import { ValueRemoval } from './value-removal.ts'
import { compareWakes, nextWakeMs, recordedWakes, type WakeProblems } from './wake-records.ts'
import { changedRows } from './world-rows.ts'
import { headOf, partsOf, type ValueHead } from './world-value.ts'

/** One line of the list of stored worlds. */
export interface StoredSummary {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly seed: number
  readonly head: ValueHead
}

/** The format of the records; another one is not read. */
export const STORE_FORMAT = 1

/**
 * Keeps worlds in records. A commit writes the rows in which a value differs from the stored one, with clock,
 * counters and rules, in one transaction. Rows that are those of the scenario are not stored.
 */
export class WorldStore {
  readonly #file: RecordFile
  readonly #release: string
  readonly #tracked = new WeakMap<StorableWorld, TrackedWorld>()
  readonly #origins: StoredOrigins
  readonly #orphans: OrphanedRows
  readonly #staged: StagedValues
  readonly #removal: ValueRemoval
  #meta: StoreMeta

  /** Opens the store in a file. Throws a `StoreError` for a format that this release does not read. */
  constructor(file: RecordFile, release: string) {
    this.#file = file
    this.#release = release
    this.#origins = new StoredOrigins(file, release)
    this.#orphans = new OrphanedRows(file)
    this.#staged = new StagedValues(file, this.#orphans)
    this.#removal = new ValueRemoval(file, this.#orphans)
    this.#meta = readMeta(file) ?? {
      format: STORE_FORMAT,
      release,
      nextId: 1,
      worlds: 0,
      named: 0,
    }
    if (this.#meta.format !== STORE_FORMAT)
      throw new StoreError(
        `The data folder has format ${this.#meta.format}, written by release ${this.#meta.release}; this ` +
          `release reads format ${STORE_FORMAT}. Export its worlds with that release: playa data export.`,
      )
  }

  /** Number of stored worlds. */
  get size(): number {
    return this.#meta.worlds
  }

  /** Number of the last world that the server named. */
  get named(): number {
    return this.#meta.named
  }

  /** Returns whether a world of that name is stored. */
  has(name: string): boolean {
    return this.#file.get(worldKey(name)) !== undefined
  }

  /** Returns the names of all stored worlds, those that are damaged too. */
  *names(): IterableIterator<string> {
    for (const [key] of this.#file.range(['w'])) yield String(key[1])
  }

  /** Removes worlds, even where their records cannot be read. */
  drop(names: readonly string[]): void {
    if (names.length > 0) this.commit([], names)
  }

  /** Recounts the worlds; returns how many fewer there are than the store counted itself. */
  recount(): number {
    const worlds = [...this.names()].length
    const missing = this.#meta.worlds - worlds
    if (missing === 0) return 0
    const batch = new StoreBatch(this.#meta)
    batch.meta = { ...this.#meta, worlds }
    batch.put(META, batch.meta)
    this.#file.write(batch.changes)
    this.#meta = batch.meta
    return missing
  }

  /**
   * Lists the stored worlds in the order in which they were made. One whose records are damaged is left out,
   * so that it hides no other: a call that names it gets an error.
   */
  list(): StoredSummary[] {
    const worlds: StoredSummary[] = []
    for (const [key, text] of this.#file.range(['w'])) {
      const summary = unlessDamaged(() => this.#summary(key, text))
      if (summary) worlds.push(summary)
    }
    return worlds.sort((a, b) => a.id - b.id)
  }

  /**
   * Returns the names of the worlds with a task that becomes due by itself, and when, by wall time; the first
   * one first. Damaged records are left out.
   */
  *wakes(): IterableIterator<{ readonly name: string; readonly wakeMs: number }> {
    for (const { key, name } of recordedWakes(this.#file))
      if (name !== undefined) yield { wakeMs: Number(key[1]), name }
  }

  /** Lists what is wrong with the records of next tasks; `isRepair` writes them anew. */
  async checkWakes(isRepair = false): Promise<WakeProblems> {
    const expected = new Map<string, RecordKey | 'unread' | undefined>()
    for (const name of this.names())
      expected.set(name, await this.#wakeOf(name).catch(() => 'unread' as const))
    const { worlds, others, removed, missing } = compareWakes(recordedWakes(this.#file), expected)
    const batch = new StoreBatch(this.#meta)
    for (const key of removed) batch.remove(key)
    for (const { key, name } of missing) batch.put(key, name)
    if (isRepair && batch.changes.length > 0) this.#file.write(batch.changes)
    return { worlds, others }
  }

  async #wakeOf(name: string): Promise<RecordKey | undefined> {
    const record = this.#read<StoredWorldRecord>(worldKey(name))
    const stored = record && (await this.load(name))
    const wakeMs = stored && nextWakeMs(stored.world)
    return record && wakeMs !== undefined ? ['k', wakeMs, record.id] : undefined
  }

  /**
   * Reads a world; undefined when none of that name is stored. Throws a `StoreError` when a record of it is
   * missing or damaged.
   */
  async load(name: string): Promise<Omit<StorableWorld, 'name'> | undefined> {
    const record = this.#read<StoredWorldRecord>(worldKey(name))
    if (!record) return undefined
    const origin = await this.#origins.open(record.base)
    const reference = this.#origins.referenceOf(origin)
    const start = await inSlices(valueSteps(this.#file, [record.id, START], reference, record.start))
    const current = currentOf(record)
    const head = this.#read<ValueHead>(headKey(record.id, current))
    const world = head ? await inSlices(valueSteps(this.#file, [record.id, current], start, { head })) : start
    const snapshots = new Map<string, KeptValue>()
    for (const { name: kept, takenMs, value } of record.snapshots) {
      const world = await inSlices(valueSteps(this.#file, [record.id, value], start))
      snapshots.set(kept, { name: kept, takenMs, world })
    }
    return { origin, start, world, snapshots, lastUseMs: (head ?? record.start.head).lastUseMs }
  }

  /** Prepares in slices what would make the first commit of a world with this origin long. */
  async prepare({ base }: WorldOrigin): Promise<void> {
    await inSlices(digestOf(base))
  }

  /** Returns whether a new world has values that are too large for the transaction of its first commit. */
  isLarge(handle: StorableWorld): boolean {
    return this.#largeValues(handle).length > 0
  }

  /** Writes large values of a new world in slices, before its commit, while wanted. Throws a `StoreError`. */
  writeAhead(handle: StorableWorld, isWanted: () => boolean): Promise<void> {
    const { nextId: id } = this.#meta
    this.#meta = { ...this.#meta, nextId: id + 1 }
    const meta = { ...this.#meta, release: this.#release }
    return this.#staged.write(handle, id, { values: this.#largeValues(handle), meta, isWanted })
  }

  #largeValues(handle: StorableWorld): readonly LargeValue[] {
    if (this.#staged.of(handle) || this.#tracked.has(handle)) return []
    return largeValues(handle, this.#origins.referenceOf(handle.origin))
  }

  /**
   * Writes in slices what a stored world is about to take, if it is too large for a transaction: a snapshot,
   * or the value that replaces the current one. Resolves as `StagedValues.prepare`. Throws a `StoreError`.
   */
  prepareValue(
    handle: StorableWorld,
    key: World | KeptValue,
    isWanted: () => boolean,
  ): Promise<boolean> | undefined {
    const tracked = this.#tracked.get(handle)
    return tracked && this.#staged.prepare(handle, tracked, { key, meta: this.#meta, isWanted })
  }

  /** The world has this value now, in place of the current one, whether it was written before or not. */
  replaced(handle: StorableWorld, key: World): void {
    this.#staged.replaced(handle, this.#idOf(handle), key)
  }

  /** What was written for this is not taken after all. */
  discard(handle: StorableWorld, key: World | KeptValue): void {
    this.#staged.discard(handle, this.#idOf(handle), key)
    this.sweep()
  }

  /** Removes in slices, from now on, what deletions and other servers left. */
  sweep(): void {
    this.#orphans.sweep()
  }

  /** Follows a world that was loaded: from now on its changes are what is committed. */
  track(handle: StorableWorld): void {
    const record = this.#read<StoredWorldRecord>(worldKey(handle.name))
    if (!record) throw new StoreError(`There is no stored world named ${handle.name}.`)
    const kept = new Map(record.snapshots.map((snapshot) => [snapshot.name, snapshot]))
    const snapshots = new Map<KeptValue, StoredSnapshot>()
    for (const [name, value] of handle.snapshots) {
      const snapshot = kept.get(name)
      if (snapshot) snapshots.set(value, snapshot)
    }
    this.#tracked.set(handle, {
      record,
      reference: handle.start,
      world: handle.world,
      rows: this.#read<ValueHead>(headKey(record.id, currentOf(record)))?.rows ?? 0,
      snapshots,
      wakeMs: nextWakeMs(handle.world),
    })
  }

  /** Returns the value and the snapshots of a world that are stored; undefined before its first commit. */
  committed(
    handle: StorableWorld,
  ): { readonly world: World; readonly snapshots: Iterable<KeptValue> } | undefined {
    const tracked = this.#tracked.get(handle)
    return tracked && { world: tracked.world, snapshots: tracked.snapshots.keys() }
  }

  /**
   * Stores the changes of these worlds, and deletes others, in one transaction. Throws a `StoreError`; then
   * nothing of it is stored.
   */
  commit(changed: Iterable<StorableWorld>, deleted: Iterable<string> = [], named = this.#meta.named): void {
    const batch = new StoreBatch({ ...this.#meta, named })
    for (const name of deleted) this.#removal.world(name, batch)
    for (const handle of changed) {
      const tracked = this.#tracked.get(handle)
      atOnce(tracked ? this.#change(handle, tracked, batch) : this.#add(handle, batch))
      this.#staged.name(handle, this.#idOf(handle), batch)
    }
    if (
      batch.meta.nextId !== this.#meta.nextId ||
      batch.meta.worlds !== this.#meta.worlds ||
      named !== this.#meta.named
    )
      batch.put(META, { ...batch.meta, release: this.#release })
    if (batch.changes.length === 0) return
    try {
      this.#file.write(batch.changes)
    } finally {
      for (const handle of changed) this.#staged.forget(handle, this.#idOf(handle))
    }
    this.#meta = batch.meta
    for (const [handle, tracked] of batch.tracked) this.#tracked.set(handle, tracked)
  }

  /**
   * Creates the records of a world that is not stored, without checksums, a few at a step and undefined at
   * one that made none; the first one is that of its base. Nothing is stored.
   */
  *recordsOf(handle: StorableWorld): Generator<RecordChange | undefined, void> {
    const batch = new StoreBatch(this.#meta, (_, text) => text)
    for (const _ of this.#add(handle, batch)) {
      const made = batch.take()
      if (made.length === 0) yield undefined
      else yield* made
    }
    batch.put(META, { ...batch.meta, release: this.#release })
    yield* batch.take()
  }

  /** Stores entries of a world's journal and removes others. Does nothing for a world that is not stored. */
  saveExchanges(handle: StorableWorld, saved: SavedExchanges): void {
    const tracked = this.#tracked.get(handle)
    if (!tracked) return
    const batch = new StoreBatch(this.#meta)
    putExchanges(batch, this.#file, { ...saved, id: tracked.record.id, start: handle.start })
    if (batch.changes.length > 0) this.#file.write(batch.changes)
  }

  /**
   * Reads the stored entries of a world's journal, oldest first. Throws a `StoreError` when one is damaged.
   */
  exchanges({ name, start }: Pick<StorableWorld, 'name' | 'start'>): JournalEntry[] {
    const record = this.#read<StoredWorldRecord>(worldKey(name))
    return record ? readExchanges(this.#file, record.id, start) : []
  }

  /** Writes what the store says about itself once more. Throws a `StoreError` when nothing can be written. */
  touch(): void {
    const batch = new StoreBatch(this.#meta)
    batch.put(META, { ...this.#meta, release: this.#release })
    this.#file.write(batch.changes)
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#orphans.stop()
    await this.#file.close()
  }

  *#add(handle: StorableWorld, batch: StoreBatch): Generator<void, void> {
    const { origin, start, lastUseMs } = handle
    const base = baseKey(origin)
    const reference = this.#origins.referenceOf(origin)
    if (this.#file.get(['b', base]) === undefined)
      batch.put(['b', base], yield* storedBase(origin, this.#release))
    const staged = this.#staged.of(handle)
    const id = staged?.id ?? batch.meta.nextId
    const nextId = Math.max(batch.meta.nextId, id + 1)
    batch.meta = { ...batch.meta, nextId, worlds: batch.meta.worlds + 1 }
    const stored =
      staged?.values.get(start)?.rows ??
      (yield* batch.putRows(id, START, changedRows(reference, reference, start)))
    const head = headOf(start, stored, lastUseMs)
    const record = {
      id,
      base,
      start: { head, parts: partsOf(reference, start) },
      snapshots: [],
      nextValue: FIRST_SNAPSHOT,
    }
    batch.put(worldKey(handle.name), record)
    const wakeMs = nextWakeMs(start)
    if (wakeMs !== undefined) batch.put(['k', wakeMs, id], handle.name)
    yield* this.#change(
      handle,
      { record, reference: start, world: start, rows: 0, snapshots: new Map(), wakeMs },
      batch,
    )
  }

  *#change(handle: StorableWorld, tracked: TrackedWorld, batch: StoreBatch): Generator<void, void> {
    const { id } = tracked.record
    let { record, rows, wakeMs } = tracked
    const { reference, world: before } = tracked
    const { world } = handle
    const replacement = this.#staged.replacementOf(handle)
    if (world !== before || replacement) {
      const staged = replacement ?? this.#staged.of(handle)?.current
      if (replacement) record = this.#replaceCurrent(record, replacement.value, batch)
      if (staged) rows = staged.rows
      const current = currentOf(record)
      rows += yield* batch.putRows(id, current, changedRows(reference, staged?.world ?? before, world))
      batch.putParts(id, current, { reference, before: replacement ? reference : before, after: world })
      batch.put(headKey(id, current), headOf(world, rows, handle.lastUseMs))
      wakeMs = nextWakeMs(world)
      if (wakeMs !== tracked.wakeMs) {
        if (tracked.wakeMs !== undefined) batch.remove(['k', tracked.wakeMs, id])
        if (wakeMs !== undefined) batch.put(['k', wakeMs, id], handle.name)
      }
    }
    const kept = yield* this.#changeSnapshots(handle, { ...tracked, record }, batch)
    if (kept.record !== tracked.record) batch.put(worldKey(handle.name), kept.record)
    batch.tracked.set(handle, { ...kept, reference, world, rows, wakeMs })
  }

  /** Makes a value that is written the current one; the rows of the previous one are removed. */
  #replaceCurrent(record: StoredWorldRecord, value: number, batch: StoreBatch): StoredWorldRecord {
    this.#removal.value(record.id, currentOf(record), batch)
    return { ...record, current: value, nextValue: Math.max(record.nextValue, value + 1) }
  }

  /** Number of a world that is stored or staged. */
  #idOf(handle: StorableWorld): number {
    return this.#tracked.get(handle)?.record.id ?? this.#staged.of(handle)?.id ?? 0
  }

  *#changeSnapshots(
    handle: StorableWorld,
    { record, reference, snapshots: previous }: TrackedWorld,
    batch: StoreBatch,
  ): Generator<void, Pick<TrackedWorld, 'record' | 'snapshots'>> {
    const current = new Set(handle.snapshots.values())
    const isUnchanged = current.size === previous.size && [...current].every((kept) => previous.has(kept))
    if (isUnchanged) return { record, snapshots: previous }
    const snapshots = new Map<KeptValue, StoredSnapshot>()
    const staged = this.#staged.of(handle)?.values
    let nextValue = this.#staged.nextFree(
      handle,
      record.id,
      Math.max(record.nextValue, ...Array.from(staged?.values() ?? [], ({ value }) => value + 1)),
    )
    for (const kept of current) {
      const known = previous.get(kept)
      const { name, takenMs, world } = kept
      const written = staged?.get(kept) ?? this.#staged.preparedFor(handle, kept)
      const value = written?.value ?? nextValue
      snapshots.set(kept, known ?? { name, takenMs, value })
      if (known) continue
      const rows = changedRows(reference, reference, world)
      const stored = written?.rows ?? (yield* batch.putRows(record.id, value, rows))
      batch.putParts(record.id, value, { reference, before: reference, after: world })
      batch.put(headKey(record.id, value), headOf(world, stored, takenMs))
      nextValue = Math.max(nextValue, value + 1)
    }
    for (const [kept, { value }] of previous)
      if (!current.has(kept)) this.#removal.value(record.id, value, batch)
    return { record: { ...record, nextValue, snapshots: [...snapshots.values()] }, snapshots }
  }

  #summary(key: RecordKey, text: string): StoredSummary {
    const record = readRecord<StoredWorldRecord>(key, text)
    const { id, start } = record
    const { setting } = start.parts
    const head = this.#read<ValueHead>(headKey(id, currentOf(record))) ?? start.head
    return { id, name: String(key[1]), scenario: setting?.scenario ?? '', seed: setting?.seed ?? 0, head }
  }

  #read<T>(key: RecordKey): T | undefined {
    return readFrom<T>(this.#file, key)
  }
}
