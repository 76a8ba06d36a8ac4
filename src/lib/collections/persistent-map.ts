import { atOnce, mapSteps, ROWS_PER_STEP, type Steps } from './steps.ts'

/**
 * An immutable map of rows by their key: a hash trie with 32-way branches. Lookups and updates take a few
 * steps at any size, where a sorted structure would compare many keys across memory. Previous values stay
 * valid and share unchanged nodes.
 */
export class PersistentMap<Row extends object> {
  readonly #keyOf: (row: Row) => string
  readonly #root: Node<Row> | undefined

  private constructor(keyOf: (row: Row) => string, root: Node<Row> | undefined) {
    this.#keyOf = keyOf
    this.#root = root
  }

  /** Builds a map in linear time. Of rows with the same key the last one stays. */
  static of<Row extends object>(keyOf: (row: Row) => string, rows: Iterable<Row> = []): PersistentMap<Row> {
    return atOnce(PersistentMap.steps(keyOf, rows))
  }

  /** Builds like `of`, in steps. */
  static *steps<Row extends object>(
    keyOf: (row: Row) => string,
    rows: Iterable<Row>,
  ): Steps<PersistentMap<Row>> {
    const byKey = new Map<string, Row>()
    yield* mapSteps(rows, (row) => void byKey.set(keyOf(row), row))
    const hashed = yield* mapSteps(byKey, ([key, row]) => ({ hash: hashKey(key), row }))
    return new PersistentMap(keyOf, yield* buildTrieSteps(hashed, 0))
  }

  /** Finds the row with the key. */
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
    const position = { key, hash: hashKey(key), keyOf: this.#keyOf }
    return new PersistentMap(this.#keyOf, insertRow(this.#root, row, position, 0))
  }

  /** Adds rows with different keys, or replaces those with their keys; copies what they share only once. */
  withAll(rows: readonly Row[]): PersistentMap<Row> {
    const hashed = rows.map((row) => ({ hash: hashKey(this.#keyOf(row)), row }))
    return new PersistentMap(this.#keyOf, insertRows(this.#root, hashed, this.#keyOf, 0))
  }

  /**
   * Returns what changed since a previous value: rows that are new or another object, and rows whose keys are
   * gone. Nodes that both values share are not entered, so this costs about as much as the changes did.
   */
  changesSince(before: PersistentMap<Row>): RowChanges<Row> {
    return atOnce(this.changeSteps(before))
  }

  /** Compares like `changesSince`, in steps. */
  *changeSteps(before: PersistentMap<Row>): Steps<RowChanges<Row>> {
    const changes = { changed: [], gone: [] }
    const [previous, current] = [childrenByBit(before.#root), childrenByBit(this.#root)]
    if (!previous || !current) compareNodes(before.#root, this.#root, this.#keyOf, changes)
    else
      for (const [bit, node] of current.entries()) {
        if (node !== previous[bit]) compareNodes(previous[bit], node, this.#keyOf, changes)
        yield
      }
    return changes
  }

  /** Iterates over all rows in no particular order. */
  *[Symbol.iterator](): IterableIterator<Row> {
    const stack = this.#root === undefined ? [] : [this.#root]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node instanceof Branch) stack.push(...node.children)
      else if (node instanceof Bucket) yield* node.rows
      else yield node
    }
  }
}

/** The rows in which two values of a collection differ. */
export interface RowChanges<Row> {
  /** Rows that are new, or another object than before. */
  readonly changed: readonly Row[]
  /** Rows whose keys no longer exist. */
  readonly gone: readonly Row[]
}

type Node<Row extends object> = Row | Branch<Row> | Bucket<Row>

/** Up to 32 nodes, by five bits of the hash; `bitmap` has a bit for each node that is present. */
class Branch<Row extends object> {
  readonly bitmap: number
  readonly children: readonly Node<Row>[]

  constructor(bitmap: number, children: readonly Node<Row>[]) {
    this.bitmap = bitmap
    this.children = children
  }

  at(bit: number): Node<Row> | undefined {
    return this.bitmap & bit ? this.children[childIndex(this.bitmap, bit)] : undefined
  }

  with(bit: number, node: Node<Row>): Branch<Row> {
    const replaced = this.bitmap & bit ? 1 : 0
    return new Branch(
      this.bitmap | bit,
      this.children.toSpliced(childIndex(this.bitmap, bit), replaced, node),
    )
  }
}

/** Rows whose keys have the same hash. */
class Bucket<Row extends object> {
  readonly rows: readonly Row[]

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }
}

const BITS = 5
/** Below this shift no bits of the hash are left. */
const MAX_SHIFT = 30

const branchBit = (hash: number, shift: number): number => 1 << ((hash >>> shift) & 31)

/** Counts the nodes before that of the bit. */
const childIndex = (bitmap: number, bit: number): number => {
  let bits = bitmap & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** FNV-1a over UTF-16 units, with its upper half folded into the lower one, which the trie uses first. */
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
  position: RowPosition<Row>,
  shift: number,
): Node<Row> => {
  if (node === undefined) return row
  if (node instanceof Branch) {
    const bit = branchBit(position.hash, shift)
    return node.with(bit, insertRow(node.at(bit), row, position, shift + BITS))
  }
  if (node instanceof Bucket)
    return new Bucket([...node.rows.filter((other) => position.keyOf(other) !== position.key), row])
  const other = position.keyOf(node)
  if (other === position.key) return row
  const both = [
    { hash: hashKey(other), row: node },
    { hash: position.hash, row },
  ]
  return buildTrie(both, shift)!
}

const insertRows = <Row extends object>(
  node: Node<Row> | undefined,
  rows: readonly HashedRow<Row>[],
  keyOf: (row: Row) => string,
  shift: number,
): Node<Row> | undefined => {
  if (!(node instanceof Branch) || rows.length < 2) {
    let whole = node
    for (const { hash, row } of rows) whole = insertRow(whole, row, { key: keyOf(row), hash, keyOf }, shift)
    return whole
  }
  let { bitmap } = node
  const children = [...node.children]
  let changed = 0
  for (const { hash } of rows) {
    const bit = branchBit(hash, shift)
    if (changed & bit) continue
    changed |= bit
    const ofBit = rows.filter((other) => branchBit(other.hash, shift) === bit)
    const child = insertRows(node.at(bit), ofBit, keyOf, shift + BITS)
    const index = childIndex(bitmap, bit)
    // `rows` is not empty, so there is a node.
    if (bitmap & bit) children[index] = child!
    else children.splice(index, 0, child!)
    bitmap |= bit
  }
  return new Branch(bitmap, children)
}

const compareNodes = <Row extends object>(
  before: Node<Row> | undefined,
  after: Node<Row> | undefined,
  keyOf: (row: Row) => string,
  changes: { readonly changed: Row[]; readonly gone: Row[] },
): void => {
  if (before instanceof Branch && after instanceof Branch) {
    for (let bits = before.bitmap | after.bitmap; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits
      const [previous, current] = [before.at(bit), after.at(bit)]
      if (previous !== current) compareNodes(previous, current, keyOf, changes)
    }
    return
  }
  // One of them is not a branch, so one of these lists is short.
  const previous = rowsBelow(before)
  const current = rowsBelow(after)
  for (const row of current) if (!previous.includes(row)) changes.changed.push(row)
  for (const row of previous) {
    const key = keyOf(row)
    if (!current.some((other) => keyOf(other) === key)) changes.gone.push(row)
  }
}

/** Returns the nodes of a branch by the bits of the hash, undefined where there is none; of no other node. */
const childrenByBit = <Row extends object>(
  node: Node<Row> | undefined,
): readonly (Node<Row> | undefined)[] | undefined =>
  node === undefined || node instanceof Branch
    ? Array.from({ length: 32 }, (_, digit) => node?.at(1 << digit))
    : undefined

const rowsBelow = <Row extends object>(node: Node<Row> | undefined): readonly Row[] => {
  if (node === undefined) return []
  if (node instanceof Branch) return node.children.flatMap(rowsBelow)
  return node instanceof Bucket ? node.rows : [node]
}

interface HashedRow<Row> {
  readonly hash: number
  readonly row: Row
}

const buildTrie = <Row extends object>(
  rows: readonly HashedRow<Row>[],
  shift: number,
): Node<Row> | undefined => {
  if (rows.length < 2) return rows[0]?.row
  if (shift > MAX_SHIFT) return new Bucket(rows.map(({ row }) => row))
  const parts: HashedRow<Row>[][] = []
  for (const entry of rows) addToPart(parts, entry, shift)
  // The array has holes for digits without rows.
  return branchOf(parts, (part) => part && buildTrie(part, shift + BITS))
}

/** Builds like `buildTrie`, in steps. */
function* buildTrieSteps<Row extends object>(
  rows: readonly HashedRow<Row>[],
  shift: number,
): Steps<Node<Row> | undefined> {
  if (rows.length <= ROWS_PER_STEP) {
    yield
    return buildTrie(rows, shift)
  }
  if (shift > MAX_SHIFT) return new Bucket(rows.map(({ row }) => row))
  const parts: HashedRow<Row>[][] = []
  for (const [i, entry] of rows.entries()) {
    addToPart(parts, entry, shift)
    if (i % ROWS_PER_STEP === 0) yield
  }
  const built: (Node<Row> | undefined)[] = []
  for (const part of parts) built.push(part && (yield* buildTrieSteps(part, shift + BITS)))
  return branchOf(built, (node) => node)
}

const addToPart = <Row>(parts: HashedRow<Row>[][], entry: HashedRow<Row>, shift: number): void => {
  const digit = (entry.hash >>> shift) & 31
  const part = parts[digit]
  if (part) part.push(entry)
  else parts[digit] = [entry]
}

/** Creates a branch of parts by digit; some are missing. */
const branchOf = <Part, Row extends object>(
  parts: readonly Part[],
  nodeOf: (part: Part | undefined) => Node<Row> | undefined,
): Branch<Row> => {
  let bitmap = 0
  const nodes: Node<Row>[] = []
  for (const [digit, part] of parts.entries()) {
    const node = nodeOf(part)
    if (node === undefined) continue
    bitmap |= 1 << digit
    nodes.push(node)
  }
  return new Branch(bitmap, nodes)
}
