import { markupText } from '../../text/markup.ts'
import {
  isCounted,
  type SweepReport,
  type SweptFault,
  type SweptOption,
  variantId,
} from '../verdicts/findings.ts'
import { findingHead, titleOf } from './sections.ts'

/** Returns the report as JUnit XML: a suite of silences and one of faults. */
export const junitSweepReport = (report: SweepReport): string => {
  const { assumptions, faults, stopped, tookMs } = report
  const all = [...assumptions, ...faults]
  const errors = stopped === null ? 0 : 1
  const head = `tests="${all.length + errors}" failures="${all.filter(isCounted).length}" errors="${errors}"`
  const suites = [suite('silences', assumptions), suite('faults', faults)]
  if (stopped !== null)
    suites.push(
      `  <testsuite name="run" tests="1" failures="0" errors="1">\n    <testcase classname="run" name="undisturbed"><error message="${markupText(stopped)}"/></testcase>\n  </testsuite>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="playa sweep" ${head} time="${(tookMs / 1_000).toFixed(3)}">\n${suites.join('\n')}\n</testsuites>\n`
}

const suite = (name: string, entries: readonly (SweptOption | SweptFault)[]): string => {
  const failures = entries.filter(isCounted).length
  const skipped = entries.filter(isSkipped).length
  const cases = entries.map((entry) => testCase(name, entry)).join('\n')
  return `  <testsuite name="${name}" tests="${entries.length}" failures="${failures}" errors="0" skipped="${skipped}">\n${cases}\n  </testsuite>`
}

const isSkipped = ({ verdict, waived, evidence }: SweptOption | SweptFault): boolean =>
  verdict === 'not-reached' || (waived && evidence !== null)

const testCase = (suiteName: string, entry: SweptOption | SweptFault): string => {
  const open = `    <testcase classname="${suiteName}" name="${markupText(variantId(entry))}"`
  const inside = insideOf(entry)
  return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`
}

const insideOf = (entry: SweptOption | SweptFault): string => {
  const { evidence, waived, verdict, note } = entry
  if (verdict === 'not-reached') return `<skipped message="${markupText(note ?? 'not reached')}"/>`
  if (evidence === null) return ''
  if (waived) return '<skipped message="waived"/>'
  const text = [
    `it ${findingHead(entry)}`,
    titleOf(entry),
    ...evidence.next,
    ...evidence.world,
    evidence.output,
    evidence.again,
  ].join('\n')
  return `<failure message="${markupText(evidence.reason)}">${markupText(text)}</failure>`
}
