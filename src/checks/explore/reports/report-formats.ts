import { counted } from '../../../lib/text/counted.ts'
import { markupText } from '../../../lib/text/markup.ts'
import { type Paint, unpainted } from '../../../lib/text/terminal-style.ts'
import { findingLines } from '../../reports/finding.ts'
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
  const scripts = report.findings.flatMap(({ script }) =>
    script === undefined ? [] : [`\`\`\`sh\n${script}\n\`\`\``],
  )
  return `${['```text', terminalSearchReport(report), '```', ...scripts].join('\n\n')}\n`
}

/** Returns the report as JUnit XML: a test case for each rule that is broken, or one that passes. */
export const junitSearchReport = (report: SearchReport): string => {
  const { findings, conclusion } = report
  const cases = findings.map(
    (finding) =>
      `    <testcase classname="search" name="${markupText(finding.rule)}"><failure message="${markupText(`expected ${finding.expected}, got ${finding.got}`)}">${markupText(findingLines(finding).join('\n'))}</failure></testcase>`,
  )
  const passed = `    <testcase classname="search" name="${markupText(conclusion)}"/>`
  const count = Math.max(1, findings.length)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="playa" tests="${count}" failures="${findings.length}" errors="0">
  <testsuite name="search" tests="${count}" failures="${findings.length}" errors="0" skipped="0">
${(findings.length > 0 ? cases : [passed]).join('\n')}
  </testsuite>
</testsuites>
`
}

/** Returns the report as JSON, with the members that programs rely on first. */
export const jsonSearchReport = ({ findings, steps, seed, ...more }: SearchReport): string =>
  `${JSON.stringify({ findings, steps, seed, ...more }, null, 2)}\n`
