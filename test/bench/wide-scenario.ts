import { bigScenario, type Size } from '../../src/scenarios/large-scenario.ts'
import type { ScenarioFile } from '../../src/scenarios/schema.ts'

const PLACES = 10_000_000

/** The scenario of so many rows, with a package that no measure can exhaust. */
export const wideScenario = (size: Size): ScenarioFile => {
  const scenario = bigScenario(size)
  return {
    ...scenario,
    agencies: scenario.agencies.map((agency) => ({
      ...agency,
      package: { Alta: PLACES, Media: PLACES, Baja: PLACES },
    })),
  }
}
