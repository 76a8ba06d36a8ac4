/**
 * An immutable sorted set that knows its positions: a B+ tree whose branches count their items. Finding, ranking, adding and
 * removing cost O(log n), a slice O(log n + its length), and every former value stays valid and shares what did not change.
 *
 * No kept library offers all three of persistence, positions and building from sorted items in linear time, which worlds that
 * fork in constant time and pages that tell their `Total` need together.
 */
export class SortedSet<T> {
  private readonly order: Comparator<T>
  private readonly root: Node<T>
  /** The last items, all of them behind those of the tree: what comes in at the end, as most does, touches nothing else. */
  private readonly tail: readonly T[]

  private constructor(order: Comparator<T>, root: Node<T>, tail: readonly T[] = []) {
    this.order = order
    this.root = root
    this.tail = tail
  }

  static empty<T>(order: Comparator<T>): SortedSet<T> {
    return new SortedSet(order, { items: [] })
  }

  /** Builds in linear time when the items already stand in order; of equals, the last stays. */
  static from<T>(order: Comparator<T>, items: Iterable<T>): SortedSet<T> {
    const list = sortedUnique(order, [...items])
    let nodes: Node<T>[] = chunk(list).map((part) => ({ items: part }))
    while (nodes.length > 1) nodes = chunk(nodes).map(newBranchNode)
    return new SortedSet(order, nodes[0] ?? { items: [] })
  }

  get size(): number {
    return sizeOf(this.root) + this.tail.length
  }

  /** The item for which `position` (negative: the item stands before the sought place) answers 0. */
  find(position: (item: T) => number): T | undefined {
    if (this.tail.length > 0 && position(this.tail[0]!) <= 0) return searchIn(this.tail, position)
    let node = this.root
    while ('kids' in node) node = node.kids[Math.max(0, prefixLength(node.lows, (low) => position(low) <= 0) - 1)]!
    return searchIn(node.items, position)
  }

  /** How many leading items satisfy `isBefore`, which must hold for a prefix of the set and for nothing after it. */
  rank(isBefore: (item: T) => boolean): number {
    if (this.tail.length > 0 && isBefore(this.tail[0]!)) return sizeOf(this.root) + prefixLength(this.tail, isBefore)
    let node = this.root
    let before = 0
    while ('kids' in node) {
      const next = Math.max(0, prefixLength(node.lows, isBefore) - 1)
      for (let i = 0; i < next; i++) before += sizeOf(node.kids[i]!)
      node = node.kids[next]!
    }
    return before + prefixLength(node.items, isBefore)
  }

  /** Items at positions `from` (inclusive) to `to` (exclusive), in order. */
  slice(from: number, to: number): T[] {
    const out: T[] = []
    const before = sizeOf(this.root)
    collect(this.root, Math.max(0, from), Math.min(to, before), out)
    for (let i = Math.max(0, from - before); i < Math.min(to - before, this.tail.length); i++) out.push(this.tail[i]!)
    return out
  }

  /** Adds the item, replacing the one that stands at the same place. */
  with(item: T): SortedSet<T> {
    const { order, root, tail } = this
    if (!this.isInTail(item)) return new SortedSet(order, newRoot(insert(root, item, order)), tail)
    const [items, next] = insertItem(tail, item, order)
    return next ? new SortedSet(order, newRoot(append(root, { items })), next) : new SortedSet(order, root, items)
  }

  /** Whether the item's place is behind all that the tree holds. */
  private isInTail(item: T): boolean {
    const [first] = this.tail
    if (first !== undefined) return this.order(first, item) <= 0
    const last = lastItem(this.root)
    return last === undefined || this.order(last, item) < 0
  }

  without(item: T): SortedSet<T> {
    if (this.tail.length > 0 && this.isInTail(item)) {
      const tail = removeItem(this.tail, item, this.order)
      return tail === this.tail ? this : new SortedSet(this.order, this.root, tail)
    }
    let root = remove(this.root, item, this.order)
    if (root === this.root) return this
    while (root && 'kids' in root && root.kids.length === 1) root = root.kids[0]
    return new SortedSet(this.order, root ?? { items: [] }, this.tail)
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const stack: Node<T>[] = [this.root]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if ('items' in node) yield* node.items
      else for (let i = node.kids.length - 1; i >= 0; i--) stack.push(node.kids[i]!)
    }
    yield* this.tail
  }
}

export type Comparator<T> = (a: T, b: T) => number

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

const firstItem = <T>(node: Node<T>): T => ('items' in node ? node.items[0]! : node.lows[0]!)

const newBranchNode = <T>(kids: readonly Node<T>[]): Branch<T> => {
  let size = 0
  for (const kid of kids) size += sizeOf(kid)
  return { kids, lows: kids.map(firstItem), size }
}

/** Length of the prefix for which the predicate holds, by bisection. */
const prefixLength = <T>(list: readonly T[], holds: (item: T) => boolean): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

const newRoot = <T>(nodes: [Node<T>] | [Node<T>, Node<T>]): Node<T> => (nodes.length === 1 ? nodes[0] : newBranchNode(nodes))

const lastItem = <T>(node: Node<T>): T | undefined => {
  while ('kids' in node) node = node.kids.at(-1)!
  return node.items.at(-1)
}

const searchIn = <T>(items: readonly T[], position: (item: T) => number): T | undefined => {
  const item = items[prefixLength(items, (other) => position(other) < 0)]
  return item !== undefined && position(item) === 0 ? item : undefined
}

/** The items with one more, in two parts when they were too many for one. */
const insertItem = <T>(items: readonly T[], item: T, order: Comparator<T>): [T[]] | [T[], T[]] => {
  const index = prefixLength(items, (other) => order(other, item) < 0)
  const there = items[index]
  const grown = items.toSpliced(index, there !== undefined && order(there, item) === 0 ? 1 : 0, item)
  if (grown.length <= WIDTH) return [grown]
  // What comes in at the end leaves a full part behind instead of two halves.
  const cut = index === WIDTH ? WIDTH : grown.length >> 1
  return [grown.slice(0, cut), grown.slice(cut)]
}

/** The items without that one; the very same when it is not among them. */
const removeItem = <T>(items: readonly T[], item: T, order: Comparator<T>): readonly T[] => {
  const index = prefixLength(items, (other) => order(other, item) < 0)
  const there = items[index]
  return there === undefined || order(there, item) !== 0 ? items : items.toSpliced(index, 1)
}

/** The node with a leaf behind all that it holds, as one node or as two. */
const append = <T>(node: Node<T>, leaf: Leaf<T>): [Node<T>] | [Node<T>, Node<T>] => {
  if ('items' in node) return node.items.length === 0 ? [leaf] : [node, leaf]
  const kids = node.kids.toSpliced(-1, 1, ...append(node.kids.at(-1)!, leaf))
  return kids.length <= WIDTH ? [newBranchNode(kids)] : [newBranchNode(kids.slice(0, WIDTH)), newBranchNode(kids.slice(WIDTH))]
}

/** The node with the item, as one node or, when it grew too wide, as two. */
const insert = <T>(node: Node<T>, item: T, order: Comparator<T>): [Node<T>] | [Node<T>, Node<T>] => {
  if ('items' in node) {
    const [items, more] = insertItem(node.items, item, order)
    return more ? [{ items }, { items: more }] : [{ items }]
  }
  const index = Math.max(0, prefixLength(node.lows, (low) => order(low, item) <= 0) - 1)
  const grown = insert(node.kids[index]!, item, order)
  const kids = node.kids.toSpliced(index, 1, ...grown)
  if (kids.length <= WIDTH) {
    if (grown.length === 2) return [newBranchNode(kids)]
    const size = node.size - sizeOf(node.kids[index]!) + sizeOf(grown[0])
    const low = firstItem(grown[0])
    return [{ kids, lows: low === node.lows[index] ? node.lows : node.lows.with(index, low), size }]
  }
  const cut = index === WIDTH - 1 ? WIDTH : kids.length >> 1
  return [newBranchNode(kids.slice(0, cut)), newBranchNode(kids.slice(cut))]
}

/** The node without the item, undefined when nothing is left. Nodes are not merged: height never grows by it. */
const remove = <T>(node: Node<T>, item: T, order: Comparator<T>): Node<T> | undefined => {
  if ('items' in node) {
    const items = removeItem(node.items, item, order)
    return items === node.items ? node : items.length === 0 ? undefined : { items }
  }
  const index = Math.max(0, prefixLength(node.lows, (low) => order(low, item) <= 0) - 1)
  const kid = node.kids[index]!
  const shrunk = remove(kid, item, order)
  if (shrunk === kid) return node
  if (!shrunk) return node.kids.length === 1 ? undefined : newBranchNode(node.kids.toSpliced(index, 1))
  return newBranchNode(node.kids.with(index, shrunk))
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

const chunk = <T>(list: readonly T[]): T[][] => {
  const out: T[][] = []
  for (let i = 0; i < list.length; i += WIDTH) out.push(list.slice(i, i + WIDTH))
  return out
}

const sortedUnique = <T>(order: Comparator<T>, list: T[]): T[] => {
  let strictly = true
  for (let i = 1; i < list.length && strictly; i++) strictly = order(list[i - 1]!, list[i]!) < 0
  if (strictly) return list
  const sorted = list.sort(order)
  return sorted.filter((item, i) => i + 1 === sorted.length || order(item, sorted[i + 1]!) !== 0)
}
