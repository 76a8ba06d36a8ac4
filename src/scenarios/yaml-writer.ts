import { stringify } from 'yaml'
import type { Scenario } from './schema/scenario-schema.ts'

/** Writes a scenario as YAML: block style, with one line per record, since there may be thousands. */
export const scenarioYaml = ({ records, ...rest }: Scenario): string =>
  stringify(rest, { aliasDuplicateObjects: false, lineWidth: 0 }) +
  (records ? `records:\n${Object.entries(records).map(memberText).join('')}` : '')

const memberText = ([name, value]: [string, unknown]): string =>
  Array.isArray(value) && value.length > 0
    ? `  ${name}:\n${value.map((row) => `    - ${flow(row)}\n`).join('')}`
    : `  ${name}: ${flow(value)}\n`

/** JSON is valid YAML, except for characters that YAML does not allow unescaped. */
const flow = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
