import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '../domain/catalogue.ts'
import { contentHash } from '../domain/chance.ts'
import { readCatalogue } from './catalogue.ts'
import { packageRoot } from './package-root.ts'
import { readPeople } from './people.ts'
import { type Base, build } from './scenario-base.ts'
import { exportScenario } from './scenario-export.ts'
import { readScenario, sourceText } from './scenario-file.ts'
import type { Scenario } from './scenario-schema.ts'

/**
 * A shipped scenario with everything drawn already, so that a server starts without building it, or even reading the catalogue.
 * It is plain JSON: an exported scenario and the fingerprint of the file that it was made from.
 */
export interface Snapshot {
  readonly source: string
  readonly scenario: Scenario
}

// Code that runs from its sources may be newer than what was built last, and would show the rows of yesterday's rules.
const runsBuilt = fileURLToPath(import.meta.url).startsWith(join(packageRoot(), 'dist') + sep)

/** The folder where the package's build leaves snapshots, `{name}.json` each; undefined for code that runs unbuilt. */
export const SNAPSHOTS: string | undefined = runsBuilt ? join(packageRoot(), 'dist', 'scenarios') : undefined

/** The snapshot of a scenario under its own seed. */
export const compileScenario = (name: string): Snapshot => {
  const scenario = readScenario(name)
  const base = build(scenario, scenario.seed, { catalogue: readCatalogue, people: readPeople })
  const { title, story, seed } = scenario
  return {
    source: fingerprintOf(scenario),
    scenario: exportScenario(base, { name: scenario.name, title, story, seed }),
  }
}

/** The base that a snapshot was made of. The catalogue is read only when somebody looks at a catalogue inquiry. */
export const reviveScenario = ({ scenario }: Snapshot, catalogue: () => Catalogue): Base =>
  build(scenario, scenario.seed, { catalogue, people: readPeople })

/** The scenario of a snapshot in the folder, when there is one that was made from the same text. */
export const readSnapshot = (scenario: Scenario, folder: string): Scenario | undefined => {
  const path = join(folder, `${scenario.name}.json`)
  if (!existsSync(path)) return undefined
  // The build wrote this file from typed values; its fingerprint says that it belongs to this scenario.
  const snapshot = JSON.parse(readFileSync(path, 'utf8')) as Snapshot
  return snapshot.source === fingerprintOf(scenario) ? snapshot.scenario : undefined
}

const fingerprintOf = (scenario: Scenario): string => contentHash(sourceText(scenario) ?? JSON.stringify(scenario))
