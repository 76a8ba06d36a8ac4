import { stringify } from 'yaml'
import { yamlLine } from '../../lib/text/yaml-line.ts'
import type { Scenario } from './schema/scenario-schema.ts'

/** Writes a scenario as YAML: block style, with one line per record, since there may be thousands. */
export const scenarioYaml = ({ records, ...rest }: Scenario): string =>
  stringify(rest, { aliasDuplicateObjects: false, lineWidth: 0 }) +
  (records ? `records:\n${Object.entries(records).map(memberText).join('')}` : '')

const memberText = ([name, value]: [string, unknown]): string =>
  Array.isArray(value) && value.length > 0
    ? `  ${name}:\n${value.map((row) => `    - ${yamlLine(row)}\n`).join('')}`
    : `  ${name}: ${yamlLine(value)}\n`
