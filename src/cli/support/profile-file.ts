import { UsageError } from './errors.ts'
import { yamlIn } from './yaml-file.ts'

/** Reads assumption ids and options from a YAML or JSON file, without judging them. Throws a `UsageError`. */
export const readProfile = (file: string): Record<string, unknown> =>
  readMap('profile', file, 'a map of assumption ids and options, like "publications/write-to-archived: 403"')

/** Reads the map in a YAML or JSON file that an option names. Throws a `UsageError`. */
export const readMap = (option: string, file: string, expected: string): Record<string, unknown> => {
  const value = yamlIn(file, `--${option}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`--${option} ${file}: expected ${expected}.`)
  }
  return { ...value }
}
