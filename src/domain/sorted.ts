/**
 * An immutable sorted set that knows its positions: a B+ tree whose branches count their items. Finding, ranking, adding and
 * removing cost O(log n), a slice O(log n + its length), and every former value stays valid and shares what did not change.
 *
 * No kept library offers all three of persistence, positions and building from sorted items in linear time, which worlds that
 * fork in constant time and pages that tell their `Total` need together.
 */
export class Sorted<T> {
  private readonly order: Order<T>
  private readonly root: Node<T>

  private constructor(order: Order<T>, root: Node<T>) {
    this.order = order
    this.root = root
  }

  static empty<T>(order: Order<T>): Sorted<T> {
    return new Sorted(order, { items: [] })
  }

  /** Builds in linear time when the items already stand in order; of equals, the last stays. */
  static from<T>(order: Order<T>, items: Iterable<T>): Sorted<T> {
    const list = inOrder(order, [...items])
    let nodes: Node<T>[] = chunks(list).map((part) => ({ items: part }))
    while (nodes.length > 1) nodes = chunks(nodes).map(branchOf)
    return new Sorted(order, nodes[0] ?? { items: [] })
  }

  get size(): number {
    return sizeOf(this.root)
  }

  /** The item for which `position` (negative: the item stands before the sought place) answers 0. */
  find(position: (item: T) => number): T | undefined {
    let node = this.root
    for (;;) {
      if ('items' in node) {
        const index = countWhere(node.items, (item) => position(item) < 0)
        const item = node.items[index]
        return item !== undefined && position(item) === 0 ? item : undefined
      }
      node = node.kids[Math.max(0, countWhere(node.lows, (low) => position(low) <= 0) - 1)]!
    }
  }

  /** How many leading items satisfy `isBefore`, which must hold for a prefix of the set and for nothing after it. */
  rank(isBefore: (item: T) => boolean): number {
    let node = this.root
    let before = 0
    while ('kids' in node) {
      const next = Math.max(0, countWhere(node.lows, isBefore) - 1)
      for (let i = 0; i < next; i++) before += sizeOf(node.kids[i]!)
      node = node.kids[next]!
    }
    return before + countWhere(node.items, isBefore)
  }

  /** Items at positions `from` (inclusive) to `to` (exclusive), in order. */
  slice(from: number, to: number): T[] {
    const out: T[] = []
    collect(this.root, Math.max(0, from), Math.min(to, this.size), out)
    return out
  }

  /** Adds the item, replacing the one that stands at the same place. */
  with(item: T): Sorted<T> {
    const grown = insert(this.root, item, this.order)
    return new Sorted(this.order, grown.length === 1 ? grown[0] : branchOf(grown))
  }

  without(item: T): Sorted<T> {
    let root = remove(this.root, item, this.order)
    if (root === this.root) return this
    while (root && 'kids' in root && root.kids.length === 1) root = root.kids[0]
    return new Sorted(this.order, root ?? { items: [] })
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const stack: Node<T>[] = [this.root]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if ('items' in node) yield* node.items
      else for (let i = node.kids.length - 1; i >= 0; i--) stack.push(node.kids[i]!)
    }
  }
}

export type Order<T> = (a: T, b: T) => number

type Node<T> = Leaf<T> | Branch<T>
interface Leaf<T> {
  readonly items: readonly T[]
}
interface Branch<T> {
  readonly kids: readonly Node<T>[]
  /** The first item below each kid. */
  readonly lows: readonly T[]
  readonly size: number
}

const WIDTH = 32

const sizeOf = <T>(node: Node<T>): number => ('items' in node ? node.items.length : node.size)

const lowOf = <T>(node: Node<T>): T => ('items' in node ? node.items[0]! : node.lows[0]!)

const branchOf = <T>(kids: readonly Node<T>[]): Branch<T> => {
  let size = 0
  for (const kid of kids) size += sizeOf(kid)
  return { kids, lows: kids.map(lowOf), size }
}

/** Length of the prefix for which the predicate holds, by bisection. */
const countWhere = <T>(list: readonly T[], holds: (item: T) => boolean): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** The node with the item, as one node or, when it grew too wide, as two. */
const insert = <T>(node: Node<T>, item: T, order: Order<T>): [Node<T>] | [Node<T>, Node<T>] => {
  if ('items' in node) {
    const index = countWhere(node.items, (other) => order(other, item) < 0)
    const there = node.items[index]
    const taken = there !== undefined && order(there, item) === 0
    const items = node.items.toSpliced(index, taken ? 1 : 0, item)
    if (items.length <= WIDTH) return [{ items }]
    // Appending is the common case of a log: leave the full leaf full instead of two halves.
    const cut = index === WIDTH ? WIDTH : items.length >> 1
    return [{ items: items.slice(0, cut) }, { items: items.slice(cut) }]
  }
  const index = Math.max(0, countWhere(node.lows, (low) => order(low, item) <= 0) - 1)
  const grown = insert(node.kids[index]!, item, order)
  const kids = node.kids.toSpliced(index, 1, ...grown)
  if (kids.length <= WIDTH) {
    if (grown.length === 2) return [branchOf(kids)]
    const size = node.size - sizeOf(node.kids[index]!) + sizeOf(grown[0])
    const low = lowOf(grown[0])
    return [{ kids, lows: low === node.lows[index] ? node.lows : node.lows.with(index, low), size }]
  }
  const cut = index === WIDTH - 1 ? WIDTH : kids.length >> 1
  return [branchOf(kids.slice(0, cut)), branchOf(kids.slice(cut))]
}

/** The node without the item, undefined when nothing is left. Nodes are not merged: height never grows by it. */
const remove = <T>(node: Node<T>, item: T, order: Order<T>): Node<T> | undefined => {
  if ('items' in node) {
    const index = countWhere(node.items, (other) => order(other, item) < 0)
    const there = node.items[index]
    if (there === undefined || order(there, item) !== 0) return node
    return node.items.length === 1 ? undefined : { items: node.items.toSpliced(index, 1) }
  }
  const index = Math.max(0, countWhere(node.lows, (low) => order(low, item) <= 0) - 1)
  const kid = node.kids[index]!
  const shrunk = remove(kid, item, order)
  if (shrunk === kid) return node
  if (!shrunk) return node.kids.length === 1 ? undefined : branchOf(node.kids.toSpliced(index, 1))
  return branchOf(node.kids.with(index, shrunk))
}

const collect = <T>(node: Node<T>, from: number, to: number, out: T[]): void => {
  if (from >= to) return
  if ('items' in node) {
    for (let i = from; i < to && i < node.items.length; i++) out.push(node.items[i]!)
    return
  }
  let start = 0
  for (const kid of node.kids) {
    const end = start + sizeOf(kid)
    if (end > from && start < to) collect(kid, Math.max(0, from - start), Math.min(to, end) - start, out)
    if (end >= to) return
    start = end
  }
}

const chunks = <T>(list: readonly T[]): T[][] => {
  const out: T[][] = []
  for (let i = 0; i < list.length; i += WIDTH) out.push(list.slice(i, i + WIDTH))
  return out
}

const inOrder = <T>(order: Order<T>, list: T[]): T[] => {
  let strictly = true
  for (let i = 1; i < list.length && strictly; i++) strictly = order(list[i - 1]!, list[i]!) < 0
  if (strictly) return list
  const sorted = list.sort(order)
  return sorted.filter((item, i) => i + 1 === sorted.length || order(item, sorted[i + 1]!) !== 0)
}
