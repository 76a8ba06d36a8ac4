import { readBuiltText, readPackageText } from '../../lib/runtime/package-files.ts'
import type { Scenario } from './schema/scenario-schema.ts'

/**
 * A shipped scenario compiled to plain JSON. A server starts from it without reading YAML or the catalogue
 * and without generating records.
 */
export interface CompiledScenario {
  /** The text that it was compiled from: to compare it takes less time than to hash what a start reads. */
  readonly source: string
  readonly scenario: Scenario
}

/** `drawn`: generated with its own seed. `read`: only parsed, for other seeds. */
export type CompilationKind = 'drawn' | 'read'

/**
 * The scenarios of each kind that are shipped: the one that most worlds start from is also drawn beforehand.
 */
export const shippedCompilations = (
  names: readonly string[],
): Readonly<Record<CompilationKind, readonly string[]>> => ({
  drawn: names.filter((name) => name === 'demo'),
  read: names,
})

/**
 * Reads a compiled scenario from `scenarios/drawn.json` or `scenarios/read.json` of the build, which hold
 * those of a kind by name; undefined when there is none or its source file has changed since.
 */
export const readCompiledScenario = (
  name: string,
  kind: CompilationKind,
  readBuilt: typeof readBuiltText = readBuiltText,
): Scenario | undefined => {
  const text = readBuilt(`scenarios/${kind}.json`)
  if (text === undefined) return undefined
  // The build wrote this file from typed values.
  const all = JSON.parse(text) as Readonly<Record<string, CompiledScenario>>
  const compiled = Object.hasOwn(all, name) ? all[name] : undefined
  if (!compiled) return undefined
  return compiled.source === readPackageText(`scenarios/${name}.yaml`) ? compiled.scenario : undefined
}
