import { markupText } from '../../lib/text/markup.ts'
import { findingLines } from './finding.ts'
import type { Report, ReportedClause, ReportedFinding } from './schema.ts'
import { bySection, conclusion, failureSentence } from './sections.ts'

/**
 * Returns the report as JUnit XML, with a suite for each section, and one for the rules that responses break.
 * JUnit has no warnings: they are the error output of test cases that pass.
 */
export const junitReport = (report: Report): string => {
  const { clauses, rules, tookMs, startedAt } = report
  const suites = Array.from(bySection(clauses), ([section, entries]) => suite(section, entries, startedAt))
  const count = (is: (entry: ReportedClause) => boolean) => clauses.filter(is).length
  if (rules.findings.length > 0) suites.push(ruleSuite(rules.findings, startedAt))
  // A pipeline that reads only this file must see that nothing was checked.
  const isStopped = report.stopped !== null || report.exitCode === 4
  if (isStopped) suites.push(stoppedSuite(conclusion(report), startedAt))
  const errors = count(isBroken) + Number(isStopped)
  const tests = `tests="${clauses.length + rules.findings.length + Number(isStopped)}" failures="${count(isFailure)}" errors="${errors}"`
  const head = `<testsuites name="playa" ${tests} time="${(tookMs / 1_000).toFixed(3)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('\n')}\n</testsuites>\n`
}

const isFailure = ({ verdict, waived, known }: ReportedClause): boolean =>
  verdict === 'failed' && !waived && !known

const isBroken = ({ verdict }: ReportedClause): boolean => verdict === 'broken'

const stoppedSuite = (sentence: string, startedAt: string): string =>
  `  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0" timestamp="${startedAt}">
    <testcase classname="run" name="run/reaches-the-service"><error message="${markupText(sentence)}"/></testcase>
  </testsuite>`

const ruleSuite = (findings: readonly ReportedFinding[], startedAt: string): string => {
  const cases = findings.map(
    (finding) =>
      `    <testcase classname="rules" name="${markupText(finding.rule)}">${warningOutput(findingLines(finding))}</testcase>`,
  )
  return `  <testsuite name="rules" tests="${findings.length}" failures="0" errors="0" skipped="0" timestamp="${startedAt}">\n${cases.join('\n')}\n  </testsuite>`
}

const warningOutput = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<system-err>${markupText(lines.join('\n'))}</system-err>`

const suite = (section: string, entries: readonly ReportedClause[], startedAt: string): string => {
  const skipped = entries.filter(
    ({ verdict, waived, known }) => verdict === 'skipped' || waived || known,
  ).length
  const counts = `tests="${entries.length}" failures="${entries.filter(isFailure).length}" errors="${entries.filter(isBroken).length}" skipped="${skipped}"`
  return `  <testsuite name="${markupText(section)}" ${counts} timestamp="${startedAt}">\n${entries.map(testCase).join('\n')}\n  </testsuite>`
}

const testCase = (entry: ReportedClause): string => {
  const open = `    <testcase classname="${markupText(entry.section)}" name="${markupText(entry.id)}" time="${(entry.tookMs / 1_000).toFixed(3)}"`
  const inside = insideOf(entry) + warningOutput(entry.warnings)
  return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`
}

const insideOf = (entry: ReportedClause): string => {
  const { verdict, violation, reason } = entry
  if (verdict === 'skipped') return `<skipped message="${markupText(reason ?? '')}"/>`
  if (verdict === 'broken')
    return `<error message="the kit itself failed">${markupText(reason ?? '')}</error>`
  if (verdict !== 'failed' || !violation) return ''
  if (entry.waived) return '<skipped message="waived"/>'
  if (entry.known) return '<skipped message="failed in the baseline too"/>'
  const message = `${entry.statements.join(', ')}: ${failureSentence(entry)}`
  return `<failure message="${markupText(message)}">${markupText([entry.title, ...entry.sentences, violation.script ?? violation.curl ?? '', entry.again].join('\n'))}</failure>`
}
