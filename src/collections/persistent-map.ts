/**
 * An immutable set of rows that are found by their key: a hash trie of 32-way branches. Finding and putting take a few steps whatever the size,
 * where a sorted structure compares the key with one after another, each elsewhere in memory. Every former value stays valid and shares what
 * did not change.
 */
export class PersistentMap<Row extends object> {
  readonly #keyOf: (row: Row) => string
  readonly #root: Node<Row> | undefined

  private constructor(keyOf: (row: Row) => string, root: Node<Row> | undefined) {
    this.#keyOf = keyOf
    this.#root = root
  }

  /** Builds in linear time; of rows with one key, the last stays. */
  static of<Row extends object>(keyOf: (row: Row) => string, rows: Iterable<Row> = []): PersistentMap<Row> {
    const byKey = new Map<string, Row>()
    for (const row of rows) byKey.set(keyOf(row), row)
    const hashed = Array.from(byKey, ([key, row]) => ({ hash: hashKey(key), row }))
    return new PersistentMap(keyOf, buildTrie(hashed, 0))
  }

  get(key: string): Row | undefined {
    const hash = hashKey(key)
    let node = this.#root
    for (let shift = 0; node instanceof Branch; shift += BITS) node = node.at(branchBit(hash, shift))
    if (node instanceof Bucket) return node.rows.find((row) => this.#keyOf(row) === key)
    return node !== undefined && this.#keyOf(node) === key ? node : undefined
  }

  /** Adds the row, or replaces the one with its key. */
  with(row: Row): PersistentMap<Row> {
    const key = this.#keyOf(row)
    const place = { key, hash: hashKey(key), keyOf: this.#keyOf }
    return new PersistentMap(this.#keyOf, insertRow(this.#root, row, place, 0))
  }

  /** All rows, in no order that means anything. */
  *[Symbol.iterator](): IterableIterator<Row> {
    const stack = this.#root === undefined ? [] : [this.#root]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node instanceof Branch) stack.push(...node.nodes)
      else if (node instanceof Bucket) yield* node.rows
      else yield node
    }
  }
}

type Node<Row extends object> = Row | Branch<Row> | Bucket<Row>

/** Up to 32 nodes by five bits of the hash; `taken` has a bit for each that is there. */
class Branch<Row extends object> {
  readonly taken: number
  readonly nodes: readonly Node<Row>[]

  constructor(taken: number, nodes: readonly Node<Row>[]) {
    this.taken = taken
    this.nodes = nodes
  }

  at(bit: number): Node<Row> | undefined {
    return this.taken & bit ? this.nodes[childIndex(this.taken, bit)] : undefined
  }

  with(bit: number, node: Node<Row>): Branch<Row> {
    const replaced = this.taken & bit ? 1 : 0
    return new Branch(this.taken | bit, this.nodes.toSpliced(childIndex(this.taken, bit), replaced, node))
  }
}

/** Rows whose keys have one hash. */
class Bucket<Row extends object> {
  readonly rows: readonly Row[]

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }
}

const BITS = 5
/** The bits of a hash are used up below this. */
const MAX_SHIFT = 30

const branchBit = (hash: number, shift: number): number => 1 << ((hash >>> shift) & 31)

/** How many nodes stand before that of the bit. */
const childIndex = (taken: number, bit: number): number => {
  let bits = taken & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** FNV-1a over UTF-16 units, its upper half folded into the lower one, which is looked at first. */
const hashKey = (key: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}

interface RowPosition<Row> {
  readonly key: string
  readonly hash: number
  readonly keyOf: (row: Row) => string
}

const insertRow = <Row extends object>(
  node: Node<Row> | undefined,
  row: Row,
  place: RowPosition<Row>,
  shift: number,
): Node<Row> => {
  if (node === undefined) return row
  if (node instanceof Branch) {
    const bit = branchBit(place.hash, shift)
    return node.with(bit, insertRow(node.at(bit), row, place, shift + BITS))
  }
  if (node instanceof Bucket) return new Bucket([...node.rows.filter((other) => place.keyOf(other) !== place.key), row])
  const other = place.keyOf(node)
  if (other === place.key) return row
  const both = [
    { hash: hashKey(other), row: node },
    { hash: place.hash, row },
  ]
  return buildTrie(both, shift)!
}

interface HashedRow<Row> {
  readonly hash: number
  readonly row: Row
}

const buildTrie = <Row extends object>(rows: readonly HashedRow<Row>[], shift: number): Node<Row> | undefined => {
  if (rows.length < 2) return rows[0]?.row
  if (shift > MAX_SHIFT) return new Bucket(rows.map(({ row }) => row))
  const parts: HashedRow<Row>[][] = []
  let taken = 0
  for (const entry of rows) {
    const digit = (entry.hash >>> shift) & 31
    taken |= 1 << digit
    const part = parts[digit]
    if (part) part.push(entry)
    else parts[digit] = [entry]
  }
  const nodes: Node<Row>[] = []
  for (const part of parts) {
    // Digits that no row has leave holes.
    const node = part && buildTrie(part, shift + BITS)
    if (node !== undefined) nodes.push(node)
  }
  return new Branch(taken, nodes)
}
