import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Key, RootDatabase } from 'lmdb'
import { lockFolder } from './folder-lock.ts'
import { type RecordChange, type RecordFile, type RecordKey, StoreError } from './record-file.ts'

/**
 * What survives: `os` keeps all that was acknowledged when the process ends in any way; a power cut may damage
 * the file. `fsync` keeps it after a power cut too, and waits for the disk with every group of writes.
 */
export type Durability = 'fsync' | 'os'

const FILE_NAME = 'worlds.mdb'
/** Address space, not memory or disk: the file grows as it is written. */
const MAP_BYTES = 256 * 1024 ** 3

/** Options of an LMDB file. */
export interface LmdbOptions {
  readonly durability: Durability
  /** True: nothing is written, and a server may have the folder open. */
  readonly readOnly?: boolean
}

/**
 * Opens the file of a data folder with LMDB. Throws a `StoreError` when the library is missing, another server
 * has the folder open, or the file cannot be one of ours.
 */
export const openLmdbFile = async (
  folder: string,
  { durability, readOnly = false }: LmdbOptions,
): Promise<RecordFile> => {
  const { open } = await import('lmdb').catch((error: unknown) => {
    throw new StoreError(
      'Keeping worlds on disk needs the package lmdb, which is not installed. Install it with npm install lmdb.',
      { cause: error },
    )
  })
  const path = join(folder, FILE_NAME)
  if (readOnly) requireFile(path)
  else makeFolder(folder)
  const unlock = readOnly ? () => {} : lockFolder(folder)
  try {
    judgeFile(path, readOnly)
    const database = open<string, Key>({
      path,
      noSubdir: true,
      encoding: 'string',
      mapSize: MAP_BYTES,
      overlappingSync: false,
      noSync: durability === 'os',
      readOnly,
      maxDbs: 1,
    })
    return new LmdbFile(database, unlock)
  } catch (error) {
    unlock()
    throw error instanceof StoreError ? error : new StoreError(unreadable(path, error), { cause: error })
  }
}

class LmdbFile implements RecordFile {
  readonly #database: RootDatabase<string, Key>
  readonly #unlock: () => void

  constructor(database: RootDatabase<string, Key>, unlock: () => void) {
    this.#database = database
    this.#unlock = unlock
  }

  get(key: RecordKey): string | undefined {
    return this.#database.get(asLmdbKey(key))
  }

  *range(prefix: RecordKey): IterableIterator<readonly [RecordKey, string]> {
    for (const { key, value } of this.#database.getRange({ start: asLmdbKey(prefix) })) {
      // Every key was written from a `RecordKey`.
      const parts = key as unknown as RecordKey
      if (!prefix.every((part, i) => part === parts[i])) return
      yield [parts, value]
    }
  }

  write(changes: readonly RecordChange[]): void {
    try {
      this.#database.transactionSync(() => {
        for (const { key, text } of changes) {
          if (text === null) this.#database.removeSync(asLmdbKey(key))
          else this.#database.putSync(asLmdbKey(key), text)
        }
      })
    } catch (error) {
      throw new StoreError(unwritten(error), { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#database.close()
    this.#unlock()
  }
}

// LMDB's type of keys has mutable arrays only; it never changes them.
const asLmdbKey = (key: RecordKey): Key => key as unknown as Key

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const unwritten = (error: unknown): string =>
  /space|ENOSPC|EFBIG|too large|MAP_FULL/i.test(messageOf(error))
    ? 'The disk of the data folder is full, so nothing of this was stored. Free some space, then try again.'
    : `The data folder could not be written: ${messageOf(error)}. Nothing of this was stored.`

const unreadable = (path: string, error: unknown): string =>
  `${path} cannot be opened: ${messageOf(error)}. Check it with playa data check, or give another folder.`

const requireFile = (path: string): void => {
  if (!existsSync(path)) throw new StoreError(`There is no ${path}: the folder holds no stored worlds.`)
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StoreError(`The folder ${folder} cannot be made: ${messageOf(error)}.`, { cause: error })
  }
}

/** The number with which LMDB begins the description of the file, in each of its first two pages. */
const LMDB_MAGIC = 0xbeefc0de
const HEADER_BYTES = 64

/** Where a description holds what is judged here, in bytes from its magic number. */
const PAGE_SIZE_AT = 24
const ROOTS_AT = [64, 112] as const
const TRANSACTION_AT = 128
const DESCRIPTION_BYTES = 136

/** No page: the root of an empty table. */
const NO_PAGE = 0xffff_ffff_ffff_ffffn

/**
 * Refuses a file that LMDB would map and then read beyond its end: the process would be killed. An empty one is
 * a new one for who writes: a server that is killed in its first moment leaves it.
 */
const judgeFile = (path: string, readOnly: boolean): void => {
  if (!existsSync(path)) return
  const { size } = statSync(path)
  if (size === 0 && !readOnly) return
  const problem = size === 0 ? 'it is empty' : problemOf(path, size)
  if (problem !== undefined)
    throw new StoreError(
      `${path} is damaged or no file of playa: ${problem}. Put back a copy of it, or give another folder.`,
    )
}

const problemOf = (path: string, size: number): string | undefined => {
  const descriptor = openSync(path, 'r')
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    readSync(descriptor, bytes, 0, length, at)
    return bytes
  }
  try {
    const header = read(0, HEADER_BYTES)
    const start = Array.from({ length: HEADER_BYTES / 4 }, (_, n) => n * 4).find(
      (at) => header.readUInt32LE(at) === LMDB_MAGIC,
    )
    if (start === undefined) return 'its header is not readable'
    const pageSize = read(start, DESCRIPTION_BYTES).readUInt32LE(PAGE_SIZE_AT)
    const [newest] = [read(start, DESCRIPTION_BYTES), read(pageSize + start, DESCRIPTION_BYTES)].sort(
      (a, b) => Number(b.readBigUInt64LE(TRANSACTION_AT) - a.readBigUInt64LE(TRANSACTION_AT)),
    )
    const roots = ROOTS_AT.map((at) => newest?.readBigUInt64LE(at) ?? NO_PAGE).filter(
      (page) => page !== NO_PAGE,
    )
    const pages = roots.reduce((most, page) => (page >= most ? page + 1n : most), 2n)
    if (BigInt(size) < pages * BigInt(pageSize)) return 'its end is missing'
    return undefined
  } finally {
    closeSync(descriptor)
  }
}
