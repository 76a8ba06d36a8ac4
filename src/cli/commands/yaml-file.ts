import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { reasonOf, UsageError } from '../errors.ts'

/** Reads a YAML or JSON file that an option names. Throws a `UsageError` that says why it cannot be read. */
export const yamlIn = (file: string, option: string): unknown => {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${reasonOf(error)}`)
  }
}
