import { isCounted, type SweepReport, type SweptFault, type SweptOption } from '../verdicts/findings.ts'

/** The findings of a sweep that count, those that are waived, and how many there are of each verdict. */
export interface Sections {
  readonly conclusion: string
  readonly counted: readonly (SweptOption | SweptFault)[]
  /** What a careful client need not expect, as far as it is found. */
  readonly advice: readonly (SweptOption | SweptFault)[]
  readonly waived: readonly (SweptOption | SweptFault)[]
  /** Number and name, e.g. `2 stood on`. */
  readonly optionCounts: readonly (readonly [number, string])[]
  readonly faultCounts: readonly (readonly [number, string])[]
}

/** Arranges a report for its readers. */
export const sectionsOf = (report: SweepReport): Sections => {
  const { assumptions, faults } = report
  const all = [...assumptions, ...faults]
  const counted = all.filter(isCounted)
  const option = (verdict: string) => assumptions.filter((entry) => entry.verdict === verdict).length
  const fault = (verdict: string) => faults.filter((entry) => entry.verdict === verdict).length
  return {
    conclusion: conclusionOf(report, counted.length),
    counted,
    advice: report.advice.filter(isCounted),
    waived: all.filter((entry) => entry.waived && entry.evidence !== null),
    optionCounts: [
      [option('stood-on'), 'stood on'],
      [option('free'), 'free'],
      [option('not-reached'), 'not reached'],
    ],
    faultCounts: [
      [fault('broken'), 'broken'],
      [fault('healed'), 'healed'],
      [fault('not-reached'), 'not reached'],
    ],
  }
}

const conclusionOf = ({ stopped, exitCode }: SweepReport, counted: number): string => {
  if (stopped !== null) return 'Nothing could be swept.'
  if (exitCode === 130) return 'Interrupted: what follows is a part.'
  if (counted > 0) return `${counted} ${counted === 1 ? 'finding' : 'findings'}.`
  return exitCode === 0 ? 'Nothing found.' : 'Nothing found, but waivers are at fault.'
}

/** Returns what a finding is about, as one sentence without its end. */
export const titleOf = (entry: SweptOption | SweptFault): string =>
  'option' in entry ? `${entry.question} ${entry.option}` : `${entry.fault}: ${entry.means}`
