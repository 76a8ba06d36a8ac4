import { largeScenario, type ScenarioSize } from '../../src/scenarios/large-scenario.ts'
import type { ScenarioFile } from '../../src/scenarios/scenario-schema.ts'

const PLACES = 10_000_000

/** The scenario of so many rows, with a package that no measure can exhaust. */
export const wideScenario = (size: ScenarioSize): ScenarioFile => {
  const scenario = largeScenario(size)
  return {
    ...scenario,
    agencies: scenario.agencies.map((agency) => ({
      ...agency,
      package: { Alta: PLACES, Media: PLACES, Baja: PLACES },
    })),
  }
}
