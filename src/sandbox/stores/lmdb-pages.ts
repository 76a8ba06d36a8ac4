import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StoreError } from './record-file.ts'

/** Address space, not memory or disk: the file grows as it is written. */
export const MAP_BYTES = 256 * 1024 ** 3

/** Begins the description of the file, in each of its first two pages. */
const MAGIC = 0xbeefc0de
/** Format of `lmdb` 3. */
const VERSION = 2
const HEADER_BYTES = 24
const DESCRIPTION_BYTES = 136
/** Where a description has the table of free pages, and the one of records. */
const FREE_AT = 24
const RECORDS_AT = 72
/** Marks beside the table of free pages: its keys are numbers, and the file has no folder of its own. */
const MARKS = 0x4008
const NO_PAGE = 0xffff_ffff_ffff_ffffn
/** Kinds of pages. */
const BRANCH = 1
const LEAF = 2
const OVERFLOW = 4
const NODE_BYTES = 8

/** A problem of the file; without a message, of one page. */
class PageProblem extends Error {}

type Take = (key: Buffer, value: () => Buffer) => void

interface Walk {
  readonly compare: (a: Buffer, b: Buffer) => number
  readonly take: Take
  /** The last key or bound; the next one is not below it. */
  previous?: Buffer
}

/**
 * Reads an LMDB file as LMDB would, but without trust: LMDB follows the numbers in it unchecked, and a wrong
 * one ends the process. Returns what is wrong, the first problem first. `isThorough`: all pages are read, and
 * `take` gets the records of those that are right; else only the descriptions and the length of the file are.
 * Throws a `StoreError` for a file of another format.
 */
export const problemsOfPages = (path: string, isThorough: boolean, take: Take = () => {}): string[] => {
  const descriptor = openSync(path, 'r')
  const reader = new PageReader(descriptor)
  try {
    reader.judge(isThorough, take)
  } catch (error) {
    if (!(error instanceof PageProblem)) throw error
    reader.problems.push(error.message)
  } finally {
    closeSync(descriptor)
  }
  return reader.problems
}

/** Returns how many pages of an open file LMDB uses or has used: the next ones are behind them. */
export const usedPages = (descriptor: number): number => {
  const reader = new PageReader(descriptor)
  reader.describe()
  return reader.pages
}

/** Offsets are those of the format of `lmdb` 3, in bytes. */
class PageReader {
  readonly problems: string[] = []
  readonly #descriptor: number
  #description: Buffer = Buffer.alloc(0)
  #pageBytes = 0
  /** Number of pages that were ever used; the last ones may be free, and missing in the file. */
  pages = 0
  #seen: Uint8Array = new Uint8Array(0)

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  judge(isThorough: boolean, take: Take): void {
    this.describe()
    if (!isThorough) return
    this.#seen = new Uint8Array(Math.ceil(fstatSync(this.#descriptor).size / this.#pageBytes))
    this.#walk(RECORDS_AT, Buffer.compare, take)
    // LMDB writes to pages that are listed as free.
    this.#walk(FREE_AT, compareNumbers, (_, value) => this.#checkFree(value()))
  }

  /** Reads the newer one of the two descriptions. */
  describe(): void {
    const first = this.#read(HEADER_BYTES, DESCRIPTION_BYTES)
    this.#pageBytes = first.readUInt32LE(FREE_AT)
    const second = this.#read(this.#pageBytes + HEADER_BYTES, DESCRIPTION_BYTES)
    const [newer] = [first, second].sort((a, b) => compareNumbers(b.subarray(128), a.subarray(128)))
    this.#description = newer ?? first
    this.pages = Number(this.#description.readBigUInt64LE(120)) + 1
    const [version, other] = [first.readUInt32LE(4), second.readUInt32LE(4)]
    if (first.readUInt32LE(0) === MAGIC && version === other && version !== VERSION)
      throw new StoreError(`The data folder has format ${version} of LMDB; this release reads ${VERSION}.`)
    const isReadable =
      [first, second].every(
        (description) =>
          description.readUInt32LE(0) === MAGIC &&
          description.readUInt32LE(4) === VERSION &&
          description.readUInt16LE(FREE_AT + 4) === MARKS,
      ) &&
      this.#description.readUInt32LE(FREE_AT) === this.#pageBytes &&
      this.#description.readUInt16LE(RECORDS_AT + 4) === 0 &&
      this.pages * this.#pageBytes <= MAP_BYTES
    expect(isReadable && this.#pageBytes >= 4096, 'its header is not readable')
    const present = fstatSync(this.#descriptor).size / this.#pageBytes
    for (const at of [FREE_AT, RECORDS_AT]) {
      const root = this.#description.readBigUInt64LE(at + 40)
      expect(root === NO_PAGE || root < present, 'its end is missing')
    }
  }

  #walk(at: number, compare: Walk['compare'], take: Take): void {
    const root = this.#description.readBigUInt64LE(at + 40)
    const depth = this.#description.readUInt16LE(at + 6)
    if (root !== NO_PAGE) this.#visit(Number(root), depth, { compare, take })
  }

  /** Reads a page and those below it. One that is wrong is a problem, and left out. */
  #visit(number: number, depth: number, walk: Walk): void {
    try {
      const page = this.#page(number, depth > 1 ? BRANCH : LEAF)
      for (const [i, node] of nodesOf(page).entries()) {
        const key = node.subarray(NODE_BYTES, NODE_BYTES + node.readUInt16LE(6))
        // The first key of a branch covers all that are below the second one.
        if (depth === 1 || i > 0) this.#checkOrder(key, walk)
        if (depth > 1) this.#visit(node.readUIntLE(0, 6), depth - 1, walk)
        else this.#takeRecord(node, key, walk)
      }
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error
      this.problems.push(`page ${number} is wrong`)
    }
  }

  #checkOrder(key: Buffer, walk: Walk): void {
    const order = walk.previous ? walk.compare(walk.previous, key) : -1
    expect(order <= 0)
    walk.previous = key
  }

  #takeRecord(node: Buffer, key: Buffer, walk: Walk): void {
    const bytes = node.readUInt32LE(0)
    const flags = node.readUInt16LE(4)
    const rest = node.subarray(NODE_BYTES + key.length)
    // A value that is too long for a node has its own pages.
    expect(flags < 2 && rest.length >= (flags ? HEADER_BYTES : bytes))
    walk.take(key, flags ? this.#longValue(rest, bytes) : () => rest.subarray(0, bytes))
  }

  /** Checks the pages of a value that is too long for a node, which names the first one. */
  #longValue(place: Buffer, bytes: number): () => Buffer {
    const first = Number(place.readBigUInt64LE(0))
    const count = Math.ceil((HEADER_BYTES + bytes) / this.#pageBytes)
    const header = this.#page(first, OVERFLOW, HEADER_BYTES)
    expect(header.readUInt32LE(20) === count)
    for (let page = first + 1; page < first + count; page++) this.#see(page)
    return () => this.#read(first * this.#pageBytes + HEADER_BYTES, bytes)
  }

  /** Reads a page, or its begin, that has to be of a kind. */
  #page(number: number, kind: number, bytes = this.#pageBytes): Buffer {
    this.#see(number)
    const page = this.#read(number * this.#pageBytes, bytes)
    const isRight =
      page.readBigUInt64LE(0) === BigInt(number) &&
      page.readBigUInt64LE(8) <= this.#description.readBigUInt64LE(128) &&
      page.readUInt16LE(18) === kind
    expect(isRight)
    return page
  }

  /** Marks a page as used: no other part of the file has it too. */
  #see(number: number): void {
    expect(number > 1 && number < this.pages && number < this.#seen.length)
    expect(this.#seen[number] === 0)
    this.#seen[number] = 1
  }

  /** Checks a list of free pages: numbers, where a negative one is a count, and begins a row of pages. */
  #checkFree(list: Buffer): void {
    const numbers = Array.from({ length: list.length / 8 }, (_, i) => Number(list.readBigInt64LE(i * 8)))
    const [length = -1] = numbers
    // LMDB reserves more room than it may need.
    expect(length >= 0 && length < numbers.length)
    let count = 1
    for (const number of numbers.slice(1, 1 + length)) {
      for (let page = number; number > 0 && page < number + count; page++) {
        const isFree = page > 1 && page < this.pages && !this.#seen[page]
        expect(isFree)
        if (page < this.#seen.length) this.#seen[page] = 1
      }
      count = number < 0 ? -number : 1
    }
  }

  #read(at: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(bytes)
    expect(readSync(this.#descriptor, buffer, 0, bytes, at) === bytes, 'its end is missing')
    return buffer
  }
}

/** Returns the nodes of a page, each with all bytes that follow it. */
const nodesOf = (page: Buffer): Buffer[] => {
  const room = page.length - HEADER_BYTES
  const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)]
  expect(lower >= 2 && lower % 2 === 0 && lower <= upper && upper <= room)
  return Array.from({ length: lower / 2 }, (_, i) => {
    const at = page.readUInt16LE(HEADER_BYTES + 2 * i)
    expect(at >= upper && at + NODE_BYTES <= room)
    const node = page.subarray(HEADER_BYTES + at)
    expect(NODE_BYTES + node.readUInt16LE(6) <= node.length)
    return node
  })
}

const expect = (isRight: boolean, problem = ''): void => {
  if (!isRight) throw new PageProblem(problem)
}

const compareNumbers = (a: Buffer, b: Buffer): number => {
  const [left, right] = [a.readBigUInt64LE(0), b.readBigUInt64LE(0)]
  return left < right ? -1 : left > right ? 1 : 0
}
