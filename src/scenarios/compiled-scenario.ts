import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../fixtures/package-root.ts'
import type { Scenario } from './schema.ts'

/**
 * A shipped scenario with everything drawn already, so that a server starts without reading YAML, building anything, or even opening the
 * catalogue. It is plain JSON: an exported scenario and the text that it was made from.
 */
export interface Snapshot {
  readonly source: string
  readonly scenario: Scenario
}

// Code that runs from its sources may be newer than what was built last, and would show the rows of yesterday's rules.
const runsBuilt = fileURLToPath(import.meta.url).startsWith(join(packageRoot(), 'dist') + sep)

/** The folder where the package's build leaves snapshots, `{name}.drawn.json` and `{name}.read.json` each; undefined for code that runs unbuilt. */
export const SNAPSHOTS: string | undefined = runsBuilt ? join(packageRoot(), 'dist', 'scenarios') : undefined

/** With everything drawn under its own seed; or only read, for other seeds to draw from. */
export type SnapshotKind = 'drawn' | 'read'

/** The scenario of the snapshot of that name, when there is one that was made from the text that now stands under the name. */
export const readSnapshot = (name: string, folder: string, kind: SnapshotKind): Scenario | undefined => {
  const [path, source] = [join(folder, `${name}.${kind}.json`), join(packageRoot(), 'scenarios', `${name}.yaml`)]
  if (!/^[\w-]+$/.test(name) || !existsSync(path) || !existsSync(source)) return undefined
  // The build wrote this file from typed values.
  const snapshot = JSON.parse(readFileSync(path, 'utf8')) as Snapshot
  return snapshot.source === readFileSync(source, 'utf8') ? snapshot.scenario : undefined
}
