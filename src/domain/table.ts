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
  readonly #shape: Shape<Row, Handle>
  /** What it was made of, until somebody first looks; most tables of most worlds are never looked at. */
  readonly #given: readonly Row[]
  #rows: Sorted<Row> | undefined
  #named: Sorted<NamedList<Handle>> | undefined

  private constructor(
    shape: Shape<Row, Handle>,
    given: readonly Row[],
    rows?: Sorted<Row>,
    named?: Sorted<NamedList<Handle>>,
  ) {
    this.#shape = shape
    this.#given = given
    this.#rows = rows
    this.#named = named
  }

  /** A table of rows, no two of which may have one key. */
  static of<Row, Handle>(shape: Shape<Row, Handle>, rows: Iterable<Row> = []): Table<Row, Handle> {
    return new Table(shape, [...rows])
  }

  get size(): number {
    return this.#rows?.size ?? this.#given.length
  }

  get(key: string): Row | undefined {
    return this.#sorted().find((row) => compare(this.#shape.key(row), key))
  }

  /** The list of that name; an empty one when no row stands in it. */
  list(name: string): Sorted<Handle> {
    return listIn(this.#lists(), name) ?? Sorted.empty(this.#shape.order)
  }

  /** Adds the row, or replaces the one with its key. */
  put(row: Row): Table<Row, Handle> {
    const shape = this.#shape
    const before = this.get(shape.key(row))
    const rows = this.#sorted().with(row)
    if (before && shape.stays?.(before, row)) return new Table(shape, this.#given, rows, this.#lists())
    const left = before ? shape.lists(before) : []
    const entered = shape.lists(row)
    const same =
      before !== undefined &&
      left.length === entered.length &&
      left.every((name, i) => name === entered[i]) &&
      shape.order(shape.handle(before), shape.handle(row)) === 0
    let named = this.#lists()
    if (!same) {
      const change = (name: string, how: (list: Sorted<Handle>) => Sorted<Handle>) => {
        named = named.with({ name, list: how(listIn(named, name) ?? Sorted.empty(shape.order)) })
      }
      if (before) for (const name of left) change(name, (list) => list.without(shape.handle(before)))
      for (const name of entered) change(name, (list) => list.with(shape.handle(row)))
    }
    return new Table(shape, this.#given, rows, named)
  }

  [Symbol.iterator](): IterableIterator<Row> {
    return this.#sorted()[Symbol.iterator]()
  }

  #sorted(): Sorted<Row> {
    this.#rows ??= Sorted.from(byKey(this.#shape), this.#given)
    return this.#rows
  }

  #lists(): Sorted<NamedList<Handle>> {
    this.#named ??= listsOf(this.#shape, this.#given)
    return this.#named
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

const listIn = <Handle>(named: Sorted<NamedList<Handle>>, name: string): Sorted<Handle> | undefined =>
  named.find((entry) => compare(entry.name, name))?.list

/** All lists over the rows. Rows that give the very same array of names are told apart only once. */
const listsOf = <Row, Handle>(shape: Shape<Row, Handle>, rows: readonly Row[]): Sorted<NamedList<Handle>> => {
  const groups = new Map<readonly string[], Handle[]>()
  for (const row of rows) {
    const names = shape.lists(row)
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
  const named = Array.from(lists, ([name, parts]) => ({ name, list: Sorted.from(shape.order, parts.flat()) }))
  return Sorted.from(byName, named)
}
