import { PersistentMap } from './persistent-map.ts'
import { SortedSet } from './sorted-set.ts'

/**
 * Immutable rows by key, with named lists over them. A row says which lists it stands in; the table keeps them when rows come
 * and change. Finding a row costs the same whatever the size, everything else O(log n) at most; the former table stays valid.
 *
 * What stands in a list is the row's *handle*, a small value that never changes while the row does, so that editing a
 * row whose lists stay the same touches none of them.
 */
export interface TableSchema<Row, Handle> {
  key(row: Row): string
  handle(row: Row): Handle
  /** Order inside the lists. */
  order(a: Handle, b: Handle): number
  /** Names of the lists that the row stands in. */
  indexNames(row: Row): readonly string[]
  /** True only when a change cannot have moved the row between lists; absent: it may have. */
  keepsIndexes?(before: Row, after: Row): boolean
}

export class IndexedTable<Row extends object, Handle> {
  readonly #shape: TableSchema<Row, Handle>
  /** What it was made of, until somebody first looks; most tables of most worlds are never looked at. */
  readonly #given: readonly Row[]
  #rows: PersistentMap<Row> | undefined
  #named: PersistentMap<NamedIndex<Handle>> | undefined
  readonly size: number

  private constructor(shape: TableSchema<Row, Handle>, given: readonly Row[], size: number) {
    this.#shape = shape
    this.#given = given
    this.size = size
  }

  /** A table of rows, no two of which may have one key. */
  static of<Row extends object, Handle>(shape: TableSchema<Row, Handle>, rows: Iterable<Row> = []): IndexedTable<Row, Handle> {
    const given = [...rows]
    return new IndexedTable(shape, given, given.length)
  }

  get(key: string): Row | undefined {
    return this.#keyed().get(key)
  }

  /** The list of that name; an empty one when no row stands in it. */
  index(name: string): SortedSet<Handle> {
    return this.#lists().get(name)?.list ?? SortedSet.empty(this.#shape.order)
  }

  /** Adds the row, or replaces the one with its key. */
  put(row: Row): IndexedTable<Row, Handle> {
    const shape = this.#shape
    const before = this.get(shape.key(row))
    const after = new IndexedTable(shape, this.#given, before ? this.size : this.size + 1)
    after.#rows = this.#keyed().with(row)
    after.#named = before && shape.keepsIndexes?.(before, row) ? this.#lists() : this.#moved(before, row)
    return after
  }

  /** The lists with the row where it stands now instead of where it stood before. */
  #moved(before: Row | undefined, row: Row): PersistentMap<NamedIndex<Handle>> {
    const shape = this.#shape
    const left = before ? shape.indexNames(before) : []
    const entered = shape.indexNames(row)
    const same =
      before !== undefined &&
      left.length === entered.length &&
      left.every((name, i) => name === entered[i]) &&
      shape.order(shape.handle(before), shape.handle(row)) === 0
    let named = this.#lists()
    if (same) return named
    const change = (name: string, how: (list: SortedSet<Handle>) => SortedSet<Handle>) => {
      named = named.with({ name, list: how(named.get(name)?.list ?? SortedSet.empty(shape.order)) })
    }
    if (before) for (const name of left) change(name, (list) => list.without(shape.handle(before)))
    for (const name of entered) change(name, (list) => list.with(shape.handle(row)))
    return named
  }

  /** All rows in the order of their keys, which is not kept: it costs O(n log n). */
  [Symbol.iterator](): IterableIterator<Row> {
    const keys = new Map(Array.from(this.#keyed(), (row) => [this.#shape.key(row), row]))
    return [...keys.keys()]
      .sort(compareText)
      .map((key) => keys.get(key)!)
      .values()
  }

  #keyed(): PersistentMap<Row> {
    this.#rows ??= PersistentMap.of(this.#shape.key, this.#given)
    return this.#rows
  }

  #lists(): PersistentMap<NamedIndex<Handle>> {
    this.#named ??= buildIndexes(this.#shape, this.#given)
    return this.#named
  }
}

interface NamedIndex<Handle> {
  readonly name: string
  readonly list: SortedSet<Handle>
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = ({ name }: { readonly name: string }): string => name

/** All lists over the rows. Rows that give the very same array of names are told apart only once. */
const buildIndexes = <Row, Handle>(shape: TableSchema<Row, Handle>, rows: readonly Row[]): PersistentMap<NamedIndex<Handle>> => {
  const groups = new Map<readonly string[], Handle[]>()
  for (const row of rows) {
    const names = shape.indexNames(row)
    const group = groups.get(names)
    if (group) group.push(shape.handle(row))
    else groups.set(names, [shape.handle(row)])
  }
  const lists = new Map<string, Handle[][]>()
  for (const [names, handles] of groups) {
    for (const name of names) {
      const list = lists.get(name)
      if (list) list.push(handles)
      else lists.set(name, [handles])
    }
  }
  const named = Array.from(lists, ([name, parts]) => ({ name, list: SortedSet.from(shape.order, parts.flat()) }))
  return PersistentMap.of(nameOf, named)
}
