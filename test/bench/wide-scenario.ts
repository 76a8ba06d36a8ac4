import { largeScenario, type ScenarioSize } from '../../src/scenarios/large-scenario.ts'
import type { ScenarioFile } from '../../src/scenarios/scenario-schema.ts'

const SLOTS = 10_000_000

/** Creates a large scenario whose package never fills up during a measurement. */
export const wideScenario = (size: ScenarioSize): ScenarioFile => {
  const scenario = largeScenario(size)
  return {
    ...scenario,
    agencies: scenario.agencies.map((agency) => ({
      ...agency,
      package: { Alta: SLOTS, Media: SLOTS, Baja: SLOTS },
    })),
  }
}
