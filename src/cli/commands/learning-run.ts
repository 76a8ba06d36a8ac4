import type { CheckOptions } from '../../checks/check/check.ts'
import { type LearnedAssumption, learnedAssumptions } from '../../checks/learning/learned-profile.ts'
import type { Report } from '../../checks/reports/schema.ts'
import { conclusion } from '../../checks/reports/sections.ts'
import { contractRun } from './contract-run.ts'
import type { Settings } from './contract-settings.ts'

/** Exit codes of a run that learned, even from a service that does not conform. */
const LEARNED: readonly number[] = [0, 1, 5]

/** The learned options of a run, and its report. */
interface LearningRun {
  readonly report: Report
  readonly learned: readonly LearnedAssumption[]
}

/** Runs the clauses to learn. Returns the exit code of a run that learned nothing, after saying why. */
export const learningRun = async (
  settings: Settings,
  options: CheckOptions,
): Promise<LearningRun | number> => {
  const report = await contractRun(settings, options)
  if (LEARNED.includes(report.exitCode)) return { report, learned: learnedAssumptions(report) }
  console.error(conclusion(report))
  return report.exitCode
}

/** Returns the options that were learned, by id of the assumption. */
export const learnedOptions = (learned: readonly LearnedAssumption[]): Record<string, string> =>
  Object.fromEntries(learned.flatMap(({ id, option }) => (option === undefined ? [] : [[id, option]])))

/** Names on standard error what the run left behind, if anything. */
export const printLeftBehind = ({ left }: Report): void => {
  if (left.length > 0) console.error(`Left behind, to be archived or restored by hand: ${left.join(', ')}`)
}
