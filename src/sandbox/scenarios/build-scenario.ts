import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeoplePool } from '../fixtures/people-pool.ts'
import type { CompilationKind, CompiledScenario } from './compiled-scenario.ts'
import { exportScenario } from './export-scenario.ts'
import { readScenario, sourceText } from './reading/scenario-file.ts'
import type { Scenario } from './schema/scenario-schema.ts'
import { type BaseSources, buildBase, type WorldBase } from './world-base.ts'

const shipped: BaseSources = { catalogue: readCatalogue, people: readPeoplePool }

/** Builds the base of a scenario with the shipped catalogue and people. Throws a ScenarioError. */
export const buildScenario = (scenario: Scenario, seed: number): WorldBase =>
  buildBase(scenario, seed, shipped)

/** Builds the base of a scenario by its name or path. Throws a ScenarioError. */
export const baseOf = (nameOrPath: string, seed: number): WorldBase =>
  buildScenario(readScenario(nameOrPath), seed)

/** Compiles a scenario: generated with its own seed (`drawn`), or only parsed (`read`). */
export const compileScenario = (name: string, kind: CompilationKind): CompiledScenario => {
  const scenario = readScenario(name)
  const source = sourceText(scenario) ?? JSON.stringify(scenario)
  if (kind === 'read') return { source, scenario }
  const base = buildScenario(scenario, scenario.seed)
  const { title, story, seed } = scenario
  return {
    source,
    scenario: exportScenario(base, { name: scenario.name, title, story, seed }),
  }
}
