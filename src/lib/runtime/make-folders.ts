import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it. Node's own way never ends where the system lets none be made, as in
 * /proc.
 */
export const makeFolders = (path: string): void => {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
