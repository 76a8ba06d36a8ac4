import type { Catalogue } from '../world/catalogue.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeople } from '../fixtures/people-pool.ts'
import { type Base, build, type Sources } from './world-base.ts'
import { exportScenario } from './export-scenario.ts'
import { readScenario, sourceText } from './scenario-file.ts'
import type { Scenario } from './schema.ts'
import type { Snapshot, SnapshotKind } from './compiled-scenario.ts'

const shipped: Sources = { catalogue: readCatalogue, people: readPeople }

/** The base of a scenario under a seed, from the package's catalogue and people. Throws a ScenarioError. */
export const buildScenario = (scenario: Scenario, seed: number): Base => build(scenario, seed, shipped)

/** The base of a scenario by its name or path. Throws a ScenarioError. */
export const baseOf = (nameOrPath: string, seed: number): Base => buildScenario(readScenario(nameOrPath), seed)

/** The snapshot of a scenario, drawn under its own seed or only read. */
export const compileScenario = (name: string, kind: SnapshotKind): Snapshot => {
  const scenario = readScenario(name)
  if (kind === 'read') return { source: sourceText(scenario) ?? '', scenario }
  const base = buildScenario(scenario, scenario.seed)
  const { title, story, seed } = scenario
  return {
    source: sourceText(scenario) ?? JSON.stringify(scenario),
    scenario: exportScenario(base, { name: scenario.name, title, story, seed }),
  }
}

/** The base that a snapshot was made of. The catalogue is read only when somebody looks at a catalogue inquiry. */
export const reviveScenario = ({ scenario }: Snapshot, catalogue: () => Catalogue): Base =>
  build(scenario, scenario.seed, { catalogue, people: readPeople })
