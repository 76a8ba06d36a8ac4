import { counted } from '../../../lib/text/counted.ts'
import { type Paint, unpainted } from '../../../lib/text/terminal-style.ts'
import { findingLines } from '../../reports/finding.ts'
import { type JunitCase, junitXml } from '../../reports/junit-xml.ts'
import { fenced } from '../../reports/markdown.ts'
import type { ReportedFinding } from '../../reports/schema.ts'
import type { SearchReport } from './exploration-report.ts'

/**
 * Returns the report as text: each finding with its requests and a script, then the conclusion. Of findings
 * that were printed before it has one line each, with the number of exchanges.
 */
export const terminalSearchReport = (
  report: SearchReport,
  paint: Paint = unpainted,
  { arePrinted = false }: { readonly arePrinted?: boolean } = {},
): string => {
  const { findings, subject, steps, seed, conclusion, unconfirmed, left, unjudged = [] } = report
  const implied = Object.entries(report.profile)
  const lines = [
    `${paint('bold', subject)}  ${steps} responses${seed === null ? '' : `, seed ${seed}`}`,
    ...(arePrinted
      ? findings.map(
          ({ kind, rule, times = 1 }) => `${kind.toUpperCase()}  ${rule}  in ${counted(times, 'exchange')}`,
        )
      : onceEach(findings).flatMap(([finding, more]) => [
          '',
          ...findingLines(finding, paint),
          ...moreLine(more),
        ])),
    ...(unconfirmed.length > 0 ? ['', 'Seen once and not again, so not counted:'] : []),
    ...unconfirmed.map((line) => paint('dim', `  ${line}`)),
    ...(left.length > 0 ? ['', `Left: ${left.join(', ')}`] : []),
    ...(unjudged.length > 0 ? ['', 'Not judged:'] : []),
    ...unjudged.map((line) => `  ${line}`),
    ...(report.exercised ? ['', exercisedLine(report.exercised)] : []),
    ...(implied.length > 0 ? ['', 'Profile that the responses imply:'] : []),
    ...implied.map(([id, option]) => `  ${id}: ${JSON.stringify(option)}`),
    '',
    paint(findings.length === 0 ? 'green' : 'red', conclusion),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** Returns how many rules had something to judge, and which most often. */
const exercisedLine = (exercised: Readonly<Record<string, number>>): string => {
  const counts = Object.entries(exercised).sort(([, one], [, other]) => other - one)
  const used = counts.filter(([, count]) => count > 0)
  const most = used.slice(0, 5).map(([id, count]) => `${id} ${count}`)
  return `Rules that had something to judge: ${used.length} of ${counts.length}${most.length > 0 ? `, most often ${most.join(', ')}` : ''}.`
}

/** Returns the first finding of each rule and kind, with the number of others. */
const onceEach = (findings: readonly ReportedFinding[]): readonly (readonly [ReportedFinding, number])[] => {
  const groups = new Map<string, [ReportedFinding, number]>()
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.rule}`
    const group = groups.get(key)
    if (group) group[1] += 1
    else groups.set(key, [finding, 0])
  }
  return [...groups.values()]
}

const moreLine = (more: number): string[] =>
  more === 0 ? [] : [`  again     ${more} more of this rule; --report json=FILE has them all`]

/** Returns the report as Markdown, with the script of each finding. */
export const markdownSearchReport = (report: SearchReport): string => {
  const scripts = report.findings.flatMap(({ script }) => (script === undefined ? [] : fenced(script)))
  return `${[fenced(terminalSearchReport(report), 'text'), ...scripts].join('\n\n')}\n`
}

/** Returns the report as JUnit XML: a test case for each rule that is broken, or one that passes. */
export const junitSearchReport = ({ findings, conclusion }: SearchReport): string => {
  const cases = findings.map((finding): JunitCase => {
    const message = `expected ${finding.expected}, got ${finding.got}`
    const text = findingLines(finding).join('\n')
    return { name: finding.rule, outcome: { kind: 'failure', message, text } }
  })
  const suites = new Map([['search', cases.length > 0 ? cases : [{ name: conclusion }]]])
  return junitXml(suites, { name: 'playa' })
}

/** Returns the report as JSON, with the members that programs rely on first. */
export const jsonSearchReport = ({ findings, steps, seed, ...more }: SearchReport): string =>
  `${JSON.stringify({ findings, steps, seed, ...more }, null, 2)}\n`
