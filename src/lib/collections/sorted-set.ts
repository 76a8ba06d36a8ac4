import type { Comparator } from './compare-text.ts'
import { atOnce, ROWS_PER_STEP, type Steps, sortSteps } from './steps.ts'

/**
 * An immutable sorted set with positions: a B+ tree whose branches count their items. Finding, ranking,
 * adding and removing cost O(log n), a slice O(log n + its length). Previous values stay valid and share
 * unchanged nodes.
 *
 * No maintained library offers persistence, positions and linear-time building from sorted items. Worlds that
 * fork in constant time and pages with a `Total` need all three.
 */
export class SortedSet<T> {
  private readonly order: Comparator<T>
  private readonly root: Node<T>
  /**
   * The last items, all after those of the tree. Most items are added at the end, which then leaves the tree
   * untouched.
   */
  private readonly tail: readonly T[]

  private constructor(order: Comparator<T>, root: Node<T>, tail: readonly T[] = []) {
    this.order = order
    this.root = root
    this.tail = tail
  }

  /** Creates an empty set. */
  static empty<T>(order: Comparator<T>): SortedSet<T> {
    return new SortedSet(order, { items: [] })
  }

  /** Builds a set, in linear time when the items are in order. Of equal items the last one stays. */
  static from<T>(order: Comparator<T>, items: Iterable<T>): SortedSet<T> {
    return atOnce(SortedSet.steps(order, [...items]))
  }

  /** Builds like `from`, in steps. */
  static *steps<T>(order: Comparator<T>, items: readonly T[]): Steps<SortedSet<T>> {
    const list = yield* sortedUniqueSteps(order, items)
    let nodes: Node<T>[] = []
    for (let i = 0; i < list.length; i += WIDTH) {
      nodes.push({ items: list.slice(i, i + WIDTH) })
      if (i % ROWS_PER_STEP === 0) yield
    }
    while (nodes.length > 1) {
      const branches: Node<T>[] = []
      for (let i = 0; i < nodes.length; i += WIDTH) {
        branches.push(newBranchNode(nodes.slice(i, i + WIDTH)))
        yield
      }
      nodes = branches
    }
    return new SortedSet(order, nodes[0] ?? { items: [] })
  }

  /** Number of items. */
  get size(): number {
    return sizeOf(this.root) + this.tail.length
  }

  /** Finds the item for which `position` returns 0; it returns a negative number for items before it. */
  find(position: (item: T) => number): T | undefined {
    if (this.tail.length > 0 && position(this.tail[0]!) <= 0) return searchIn(this.tail, position)
    let node = this.root
    while ('children' in node)
      node = node.children[Math.max(0, prefixLength(node.firstItems, (low) => position(low) <= 0) - 1)]!
    return searchIn(node.items, position)
  }

  /** Counts the leading items that satisfy `isBefore`, which must hold exactly for a prefix of the set. */
  rank(isBefore: (item: T) => boolean): number {
    if (this.tail.length > 0 && isBefore(this.tail[0]!))
      return sizeOf(this.root) + prefixLength(this.tail, isBefore)
    let node = this.root
    let before = 0
    while ('children' in node) {
      const next = Math.max(0, prefixLength(node.firstItems, isBefore) - 1)
      for (let i = 0; i < next; i++) before += sizeOf(node.children[i]!)
      node = node.children[next]!
    }
    return before + prefixLength(node.items, isBefore)
  }

  /** Returns the items at positions `from` (inclusive) to `to` (exclusive), in order. */
  slice(from: number, to: number): T[] {
    const out: T[] = []
    const before = sizeOf(this.root)
    collect(this.root, Math.max(0, from), Math.min(to, before), out)
    for (let i = Math.max(0, from - before); i < Math.min(to - before, this.tail.length); i++)
      out.push(this.tail[i]!)
    return out
  }

  /** Adds the item, or replaces the equal one. */
  with(item: T): SortedSet<T> {
    const { order, root, tail } = this
    if (!this.isInTail(item)) return new SortedSet(order, newRoot(insert(root, item, order)), tail)
    const [items, next] = insertItem(tail, item, order)
    return next
      ? new SortedSet(order, newRoot(append(root, { items })), next)
      : new SortedSet(order, root, items)
  }

  /** True when the item sorts after all items of the tree. */
  private isInTail(item: T): boolean {
    const [first] = this.tail
    if (first !== undefined) return this.order(first, item) <= 0
    const last = lastItem(this.root)
    return last === undefined || this.order(last, item) < 0
  }

  /** Removes the item; returns the set itself when it has no equal item. */
  without(item: T): SortedSet<T> {
    if (this.tail.length > 0 && this.isInTail(item)) {
      const tail = removeItem(this.tail, item, this.order)
      return tail === this.tail ? this : new SortedSet(this.order, this.root, tail)
    }
    let root = remove(this.root, item, this.order)
    if (root === this.root) return this
    while (root && 'children' in root && root.children.length === 1) root = root.children[0]
    return new SortedSet(this.order, root ?? { items: [] }, this.tail)
  }

  /**
   * Returns the items that only this value holds and those that only a previous value held, by identity.
   * Nodes that both share are not entered, so this costs about as much as the changes did.
   */
  changesSince(before: SortedSet<T>): { readonly added: readonly T[]; readonly removed: readonly T[] } {
    if (before === this) return { added: [], removed: [] }
    const [previous, current] = unsharedItems(before.root, this.root)
    const held = new Set([...current, ...this.tail])
    const holds = new Set([...previous, ...before.tail])
    return {
      added: [...held].filter((item) => !holds.has(item)),
      removed: [...holds].filter((item) => !held.has(item)),
    }
  }

  *[Symbol.iterator](): IterableIterator<T> {
    const stack: Node<T>[] = [this.root]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if ('items' in node) yield* node.items
      else for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
    }
    yield* this.tail
  }
}

type Node<T> = Leaf<T> | Branch<T>
interface Leaf<T> {
  readonly items: readonly T[]
}
interface Branch<T> {
  readonly children: readonly Node<T>[]
  /** The first item of each child. */
  readonly firstItems: readonly T[]
  readonly size: number
}

const WIDTH = 32

const sizeOf = <T>(node: Node<T>): number => ('items' in node ? node.items.length : node.size)

const firstItem = <T>(node: Node<T>): T => ('items' in node ? node.items[0]! : node.firstItems[0]!)

const newBranchNode = <T>(children: readonly Node<T>[]): Branch<T> => {
  let size = 0
  for (const kid of children) size += sizeOf(kid)
  return { children, firstItems: children.map(firstItem), size }
}

/** Returns the length of the prefix for which the predicate holds, by bisection. */
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

const newRoot = <T>(nodes: [Node<T>] | [Node<T>, Node<T>]): Node<T> =>
  nodes.length === 1 ? nodes[0] : newBranchNode(nodes)

const lastItem = <T>(node: Node<T>): T | undefined => {
  while ('children' in node) node = node.children.at(-1)!
  return node.items.at(-1)
}

const searchIn = <T>(items: readonly T[], position: (item: T) => number): T | undefined => {
  const item = items[prefixLength(items, (other) => position(other) < 0)]
  return item !== undefined && position(item) === 0 ? item : undefined
}

/** Inserts an item; splits the items into two parts when they exceed the width. */
const insertItem = <T>(items: readonly T[], item: T, order: Comparator<T>): [T[]] | [T[], T[]] => {
  const index = prefixLength(items, (other) => order(other, item) < 0)
  const existing = items[index]
  const grown = items.toSpliced(index, existing !== undefined && order(existing, item) === 0 ? 1 : 0, item)
  if (grown.length <= WIDTH) return [grown]
  // Appending leaves a full part behind instead of two halves.
  const cut = index === WIDTH ? WIDTH : grown.length >> 1
  return [grown.slice(0, cut), grown.slice(cut)]
}

/** Removes an item; returns the same array when it is absent. */
const removeItem = <T>(items: readonly T[], item: T, order: Comparator<T>): readonly T[] => {
  const index = prefixLength(items, (other) => order(other, item) < 0)
  const existing = items[index]
  return existing === undefined || order(existing, item) !== 0 ? items : items.toSpliced(index, 1)
}

/** Appends a leaf to a node; returns two nodes when the node is full. */
const append = <T>(node: Node<T>, leaf: Leaf<T>): [Node<T>] | [Node<T>, Node<T>] => {
  if ('items' in node) return node.items.length === 0 ? [leaf] : [node, leaf]
  const children = node.children.toSpliced(-1, 1, ...append(node.children.at(-1)!, leaf))
  return children.length <= WIDTH
    ? [newBranchNode(children)]
    : [newBranchNode(children.slice(0, WIDTH)), newBranchNode(children.slice(WIDTH))]
}

/** Inserts an item into a node; returns two nodes when it became too wide. */
const insert = <T>(node: Node<T>, item: T, order: Comparator<T>): [Node<T>] | [Node<T>, Node<T>] => {
  if ('items' in node) {
    const [items, more] = insertItem(node.items, item, order)
    return more ? [{ items }, { items: more }] : [{ items }]
  }
  const index = Math.max(0, prefixLength(node.firstItems, (low) => order(low, item) <= 0) - 1)
  const grown = insert(node.children[index]!, item, order)
  const children = node.children.toSpliced(index, 1, ...grown)
  if (children.length <= WIDTH) {
    if (grown.length === 2) return [newBranchNode(children)]
    const size = node.size - sizeOf(node.children[index]!) + sizeOf(grown[0])
    const low = firstItem(grown[0])
    return [
      {
        children,
        firstItems: low === node.firstItems[index] ? node.firstItems : node.firstItems.with(index, low),
        size,
      },
    ]
  }
  const cut = index === WIDTH - 1 ? WIDTH : children.length >> 1
  return [newBranchNode(children.slice(0, cut)), newBranchNode(children.slice(cut))]
}

/**
 * Removes an item from a node; undefined when nothing is left. Nodes are not merged, since removals never add
 * height.
 */
const remove = <T>(node: Node<T>, item: T, order: Comparator<T>): Node<T> | undefined => {
  if ('items' in node) {
    const items = removeItem(node.items, item, order)
    return items === node.items ? node : items.length === 0 ? undefined : { items }
  }
  const index = Math.max(0, prefixLength(node.firstItems, (low) => order(low, item) <= 0) - 1)
  const kid = node.children[index]!
  const shrunk = remove(kid, item, order)
  if (shrunk === kid) return node
  if (!shrunk)
    return node.children.length === 1 ? undefined : newBranchNode(node.children.toSpliced(index, 1))
  return newBranchNode(node.children.with(index, shrunk))
}

const heightOf = <T>(node: Node<T>): number => ('items' in node ? 0 : 1 + heightOf(node.children[0]!))

/** Returns the items of each tree that are in no node of the other. */
const unsharedItems = <T>(a: Node<T>, b: Node<T>): [T[], T[]] => {
  let [left, right] = [new Set([a]), new Set([b])]
  let [leftHeight, rightHeight] = [heightOf(a), heightOf(b)]
  for (;;) {
    for (const node of left) if (right.delete(node)) left.delete(node)
    if (leftHeight === 0 && rightHeight === 0) break
    const highest = Math.max(leftHeight, rightHeight)
    if (leftHeight === highest) {
      left = childrenOf(left)
      leftHeight -= 1
    }
    if (rightHeight === highest) {
      right = childrenOf(right)
      rightHeight -= 1
    }
  }
  return [itemsOf(left), itemsOf(right)]
}

const childrenOf = <T>(nodes: Iterable<Node<T>>): Set<Node<T>> => {
  const children = new Set<Node<T>>()
  for (const node of nodes) if ('children' in node) for (const kid of node.children) children.add(kid)
  return children
}

const itemsOf = <T>(nodes: Iterable<Node<T>>): T[] => {
  const items: T[] = []
  for (const node of nodes) if ('items' in node) items.push(...node.items)
  return items
}

const collect = <T>(node: Node<T>, from: number, to: number, out: T[]): void => {
  if (from >= to) return
  if ('items' in node) {
    for (let i = from; i < to && i < node.items.length; i++) out.push(node.items[i]!)
    return
  }
  let start = 0
  for (const kid of node.children) {
    const end = start + sizeOf(kid)
    if (end > from && start < to) collect(kid, Math.max(0, from - start), Math.min(to, end) - start, out)
    if (end >= to) return
    start = end
  }
}

function* sortedUniqueSteps<T>(order: Comparator<T>, list: readonly T[]): Steps<readonly T[]> {
  let strictly = true
  for (let i = 1; i < list.length && strictly; i++) {
    strictly = order(list[i - 1]!, list[i]!) < 0
    if (i % ROWS_PER_STEP === 0) yield
  }
  if (strictly) return list
  const sorted = yield* sortSteps(order, list)
  const unique: T[] = []
  for (const [i, item] of sorted.entries()) {
    const next = sorted[i + 1]
    if (next === undefined || order(item, next) !== 0) unique.push(item)
    if (i % ROWS_PER_STEP === 0) yield
  }
  return unique
}
