import { findingLines } from './finding.ts'
import { type JunitCase, type JunitOutcome, type JunitSuites, junitXml } from './junit-xml.ts'
import type { Report, ReportedClause } from './schema.ts'
import { bySection, conclusion, failureSentence } from './sections.ts'

/**
 * Returns the report as JUnit XML, with a suite for each section, and one for the rules that responses break.
 */
export const junitReport = (report: Report): string => {
  const { clauses, rules, tookMs, startedAt } = report
  const suites: JunitSuites = new Map()
  for (const [section, entries] of bySection(clauses)) suites.set(section, entries.map(caseOf))
  const findings = rules.findings.map((finding) => ({ name: finding.rule, warnings: findingLines(finding) }))
  if (findings.length > 0) suites.set('rules', findings)
  // A pipeline that reads only this file must see that nothing was checked.
  if (report.stopped !== null || report.exitCode === 4) {
    const outcome = { kind: 'error', message: conclusion(report) } as const
    suites.set('run', [{ name: 'run/reaches-the-service', outcome }])
  }
  return junitXml(suites, { name: 'playa', tookMs, startedAt })
}

const caseOf = (entry: ReportedClause): JunitCase => ({ ...entry, name: entry.id, outcome: outcomeOf(entry) })

const outcomeOf = (entry: ReportedClause): JunitOutcome | undefined => {
  const { verdict, violation, reason } = entry
  if (verdict === 'skipped') return { kind: 'skipped', message: reason ?? '' }
  if (verdict === 'broken') return { kind: 'error', message: 'the kit itself failed', text: reason ?? '' }
  if (verdict !== 'failed' || !violation) return undefined
  if (entry.waived) return { kind: 'skipped', message: 'waived' }
  if (entry.known) return { kind: 'skipped', message: 'failed in the baseline too' }
  const command = violation.script ?? violation.curl ?? ''
  return {
    kind: 'failure',
    message: `${entry.statements.join(', ')}: ${failureSentence(entry)}`,
    text: [entry.title, ...entry.sentences, command, entry.again].join('\n'),
  }
}
