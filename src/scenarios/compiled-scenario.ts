import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, runsBuilt } from '../fixtures/package-root.ts'
import { readPackedJson } from '../fixtures/packed-json.ts'
import type { Scenario } from './scenario-schema.ts'

/**
 * A shipped scenario compiled to plain JSON, with the text that it was compiled from. A server starts from it
 * without reading YAML or the catalogue and without generating records.
 */
export interface CompiledScenario {
  readonly source: string
  readonly scenario: Scenario
}

/**
 * Folder of compiled scenarios, `{name}.drawn.json.br` and `{name}.read.json.br`. Undefined for code that runs from
 * source, which may be newer than the last build.
 */
export const COMPILED_FOLDER: string | undefined = runsBuilt()
  ? join(packageRoot(), 'dist', 'scenarios')
  : undefined

/** `drawn`: generated with its own seed. `read`: only parsed, for other seeds. */
export type CompilationKind = 'drawn' | 'read'

/** Reads a compiled scenario; undefined when there is none or its source file has changed since. */
export const readCompiledScenario = (
  name: string,
  folder: string,
  kind: CompilationKind,
): Scenario | undefined => {
  const [path, source] = [
    join(folder, `${name}.${kind}.json.br`),
    join(packageRoot(), 'scenarios', `${name}.yaml`),
  ]
  if (!/^[\w-]+$/.test(name) || !existsSync(path) || !existsSync(source)) return undefined
  // The build wrote this file from typed values.
  const compiled = readPackedJson(path) as CompiledScenario
  return compiled.source === readFileSync(source, 'utf8') ? compiled.scenario : undefined
}
