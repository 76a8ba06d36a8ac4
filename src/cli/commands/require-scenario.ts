import { ControlError } from '../../api/problems/control-error.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { UsageError } from '../support/errors.ts'
import type { StartOptions } from '../support/start-options.ts'

/** Throws a `UsageError` with the problems of a scenario from which no world can be made. */
export const requireScenario = async ({ scenario, seed }: StartOptions): Promise<void> => {
  if (scenario === undefined) return
  try {
    const simulator = await Simulator.open({ scenario, ...(seed !== undefined && { seed }) })
    await simulator.close()
  } catch (error) {
    throw error instanceof ControlError ? new UsageError(error.message) : error
  }
}
