import { parse } from 'yaml'
import { parseForeignJson } from '../kit/target/exchange.ts'
import { readUserText } from '../runtime/package-files.ts'
import { yamlExcess } from '../text/yaml-excess.ts'
import { reasonOf, UsageError } from './errors.ts'

/** Reads a YAML or JSON file that an option names. Throws a `UsageError` that says why it cannot be read. */
export const yamlIn = (file: string, option: string): unknown => {
  try {
    const text = readUserText(file)
    // As YAML it would take a hundred times as long.
    const json = parseForeignJson(text)
    if (json !== undefined) return json
    const excess = yamlExcess(text)
    if (excess) throw new Error(`expected YAML ${excess}`)
    return parse(text)
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${reasonOf(error)}`)
  }
}
