import { parse } from 'yaml'
import { isNestedTooDeep } from '../../../lib/text/json-nesting.ts'
import { yamlExcess } from '../../../lib/text/yaml-excess.ts'
import { yamlLine } from '../../../lib/text/yaml-line.ts'

/**
 * Reads a scenario file that `scenarioYaml` wrote: its records, which may be hundreds of thousands, stand at
 * the end as JSON, one a line, and need no reader of YAML, which takes a minute for 40,000 publications.
 * Returns undefined for any other text, and for one that was edited into what JSON reads otherwise than YAML.
 */
export const readWrittenYaml = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const start = text.indexOf(RECORDS)
  if (start < 0) return undefined
  const records = recordsIn(text.slice(start + RECORDS.length))
  if (!records) return undefined
  const head: unknown = parsed(text.slice(0, start + 1))
  const isObject = typeof head === 'object' && head !== null && !Array.isArray(head)
  return isObject && !('records' in head) ? { ...head, records } : undefined
}

const RECORDS = '\nrecords:\n'
const MEMBER = /^ {2}([A-Za-z]+):(?: (.+))?$/
const ROW = '    - '

const recordsIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const records = new Map<string, unknown>()
  let rows: unknown[] = []
  // The last line ends too.
  if (!text.endsWith('\n')) return undefined
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end)
    at = end + 1
    if (line.startsWith(ROW)) {
      const row = asWritten(line.slice(ROW.length))
      if (row === undefined) return undefined
      rows.push(row)
      continue
    }
    const [, name, json] = MEMBER.exec(line) ?? []
    if (name === undefined || records.has(name)) return undefined
    rows = []
    const value = json === undefined ? rows : asWritten(json)
    if (value === undefined) return undefined
    records.set(name, value)
  }
  return Object.fromEntries(records)
}

/** Returns the value of a JSON text that is exactly as it was written; undefined for another one. */
const asWritten = (json: string): unknown => {
  if (isNestedTooDeep(json)) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return yamlLine(value) === json ? value : undefined
  } catch {
    return undefined
  }
}

const parsed = (text: string): unknown => {
  try {
    if (yamlExcess(text) !== undefined) return undefined
    return parse(text)
  } catch {
    return undefined
  }
}
