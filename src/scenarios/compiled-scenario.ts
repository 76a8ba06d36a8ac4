import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../fixtures/package-root.ts'
import type { Scenario } from './scenario-schema.ts'

/**
 * A shipped scenario compiled to plain JSON, with the text that it was compiled from. A server starts from it
 * without reading YAML or the catalogue and without generating records.
 */
export interface CompiledScenario {
  readonly source: string
  readonly scenario: Scenario
}

// Code that runs from source may be newer than the last build, whose compiled scenarios would then be
// outdated.
const runsBuilt = fileURLToPath(import.meta.url).startsWith(join(packageRoot(), 'dist') + sep)

/**
 * Folder of compiled scenarios, `{name}.drawn.json` and `{name}.read.json`; undefined for code that runs
 * from source.
 */
export const COMPILED_FOLDER: string | undefined = runsBuilt
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
    join(folder, `${name}.${kind}.json`),
    join(packageRoot(), 'scenarios', `${name}.yaml`),
  ]
  if (!/^[\w-]+$/.test(name) || !existsSync(path) || !existsSync(source)) return undefined
  // The build wrote this file from typed values.
  const compiled = JSON.parse(readFileSync(path, 'utf8')) as CompiledScenario
  return compiled.source === readFileSync(source, 'utf8') ? compiled.scenario : undefined
}
