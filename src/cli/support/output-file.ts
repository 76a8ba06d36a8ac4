import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from '../../lib/runtime/make-folders.ts'
import { reasonOf } from './errors.ts'

/**
 * Writes a file, making its folders. Throws what `refuse` makes of the sentence that says why it could not;
 * the previous file is then as it was.
 */
export const writeOutput = (
  file: string,
  text: string | Uint8Array,
  refuse: (sentence: string) => Error,
): void => {
  try {
    makeFolders(dirname(file))
    const target = existingTarget(file)
    if (target.isSpecial) writeFileSync(file, text)
    else replaceFile(target.path, text)
  } catch (error) {
    throw refuse(`${file} cannot be written: ${reasonOf(error)}`)
  }
}

/** Throws what `refuse` makes of the sentence that says why a file cannot be written; leaves it as it is. */
export const requireWritable = (file: string, refuse: (sentence: string) => Error): void => {
  try {
    makeFolders(dirname(file))
    const found = statSync(file, { throwIfNoEntry: false })
    // A pipe, for example, is opened once.
    if (found && !found.isFile() && !found.isDirectory()) return
    closeSync(openSync(file, 'a'))
    if (!found) rmSync(file)
  } catch (error) {
    throw refuse(`${file} cannot be written: ${reasonOf(error)}`)
  }
}

/** Writes a temporary file and renames it, so that a full disk or an interruption leaves the previous one. */
export const replaceFile = (path: string, text: string | Uint8Array): void => {
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(beside, text, { flush: true })
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** A link is followed, and what is not a file, such as a pipe, cannot be replaced. */
const existingTarget = (file: string): { readonly path: string; readonly isSpecial: boolean } => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return { path: file, isSpecial: false }
  return { path: realpathSync(file), isSpecial: !found.isFile() }
}
