import { compareText } from './compare-text.ts'
import { PersistentMap, type RowChanges } from './persistent-map.ts'
import { SortedSet } from './sorted-set.ts'
import { atOnce, mapSteps, ROWS_PER_STEP, type Steps, sortSteps } from './steps.ts'

/**
 * Describes the rows of an `IndexedTable` and the sorted indexes that each row belongs to.
 *
 * Indexes hold the row's *handle*, a small value that stays the same when the row is edited. An edit that
 * moves the row between no indexes therefore changes none of them.
 */
export interface TableSchema<Row, Handle> {
  key(row: Row): string
  handle(row: Row): Handle
  /** Order inside the indexes. */
  order(a: Handle, b: Handle): number
  /** Names of the indexes that hold the row. */
  indexNames(row: Row): readonly string[]
  /** True only when the edit cannot have moved the row between indexes; absent: any edit may have. */
  keepsIndexes?(before: Row, after: Row): boolean
}

/**
 * An immutable table of rows by key with named, sorted indexes. A lookup costs the same at any size, all else
 * at most O(log n). Previous tables stay valid.
 */
export class IndexedTable<Row extends object, Handle> {
  readonly #schema: TableSchema<Row, Handle>
  /**
   * The initial rows. Map and indexes are built on first use, since most tables of most worlds are never
   * read.
   */
  readonly #initialRows: readonly Row[]
  #rows: PersistentMap<Row> | undefined
  #indexes: PersistentMap<NamedIndex<Handle>> | undefined
  readonly size: number

  private constructor(schema: TableSchema<Row, Handle>, rows: readonly Row[], size: number) {
    this.#schema = schema
    this.#initialRows = rows
    this.size = size
  }

  /** Creates a table of rows with different keys. */
  static of<Row extends object, Handle>(
    schema: TableSchema<Row, Handle>,
    rows: Iterable<Row> = [],
  ): IndexedTable<Row, Handle> {
    const initialRows = [...rows]
    return new IndexedTable(schema, initialRows, initialRows.length)
  }

  /**
   * Creates a table like `of`, in steps. A table of many rows is built at once, so that its first reader need
   * not wait for it.
   */
  static *steps<Row extends object, Handle>(
    schema: TableSchema<Row, Handle>,
    rows: readonly Row[],
  ): Steps<IndexedTable<Row, Handle>> {
    const table = new IndexedTable(schema, rows, rows.length)
    if (rows.length < BUILT_AT_ONCE) return table
    table.#rows = yield* PersistentMap.steps(schema.key, rows)
    table.#indexes = yield* buildIndexes(schema, rows)
    return table
  }

  /** Finds the row with the key. */
  get(key: string): Row | undefined {
    return this.#rowMap().get(key)
  }

  /** Returns the index of that name; an empty one when no row belongs to it. */
  index(name: string): SortedSet<Handle> {
    return this.#allIndexes().get(name)?.handles ?? SortedSet.empty(this.#schema.order)
  }

  /** Adds the row, or replaces the one with its key. */
  put(row: Row): IndexedTable<Row, Handle> {
    const schema = this.#schema
    const before = this.get(schema.key(row))
    const after = new IndexedTable(schema, this.#initialRows, before ? this.size : this.size + 1)
    after.#rows = this.#rowMap().with(row)
    after.#indexes =
      before && schema.keepsIndexes?.(before, row) ? this.#allIndexes() : this.#reindexed(before, row)
    return after
  }

  /** Adds or replaces rows with different keys: like one after the other, for less. */
  putAll(rows: readonly Row[]): IndexedTable<Row, Handle> {
    const schema = this.#schema
    const befores = rows.map((row) => this.get(schema.key(row)))
    const isNew = befores.filter((before) => before === undefined).length
    const after = new IndexedTable(schema, this.#initialRows, this.size + isNew)
    after.#rows = this.#rowMap().withAll(rows)
    const indexes = this.#allIndexes()
    const changed = new Map<string, SortedSet<Handle>>()
    const change = (names: readonly string[], make: (handles: SortedSet<Handle>) => SortedSet<Handle>) => {
      for (const name of names)
        changed.set(
          name,
          make(changed.get(name) ?? indexes.get(name)?.handles ?? SortedSet.empty(schema.order)),
        )
    }
    for (const [i, row] of rows.entries()) {
      const before = befores[i]
      if (before && schema.keepsIndexes?.(before, row)) continue
      if (before) change(schema.indexNames(before), (handles) => handles.without(schema.handle(before)))
      change(schema.indexNames(row), (handles) => handles.with(schema.handle(row)))
    }
    after.#indexes = indexes.withAll(Array.from(changed, ([name, handles]) => ({ name, handles })))
    return after
  }

  /** Inserts many rows with different keys, in steps; rebuilds the table where that is less work. */
  *putSteps(rows: readonly Row[]): Steps<IndexedTable<Row, Handle>> {
    if (rows.length * 2 > this.size) {
      const byKey = new Map<string, Row>()
      for (const list of [this.#rowMap(), rows])
        yield* mapSteps(list, (row) => void byKey.set(this.#schema.key(row), row))
      return yield* IndexedTable.steps(this.#schema, [...byKey.values()])
    }
    let table: IndexedTable<Row, Handle> | undefined
    for (let i = 0; i < rows.length; i += PUT_AT_ONCE) {
      table = (table ?? this).putAll(rows.slice(i, i + PUT_AT_ONCE))
      yield
    }
    return table ?? this
  }

  /** Returns what changed since a previous value of this table; costs about as much as the changes did. */
  changesSince(before: IndexedTable<Row, Handle>): RowChanges<Row> {
    return this === before ? NO_CHANGES : this.#rowMap().changesSince(before.#rowMap())
  }

  /** Compares like `changesSince`, in steps. */
  *changeSteps(before: IndexedTable<Row, Handle>): Steps<RowChanges<Row>> {
    return this === before ? NO_CHANGES : yield* this.#rowMap().changeSteps(before.#rowMap())
  }

  /** Moves the row from its previous indexes to its new ones. */
  #reindexed(before: Row | undefined, row: Row): PersistentMap<NamedIndex<Handle>> {
    const schema = this.#schema
    const previousNames = before ? schema.indexNames(before) : []
    const currentNames = schema.indexNames(row)
    const isUnmoved =
      before !== undefined &&
      previousNames.length === currentNames.length &&
      previousNames.every((name, i) => name === currentNames[i]) &&
      schema.order(schema.handle(before), schema.handle(row)) === 0
    const indexes = this.#allIndexes()
    if (isUnmoved) return indexes
    const left = before
      ? changedIndexes(indexes, previousNames, schema, (handles) => handles.without(schema.handle(before)))
      : indexes
    return changedIndexes(left, currentNames, schema, (handles) => handles.with(schema.handle(row)))
  }

  /** Iterates over all rows in the order of their keys. The order is not stored, so this costs O(n log n). */
  [Symbol.iterator](): IterableIterator<Row> {
    return atOnce(this.inOrder()).values()
  }

  /** Returns all rows in the order of their keys, in steps. */
  *inOrder(): Steps<readonly Row[]> {
    const keyed = yield* mapSteps(this.#rowMap(), (row) => ({ key: this.#schema.key(row), row }))
    const sorted = yield* sortSteps((a, b) => compareText(a.key, b.key), keyed)
    return yield* mapSteps(sorted, ({ row }) => row)
  }

  #rowMap(): PersistentMap<Row> {
    this.#rows ??= PersistentMap.of(this.#schema.key, this.#initialRows)
    return this.#rows
  }

  #allIndexes(): PersistentMap<NamedIndex<Handle>> {
    this.#indexes ??= atOnce(buildIndexes(this.#schema, this.#initialRows))
    return this.#indexes
  }
}

/** From this number of rows on a table is built by its maker, in steps, and not by its first reader. */
const BUILT_AT_ONCE = 1_000

/** Rows that are put at a step. */
const PUT_AT_ONCE = 64

const NO_CHANGES: RowChanges<never> = { changed: [], gone: [] }

interface NamedIndex<Handle> {
  readonly name: string
  readonly handles: SortedSet<Handle>
}

/** Changes the indexes of these distinct names. */
const changedIndexes = <Row, Handle>(
  indexes: PersistentMap<NamedIndex<Handle>>,
  names: readonly string[],
  { order }: TableSchema<Row, Handle>,
  change: (handles: SortedSet<Handle>) => SortedSet<Handle>,
): PersistentMap<NamedIndex<Handle>> =>
  indexes.withAll(
    names.map((name) => ({ name, handles: change(indexes.get(name)?.handles ?? SortedSet.empty(order)) })),
  )

const nameOf = ({ name }: { readonly name: string }): string => name

/**
 * Builds all indexes. Rows that return the same array of names are grouped, so that each array is read once.
 */
function* buildIndexes<Row, Handle>(
  schema: TableSchema<Row, Handle>,
  rows: readonly Row[],
): Steps<PersistentMap<NamedIndex<Handle>>> {
  const groups = new Map<readonly string[], Handle[]>()
  for (const [i, row] of rows.entries()) {
    const names = schema.indexNames(row)
    const group = groups.get(names)
    if (group) group.push(schema.handle(row))
    else groups.set(names, [schema.handle(row)])
    if (i % ROWS_PER_STEP === 0) yield
  }
  const lists = new Map<string, Handle[]>()
  let count = 0
  for (const [names, handles] of groups)
    for (const name of names) {
      const list = lists.get(name) ?? []
      lists.set(name, list)
      for (const handle of handles) {
        list.push(handle)
        if (++count % ROWS_PER_STEP === 0) yield
      }
    }
  const indexes: NamedIndex<Handle>[] = []
  for (const [name, list] of lists)
    indexes.push({ name, handles: yield* SortedSet.steps(schema.order, list) })
  return yield* PersistentMap.steps(nameOf, indexes)
}
