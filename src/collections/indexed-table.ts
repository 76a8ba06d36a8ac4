import { compareText } from './compare-text.ts'
import { PersistentMap, type RowChanges } from './persistent-map.ts'
import { SortedSet } from './sorted-set.ts'

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
 * at most O(log n). Former tables stay valid.
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

  /** Returns what changed since a former value of this table; costs about as much as the changes did. */
  changesSince(before: IndexedTable<Row, Handle>): RowChanges<Row> {
    return this === before ? NO_CHANGES : this.#rowMap().changesSince(before.#rowMap())
  }

  /** Moves the row from its former indexes to its new ones. */
  #reindexed(before: Row | undefined, row: Row): PersistentMap<NamedIndex<Handle>> {
    const schema = this.#schema
    const formerNames = before ? schema.indexNames(before) : []
    const currentNames = schema.indexNames(row)
    const isUnmoved =
      before !== undefined &&
      formerNames.length === currentNames.length &&
      formerNames.every((name, i) => name === currentNames[i]) &&
      schema.order(schema.handle(before), schema.handle(row)) === 0
    const indexes = this.#allIndexes()
    if (isUnmoved) return indexes
    const left = before
      ? changedIndexes(indexes, formerNames, schema, (handles) => handles.without(schema.handle(before)))
      : indexes
    return changedIndexes(left, currentNames, schema, (handles) => handles.with(schema.handle(row)))
  }

  /** Iterates over all rows in the order of their keys. The order is not stored, so this costs O(n log n). */
  [Symbol.iterator](): IterableIterator<Row> {
    const byKey = new Map(Array.from(this.#rowMap(), (row) => [this.#schema.key(row), row]))
    return [...byKey.keys()]
      .sort(compareText)
      .map((key) => byKey.get(key)!)
      .values()
  }

  #rowMap(): PersistentMap<Row> {
    this.#rows ??= PersistentMap.of(this.#schema.key, this.#initialRows)
    return this.#rows
  }

  #allIndexes(): PersistentMap<NamedIndex<Handle>> {
    this.#indexes ??= buildIndexes(this.#schema, this.#initialRows)
    return this.#indexes
  }
}

const NO_CHANGES: RowChanges<never> = { changed: [], gone: [] }

interface NamedIndex<Handle> {
  readonly name: string
  readonly handles: SortedSet<Handle>
}

/** Changes the indexes of these names, all of which are different. */
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
const buildIndexes = <Row, Handle>(
  schema: TableSchema<Row, Handle>,
  rows: readonly Row[],
): PersistentMap<NamedIndex<Handle>> => {
  const groups = new Map<readonly string[], Handle[]>()
  for (const row of rows) {
    const names = schema.indexNames(row)
    const group = groups.get(names)
    if (group) group.push(schema.handle(row))
    else groups.set(names, [schema.handle(row)])
  }
  const lists = new Map<string, Handle[][]>()
  for (const [names, handles] of groups) {
    for (const name of names) {
      const list = lists.get(name)
      if (list) list.push(handles)
      else lists.set(name, [handles])
    }
  }
  const indexes = Array.from(lists, ([name, parts]) => ({
    name,
    handles: SortedSet.from(schema.order, parts.flat()),
  }))
  return PersistentMap.of(nameOf, indexes)
}
