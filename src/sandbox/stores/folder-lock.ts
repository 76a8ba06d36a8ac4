import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage } from '../../lib/unknown-values.ts'
import { StoreError } from './record-file.ts'

const LOCK_NAME = 'server.lock'

/**
 * Marks a folder as used by this process; returns the function that releases it. Throws a `StoreError` when
 * another process that still runs has marked it: two servers would overwrite each other's worlds.
 */
export const lockFolder = (folder: string): (() => void) => {
  const path = join(folder, LOCK_NAME)
  const mark = `${process.pid} ${startOf(process.pid) ?? ''}`
  const holder = folderHolder(folder)
  if (holder !== undefined)
    throw new StoreError(
      `The folder ${folder} is in use by process ${holder}. Stop that server first, or give another folder.`,
    )
  try {
    writeFileSync(path, mark)
  } catch (error) {
    const why = errorMessage(error)
    throw new StoreError(`The folder ${folder} cannot be written: ${why}.`, { cause: error })
  }
  return () => rmSync(path, { force: true })
}

/** Returns whether a server has marked the folder and, unless it still runs, did not close it. */
export const wasLeft = (folder: string): boolean => existsSync(join(folder, LOCK_NAME))

/**
 * Returns the running process that has marked the folder, if any: one that was killed leaves its mark behind.
 */
export const folderHolder = (folder: string): number | undefined => {
  const path = join(folder, LOCK_NAME)
  const [pid = Number.NaN, start] = textAt(path).split(' ').map(Number)
  if (!(pid > 0) || pid === process.pid || !isRunning(pid)) return undefined
  const running = startOf(pid)
  // The number of a process that ended is given again.
  return start !== undefined && running !== undefined && start !== running ? undefined : pid
}

const textAt = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Position of the start time in Linux's `stat` of a process, after its name. */
const START_FIELD = 19

/** Returns the start time of a process in ticks since the boot; undefined if the system does not show it. */
const startOf = (pid: number): number | undefined => {
  const text = textAt(`/proc/${pid}/stat`)
  const field = text.slice(text.lastIndexOf(')') + 2).split(' ')[START_FIELD]
  return field === undefined ? undefined : Number(field)
}
