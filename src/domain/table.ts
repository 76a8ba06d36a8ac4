import { Sorted } from './sorted.ts'

/**
 * Immutable rows by key, with named lists over them. A row says which lists it stands in; the table keeps them when rows come
 * and change. Every operation costs O(log n) and leaves the former table valid.
 *
 * What stands in a list is the row's *handle*, a small value that never changes while the row does, so that editing a
 * row whose lists stay the same touches none of them.
 */
export interface Shape<Row, Handle> {
  key(row: Row): string
  handle(row: Row): Handle
  /** Order inside the lists. */
  order(a: Handle, b: Handle): number
  /** Names of the lists that the row stands in. */
  lists(row: Row): readonly string[]
  /** True only when a change cannot have moved the row between lists; absent: it may have. */
  stays?(before: Row, after: Row): boolean
}

export class Table<Row, Handle> {
  private readonly shape: Shape<Row, Handle>
  private readonly rows: Sorted<Row>
  private readonly named: Sorted<NamedList<Handle>>

  private constructor(shape: Shape<Row, Handle>, rows: Sorted<Row>, named: Sorted<NamedList<Handle>>) {
    this.shape = shape
    this.rows = rows
    this.named = named
  }

  static of<Row, Handle>(shape: Shape<Row, Handle>, rows: Iterable<Row> = []): Table<Row, Handle> {
    const all = [...rows]
    const lists = new Map<string, Handle[]>()
    for (const row of all) {
      for (const name of shape.lists(row)) {
        const list = lists.get(name)
        if (list) list.push(shape.handle(row))
        else lists.set(name, [shape.handle(row)])
      }
    }
    const named = Array.from(lists, ([name, handles]) => ({ name, list: Sorted.from(shape.order, handles) }))
    return new Table(shape, Sorted.from(byKey(shape), all), Sorted.from(byName, named))
  }

  get size(): number {
    return this.rows.size
  }

  get(key: string): Row | undefined {
    return this.rows.find((row) => compare(this.shape.key(row), key))
  }

  /** The list of that name; an empty one when no row stands in it. */
  list(name: string): Sorted<Handle> {
    return this.named.find((entry) => compare(entry.name, name))?.list ?? Sorted.empty(this.shape.order)
  }

  /** Adds the row, or replaces the one with its key. */
  put(row: Row): Table<Row, Handle> {
    const before = this.get(this.shape.key(row))
    if (before && this.shape.stays?.(before, row)) return new Table(this.shape, this.rows.with(row), this.named)
    const left = before ? this.shape.lists(before) : []
    const entered = this.shape.lists(row)
    const same =
      before !== undefined &&
      left.length === entered.length &&
      left.every((name, i) => name === entered[i]) &&
      this.shape.order(this.shape.handle(before), this.shape.handle(row)) === 0
    let named = this.named
    if (!same) {
      if (before) for (const name of left) named = changed(named, name, this.list(name), (list) => list.without(this.shape.handle(before)))
      const between = new Table(this.shape, this.rows, named)
      for (const name of entered) named = changed(named, name, between.list(name), (list) => list.with(this.shape.handle(row)))
    }
    return new Table(this.shape, this.rows.with(row), named)
  }

  [Symbol.iterator](): IterableIterator<Row> {
    return this.rows[Symbol.iterator]()
  }
}

interface NamedList<Handle> {
  readonly name: string
  readonly list: Sorted<Handle>
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byName = (a: { name: string }, b: { name: string }): number => compare(a.name, b.name)

const byKey =
  <Row, Handle>(shape: Shape<Row, Handle>) =>
  (a: Row, b: Row): number =>
    compare(shape.key(a), shape.key(b))

const changed = <Handle>(
  named: Sorted<NamedList<Handle>>,
  name: string,
  list: Sorted<Handle>,
  change: (list: Sorted<Handle>) => Sorted<Handle>,
): Sorted<NamedList<Handle>> => named.with({ name, list: change(list) })
