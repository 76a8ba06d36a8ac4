import { stringify } from 'yaml'
import type { Scenario } from './schema.ts'

/** A scenario as YAML: what people write in blocks, and of its records a row a line, of which there may be many thousands. */
export const yamlOf = ({ records, ...rest }: Scenario): string =>
  stringify(rest, { aliasDuplicateObjects: false, lineWidth: 0 }) +
  (records ? `records:\n${Object.entries(records).map(memberText).join('')}` : '')

const memberText = ([name, value]: [string, unknown]): string =>
  Array.isArray(value) && value.length > 0
    ? `  ${name}:\n${value.map((row) => `    - ${flow(row)}\n`).join('')}`
    : `  ${name}: ${flow(value)}\n`

/** JSON is YAML, but for characters that YAML does not count as printable. */
const flow = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
