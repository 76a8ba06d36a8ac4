import { statSync } from 'node:fs'
import { readScenario } from '../../sandbox/scenarios/reading/scenario-file.ts'
import { ScenarioError } from '../../sandbox/scenarios/schema/scenario-error.ts'
import { UsageError } from '../support/errors.ts'
import { readMap } from '../support/profile-file.ts'

/** Positions are found by reading the file as YAML, which takes seconds for the export of a large world. */
const LONGEST_JUDGED = 1_000_000

/**
 * Reads a scenario file as the value to send. Throws a `UsageError` that names line and column of what is
 * wrong, which the server cannot see; it judges longer files alone.
 */
export const scenarioToSend = (file: string): Record<string, unknown> => {
  const value = readMap('scenario', file, 'a scenario')
  if (statSync(file).size > LONGEST_JUDGED) return value
  try {
    readScenario(file)
  } catch (error) {
    throw error instanceof ScenarioError ? new UsageError(error.message) : error
  }
  return value
}
