import { readCatalogue } from './catalogue.ts'
import { readPeople } from './people.ts'
import { type Base, build, type Sources } from './scenario-base.ts'
import { readScenario } from './scenario-file.ts'
import type { Scenario } from './scenario-schema.ts'
import { readSnapshot, SNAPSHOTS } from './scenario-snapshot.ts'

export type { Base } from './scenario-base.ts'
export { compileScenario, reviveScenario } from './scenario-snapshot.ts'

const shipped: Sources = { catalogue: readCatalogue, people: readPeople }

const BASES_KEPT = 8
const kept = new WeakMap<Scenario, Map<number, Base>>()

/** The base of a scenario under a seed; the last few are kept, so asking again costs nothing. Throws a ScenarioError. */
export const buildScenario = (scenario: Scenario, seed: number): Base =>
  remembered(scenario, seed, () => build(scenario, seed, shipped))

/**
 * The base of a scenario by its name or path: read from the package's snapshot when there is one of the same text and seed, else
 * built. Both give the same rows.
 */
export const baseOf = (nameOrPath: string, seed: number, snapshots: string | undefined = SNAPSHOTS): Base => {
  const scenario = readScenario(nameOrPath)
  return remembered(scenario, seed, () => {
    const snapshot = seed === scenario.seed && snapshots !== undefined ? readSnapshot(scenario, snapshots) : undefined
    return snapshot ? build(snapshot, seed, shipped) : build(scenario, seed, shipped)
  })
}

const remembered = (scenario: Scenario, seed: number, make: () => Base): Base => {
  const bySeed = kept.get(scenario) ?? new Map<number, Base>()
  const known = bySeed.get(seed)
  if (known) return known
  const base = make()
  const oldest = bySeed.keys().next()
  if (bySeed.size >= BASES_KEPT && !oldest.done) bySeed.delete(oldest.value)
  kept.set(scenario, bySeed.set(seed, base))
  return base
}
