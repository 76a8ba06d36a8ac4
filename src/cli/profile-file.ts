import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { UsageError } from './command.ts'

/** Assumption ids and options from a YAML or JSON file, not yet judged. A `UsageError` says why there are none. */
export const readProfile = (file: string): Record<string, unknown> =>
  readMap('profile', file, 'a map of assumption ids and options, like "publications/write-to-archived: 403"')

/** The map that a YAML or JSON file named by an option holds. A `UsageError` says why there is none. */
export const readMap = (option: string, file: string, expected: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--${option} ${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`--${option} ${file}: expected ${expected}.`)
  }
  return { ...value }
}
