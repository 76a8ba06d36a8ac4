import { Keyed } from './persistent-map.ts'
import { Sorted } from './sorted-set.ts'

/**
 * Immutable rows by key, with named lists over them. A row says which lists it stands in; the table keeps them when rows come
 * and change. Finding a row costs the same whatever the size, everything else O(log n) at most; the former table stays valid.
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

export class Table<Row extends object, Handle> {
  readonly #shape: Shape<Row, Handle>
  /** What it was made of, until somebody first looks; most tables of most worlds are never looked at. */
  readonly #given: readonly Row[]
  #rows: Keyed<Row> | undefined
  #named: Keyed<NamedList<Handle>> | undefined
  readonly size: number

  private constructor(shape: Shape<Row, Handle>, given: readonly Row[], size: number) {
    this.#shape = shape
    this.#given = given
    this.size = size
  }

  /** A table of rows, no two of which may have one key. */
  static of<Row extends object, Handle>(shape: Shape<Row, Handle>, rows: Iterable<Row> = []): Table<Row, Handle> {
    const given = [...rows]
    return new Table(shape, given, given.length)
  }

  get(key: string): Row | undefined {
    return this.#keyed().get(key)
  }

  /** The list of that name; an empty one when no row stands in it. */
  list(name: string): Sorted<Handle> {
    return this.#lists().get(name)?.list ?? Sorted.empty(this.#shape.order)
  }

  /** Adds the row, or replaces the one with its key. */
  put(row: Row): Table<Row, Handle> {
    const shape = this.#shape
    const before = this.get(shape.key(row))
    const after = new Table(shape, this.#given, before ? this.size : this.size + 1)
    after.#rows = this.#keyed().with(row)
    after.#named = before && shape.stays?.(before, row) ? this.#lists() : this.#moved(before, row)
    return after
  }

  /** The lists with the row where it stands now instead of where it stood before. */
  #moved(before: Row | undefined, row: Row): Keyed<NamedList<Handle>> {
    const shape = this.#shape
    const left = before ? shape.lists(before) : []
    const entered = shape.lists(row)
    const same =
      before !== undefined &&
      left.length === entered.length &&
      left.every((name, i) => name === entered[i]) &&
      shape.order(shape.handle(before), shape.handle(row)) === 0
    let named = this.#lists()
    if (same) return named
    const change = (name: string, how: (list: Sorted<Handle>) => Sorted<Handle>) => {
      named = named.with({ name, list: how(named.get(name)?.list ?? Sorted.empty(shape.order)) })
    }
    if (before) for (const name of left) change(name, (list) => list.without(shape.handle(before)))
    for (const name of entered) change(name, (list) => list.with(shape.handle(row)))
    return named
  }

  /** All rows in the order of their keys, which is not kept: it costs O(n log n). */
  [Symbol.iterator](): IterableIterator<Row> {
    const keys = new Map(Array.from(this.#keyed(), (row) => [this.#shape.key(row), row]))
    return [...keys.keys()]
      .sort(compare)
      .map((key) => keys.get(key)!)
      .values()
  }

  #keyed(): Keyed<Row> {
    this.#rows ??= Keyed.of(this.#shape.key, this.#given)
    return this.#rows
  }

  #lists(): Keyed<NamedList<Handle>> {
    this.#named ??= listsOf(this.#shape, this.#given)
    return this.#named
  }
}

interface NamedList<Handle> {
  readonly name: string
  readonly list: Sorted<Handle>
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = ({ name }: { readonly name: string }): string => name

/** All lists over the rows. Rows that give the very same array of names are told apart only once. */
const listsOf = <Row, Handle>(shape: Shape<Row, Handle>, rows: readonly Row[]): Keyed<NamedList<Handle>> => {
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
  return Keyed.of(nameOf, named)
}
