import { LineCounter, parseDocument } from 'yaml'
import { parseUntrustedJson } from '../../kit/target/exchange.ts'
import { readUserText } from '../../lib/runtime/package-files.ts'
import { yamlExcess } from '../../lib/text/yaml-excess.ts'
import { yamlProblems } from '../../lib/text/yaml-problems.ts'
import { reasonOf, UsageError } from './errors.ts'

/** Reads a YAML or JSON file that an option names. Throws a `UsageError` that says why it cannot be read. */
export const yamlIn = (file: string, option: string): unknown => {
  try {
    const text = readUserText(file)
    // As YAML it would take a hundred times as long.
    const json = parseUntrustedJson(text)
    if (json !== undefined) return json
    const excess = yamlExcess(text)
    if (excess) throw new Error(`expected YAML ${excess}`)
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, prettyErrors: false })
    const [problem] = yamlProblems(document)
    if (!problem) return document.toJS()
    const { line, col } = lineCounter.linePos(problem.offset)
    throw new Error(`line ${line}, column ${col}: ${problem.sentence}`)
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${reasonOf(error)}`)
  }
}
