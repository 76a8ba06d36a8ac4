import { fingerprint } from '../random/fingerprint.ts'
import { readBuiltText, readPackageText } from '../runtime/package-files.ts'
import type { Scenario } from './scenario-schema.ts'

/**
 * A shipped scenario compiled to plain JSON. A server starts from it without reading YAML or the catalogue and
 * without generating records.
 */
export interface CompiledScenario {
  /** Fingerprint of the text that it was compiled from. */
  readonly source: string
  readonly scenario: Scenario
}

/** `drawn`: generated with its own seed. `read`: only parsed, for other seeds. */
export type CompilationKind = 'drawn' | 'read'

/** Returns how a scenario is shipped: the one that most worlds start from also drawn, the others are drawn at start. */
export const shippedKinds = (name: string): readonly CompilationKind[] =>
  name === 'demo' ? ['drawn', 'read'] : ['read']

/**
 * Reads a compiled scenario, `scenarios/{name}.drawn.json` or `scenarios/{name}.read.json` of the build; undefined
 * when there is none or its source file has changed since.
 */
export const readCompiledScenario = (
  name: string,
  kind: CompilationKind,
  readBuilt: typeof readBuiltText = readBuiltText,
): Scenario | undefined => {
  const text = /^[\w-]+$/.test(name) ? readBuilt(`scenarios/${name}.${kind}.json`) : undefined
  if (text === undefined) return undefined
  // The build wrote this file from typed values.
  const compiled = JSON.parse(text) as CompiledScenario
  return compiled.source === sourceFingerprint(readPackageText(`scenarios/${name}.yaml`))
    ? compiled.scenario
    : undefined
}

/** Returns what a compiled scenario keeps of its source. */
export const sourceFingerprint = (text: string): string => fingerprint(text.split('\n'))
