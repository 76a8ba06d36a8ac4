import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isYamlNestedTooDeep } from '../text/yaml-nesting.ts'
import { reasonOf, UsageError } from './errors.ts'

/** Reads a YAML or JSON file that an option names. Throws a `UsageError` that says why it cannot be read. */
export const yamlIn = (file: string, option: string): unknown => {
  try {
    const text = readFileSync(file, 'utf8')
    if (isYamlNestedTooDeep(text)) throw new Error('expected YAML that nests less deep')
    return parse(text)
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${reasonOf(error)}`)
  }
}
