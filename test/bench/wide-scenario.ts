import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScenarioFile } from '../../src/sandbox/scenarios/schema/scenario-schema.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { largeScenario, type ScenarioSize } from '../support/large-scenario.ts'

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

/**
 * Opens a simulator with such a scenario from a file, which may hold more than one that is passed as a value.
 */
export const openWide = async (size: ScenarioSize): Promise<Simulator> => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-bench-'))
  try {
    const file = join(folder, 'wide.json')
    writeFileSync(file, JSON.stringify(wideScenario(size)))
    return await Simulator.open({ scenario: file })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
