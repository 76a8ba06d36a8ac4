import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { usedPages } from './lmdb-pages.ts'
import type { RecordChange } from './record-file.ts'

/** Pages that the file grows by, so that few transactions have to ask the disk. */
const STEP_PAGES = 256
/** Pages below which the file grows: usual writes and the question of readiness are refused together. */
const MIN_PAGES = 128
/** Pages of a transaction besides those of its records: splits, and short lists of free pages. */
const FIXED_PAGES = 24
/** Pages on the way to one record. */
const DEPTH = 4
/** Bytes of a record besides its text. */
const KEY_BYTES = 64
/** How many times their bytes records take at most: pages are left partly empty. */
const SPREAD = 3
/** Numbers of free pages that one page holds. */
const NUMBERS_A_PAGE = 512
const PAGE_BYTES = 4096

/**
 * Keeps room on the disk behind the last page of an LMDB file. A transaction that meets a full disk leaves
 * LMDB's memory damaged, and the process is killed some transactions later. So the disk is asked before LMDB
 * is.
 */
export class FileRoom {
  readonly #descriptor: number
  /** Most used pages, and least free pages after them. */
  #used = 0
  #free = 0

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r+')
  }

  /**
   * Reserves the room that a transaction may need; called within it, when no other process writes. Throws the
   * error of the system when the disk does not have it.
   */
  take(changes: readonly RecordChange[]): void {
    let bytes = 0
    for (const { text } of changes) bytes += KEY_BYTES + (text === null ? 0 : Buffer.byteLength(text))
    if (this.#needed(changes.length, bytes) > this.#free) this.#look(changes.length, bytes)
    const needed = this.#needed(changes.length, bytes)
    this.#free -= needed
    this.#used += needed
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#descriptor)
  }

  /** Counts what is used and free, and lets the file grow when that is little. */
  #look(records: number, bytes: number): void {
    this.#used = usedPages(this.#descriptor)
    const least = Math.max(this.#needed(records, bytes), MIN_PAGES)
    const end = (this.#used + least) * PAGE_BYTES
    if (fstatSync(this.#descriptor).size < end) grow(this.#descriptor, end)
    this.#free = Math.floor(fstatSync(this.#descriptor).size / PAGE_BYTES) - this.#used
  }

  #needed(records: number, bytes: number): number {
    // A transaction copies the pages that it changes, and may write the whole list of free ones.
    const copied = Math.min(DEPTH * records, this.#used) + this.#used / NUMBERS_A_PAGE
    return Math.ceil(FIXED_PAGES + copied + (SPREAD * bytes) / PAGE_BYTES)
  }
}

/**
 * Finds out whether the disk has room for a new file, or for one of a given size. Throws the error
 * of the system when it has not.
 */
export const requireRoom = (path: string, bytes = MIN_PAGES * PAGE_BYTES): void => {
  const trial = `${path}.room`
  const descriptor = openSync(trial, 'w')
  try {
    extend(descriptor, bytes)
  } finally {
    closeSync(descriptor)
    rmSync(trial, { force: true })
  }
}

/** Extends a file beyond `end` where the disk has room, else to `end`. */
const grow = (descriptor: number, end: number): void => {
  try {
    extend(descriptor, end + STEP_PAGES * PAGE_BYTES)
  } catch {
    extend(descriptor, end)
  }
}

const ZEROS = Buffer.alloc(STEP_PAGES * PAGE_BYTES)

/** Writes zeros behind the end of a file: what is only declared to be long has no room on the disk. */
const extend = (descriptor: number, end: number): void => {
  for (let at = fstatSync(descriptor).size; at < end; )
    at += writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}
