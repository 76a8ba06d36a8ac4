import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Key, open as openDatabase, RootDatabase } from 'lmdb'
import { makeFolders } from '../../lib/runtime/make-folders.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import { FileRoom, requireRoom } from './file-room.ts'
import { folderHolder, lockFolder, wasLeft } from './folder-lock.ts'
import { MAP_BYTES, problemsOfPages } from './lmdb-pages.ts'
import { type RecordChange, type RecordFile, type RecordKey, StoreError } from './record-file.ts'

/**
 * What survives: `os` keeps all that was acknowledged when the process ends in any way; a power cut may
 * damage the file. `fsync` keeps it after a power cut too, and waits for the disk with every group of writes.
 */
export type Durability = 'fsync' | 'os'

const FILE_NAME = 'worlds.mdb'
/**
 * All pages of a file up to this size are read before it is opened; of a larger one when a server left it.
 */
const ALWAYS_READ_BYTES = 64 * 1024 ** 2
/** How often the file is looked for while it is written. */
const PLACE_INTERVAL_MS = 1_000
/** Key of the mark of the server that opened the file last: only that one writes to it. */
const OWNER: RecordKey = ['o']

/** Options of an LMDB file. */
export interface LmdbOptions {
  readonly durability: Durability
  /** True: nothing is written, and a server may have the folder open. */
  readonly readOnly?: boolean
  /** Receives the damage of a file's pages; the file is then rebuilt from its readable records. */
  readonly repaired?: (problems: readonly string[]) => void
}

/**
 * Opens the file of a data folder with LMDB. Throws a `StoreError` when the library is missing, another
 * server has the folder open, or the file cannot be one of ours.
 */
export const openLmdbFile = async (
  folder: string,
  { durability, readOnly = false, repaired }: LmdbOptions,
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
  // What a running server writes cannot be judged from outside; LMDB shows a reader one state of it.
  const isThorough = readOnly ? folderHolder(folder) === undefined : wasLeft(folder) || !!repaired
  const unlock = readOnly ? () => {} : lockFolder(folder)
  try {
    const problems = problemsOf(path, readOnly, isThorough)
    if (problems.length > 0 && !repaired) throw new StoreError(damaged(path, problems[0]))
    if (problems.length > 0) await rebuild(path, open)
    repaired?.(problems)
    if (!readOnly && !repaired) requireUsedFile(path)
    reserveLock(path)
    // LMDB would begin a file that it cannot end.
    if (!statSync(path, { throwIfNoEntry: false })?.size) requireRoom(path)
    const database = open<string, Key>({ ...settings(path, durability), encoding: 'string', readOnly })
    return new LmdbFile(database, { path, isReader: readOnly, unlock })
  } catch (error) {
    unlock()
    if (error instanceof StoreError) throw error
    throw new StoreError(isFull(error) ? writeFailure(error) : unreadable(path, error), { cause: error })
  }
}

const settings = (path: string, durability: Durability) => ({
  path,
  noSubdir: true,
  mapSize: MAP_BYTES,
  overlappingSync: false,
  noSync: durability === 'os',
  maxDbs: 1,
})

class LmdbFile implements RecordFile {
  readonly #database: RootDatabase<string, Key>
  readonly #path: string
  /** What this server is known by in the file. */
  readonly #owner = randomUUID()
  readonly #unlock: () => void
  readonly #room: FileRoom | undefined
  readonly #inode: number
  #nextTransaction = 0
  #seenMs = 0

  constructor(
    database: RootDatabase<string, Key>,
    {
      path,
      isReader,
      unlock,
    }: { readonly path: string; readonly isReader: boolean; readonly unlock: () => void },
  ) {
    this.#database = database
    this.#path = path
    this.#unlock = unlock
    this.#inode = statSync(path).ino
    if (isReader) return
    this.#room = new FileRoom(path)
    this.#transact([{ key: OWNER, text: this.#owner }])
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
      this.#requirePlace()
      this.#transact(changes, () => this.#requireOwner())
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError(writeFailure(error), { cause: error })
    }
  }

  #transact(changes: readonly RecordChange[], requireOwner = () => {}): void {
    this.#database.transactionSync(() => {
      requireOwner()
      this.#room?.take(changes)
      for (const { key, text } of changes) {
        if (text === null) this.#database.removeSync(asLmdbKey(key))
        else this.#database.putSync(asLmdbKey(key), text)
      }
    })
  }

  /** Refuses to write into a file that no server would find again. */
  #requirePlace(): void {
    const nowMs = performance.now()
    if (nowMs < this.#seenMs + PLACE_INTERVAL_MS) return
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#inode)
      throw new StoreError(
        `${this.#path} was removed or replaced, so nothing more is stored. Restart the server.`,
      )
    this.#seenMs = nowMs
  }

  /** Refuses to write next to a server that a lock cannot show, like one in another container. */
  #requireOwner(): void {
    const transaction = this.#database.getWriteTxnId()
    if (transaction !== this.#nextTransaction && this.get(OWNER) !== this.#owner)
      throw new StoreError(
        `Another process has opened ${this.#path}, so nothing more is stored here. Stop one of them.`,
      )
    this.#nextTransaction = transaction + 1
  }

  async close(): Promise<void> {
    await this.#database.close()
    this.#room?.close()
    this.#unlock()
  }
}

// LMDB's type of keys has mutable arrays only; it never changes them.
const asLmdbKey = (key: RecordKey): Key => key as unknown as Key

const writeFailure = (error: unknown): string =>
  isFull(error)
    ? 'The disk of the data folder is full, so nothing of this was stored. Free some space, then try again.'
    : `The data folder could not be written: ${errorMessage(error)}. Nothing of this was stored.`

const unreadable = (path: string, error: unknown): string =>
  `${path} cannot be opened: ${errorMessage(error)}. Check it with playa data check, or give another folder.`

const requireFile = (path: string): void => {
  if (!existsSync(path)) throw new StoreError(`There is no ${path}: the folder holds no stored worlds.`)
}

const makeFolder = (folder: string): void => {
  try {
    makeFolders(folder)
  } catch (error) {
    const why = existsSync(folder) ? 'it is not a folder' : errorMessage(error)
    throw new StoreError(`The folder ${folder} cannot be made: ${why}.`, { cause: error })
  }
}

/**
 * Refuses an empty file that once had worlds, as its lock shows: LMDB would begin a new one without a word.
 * The lock of a server that was killed in its first moment is empty, too.
 */
const requireUsedFile = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.size !== 0) return
  const lock = `${path}-lock`
  if (!existsSync(lock) || readFileSync(lock).every((byte) => byte === 0)) return
  throw new StoreError(
    `${path} is empty, although a server has used it: its worlds are lost. Put back a copy of it, or remove ` +
      'it to begin without worlds.',
  )
}

/** Size of LMDB's lock for its 126 readers. */
const LOCK_BYTES = 8272

/**
 * Gives LMDB's lock its place on the disk: LMDB writes it through a map, and a full disk would kill the
 * process.
 */
const reserveLock = (path: string): void => {
  const lock = `${path}-lock`
  const { size = 0, blocks = 0 } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  if (size >= LOCK_BYTES && blocks * 512 >= size) return
  try {
    if (size >= LOCK_BYTES) writeFileSync(lock, readFileSync(lock), { flag: 'r+' })
    else writeFileSync(lock, Buffer.alloc(LOCK_BYTES))
  } catch (error) {
    if (!isFull(error)) return
    if (size < LOCK_BYTES) rmSync(lock, { force: true })
    throw new StoreError(writeFailure(error), { cause: error })
  }
}

const isFull = (error: unknown): boolean =>
  /space|ENOSPC|EFBIG|EDQUOT|too large|MAP_FULL/i.test(errorMessage(error))

const damaged = (path: string, problem: string | undefined): string =>
  `${path} is damaged or no file of playa: ${problem}. Put back a copy of it, keep what can be read with ` +
  'playa data repair, or give another folder.'

/**
 * Returns what is wrong with a file, in which LMDB would read beyond the end or follow wrong numbers: the
 * process would be killed. An empty one is a new one for who writes: a server that is killed in its first
 * moment leaves it.
 */
const problemsOf = (path: string, readOnly: boolean, isThorough: boolean): readonly string[] => {
  if (!existsSync(path)) return []
  const { size } = statSync(path)
  if (size === 0) return readOnly ? ['it is empty'] : []
  return problemsOfPages(path, isThorough || size <= ALWAYS_READ_BYTES)
}

/** Rebuilds the file from its readable records, and keeps the damaged one under another name. */
const rebuild = async (path: string, open: typeof openDatabase): Promise<void> => {
  const beside = `${path}.new`
  rmSync(beside, { force: true })
  reserveLock(beside)
  // No page is fuller than it was.
  requireRoom(beside, statSync(path).size)
  const database = open<Buffer, Buffer>({
    ...settings(beside, 'fsync'),
    encoding: 'binary',
    keyEncoding: 'binary',
  })
  database.transactionSync(() => {
    problemsOfPages(path, true, (key, value) => void database.putSync(key, value()))
  })
  await database.close()
  renameSync(path, `${path}.damaged`)
  renameSync(beside, path)
  for (const left of [`${path}-lock`, `${beside}-lock`]) rmSync(left, { force: true })
}
