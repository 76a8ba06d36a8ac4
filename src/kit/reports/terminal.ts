import type { Verdict } from '../runner/clause.ts'
import { countedFailures } from './report.ts'
import type { Report, ReportedClause } from './schema.ts'
import {
  adviceIn,
  bySection,
  conclusion,
  coverageSentence,
  nonZeroCounts,
  skipReasons,
  unexercised,
} from './sections.ts'

const COLOURS: Readonly<Record<Verdict, number>> = {
  skipped: 90,
  passed: 32,
  observed: 36,
  warned: 33,
  advised: 33,
  failed: 31,
  broken: 35,
}
const MARKS: Readonly<Record<Verdict, string>> = {
  skipped: '-',
  passed: '.',
  observed: 'o',
  warned: 'w',
  advised: 'a',
  failed: 'F',
  broken: 'B',
}

/** Returns one character that shows a verdict in a progress line. */
export const progressMark = (verdict: Verdict, colour: boolean): string =>
  paint(MARKS[verdict], COLOURS[verdict], colour)

/** Returns the report as text: failures with commands that reproduce them, then a summary by section. */
export const terminalReport = (report: Report, colour: boolean): string => {
  if (report.clauses.length === 0) return `${printable(conclusion(report))}\n`
  const failures = countedFailures(report)
  const parts = [...failures.map((entry) => failureText(entry, colour)), sections(report, colour)]
  const warned = report.clauses.flatMap(({ id, warnings }) =>
    warnings.map((warning) => `  ${id}: ${printable(warning)}`),
  )
  if (warned.length > 0) parts.push(['Warnings:', ...warned].join('\n'))
  const advice = adviceIn(report).map(({ id, sentence }) => `  ${id}: ${printable(sentence)}`)
  if (advice.length > 0) parts.push(['Advice, which is no failure:', ...advice].join('\n'))
  const skipped = skipReasons(report.clauses)
  if (skipped.length > 0)
    parts.push(
      ['Skipped:', ...skipped.map(([reason, count]) => `  ${count} because ${printable(reason)}`)].join('\n'),
    )
  const uncovered = unexercised(report).slice(0, MAX_REASONS)
  if (uncovered.length > 0)
    parts.push(
      [
        `${coverageSentence(report)} Not exercised:`,
        ...uncovered.map(([reason, ids]) => `  ${ids.join(', ')}: ${printable(reason)}`),
      ].join('\n'),
    )
  const missing = report.missingCoverage.map(
    ({ area, id, reason }) => `  ${area}: ${id}: ${printable(reason)}`,
  )
  if (missing.length > 0) parts.push(['Required and not exercised:', ...missing].join('\n'))
  const faults = report.waiverFaults.map(({ clause, fault }) => `  ${printable(clause)}: ${fault}`)
  if (faults.length > 0) parts.push(['Waivers at fault:', ...faults].join('\n'))
  if (report.left.length > 0)
    parts.push(`Left behind, to be archived, put back or removed by hand: ${report.left.join(', ')}`)
  const waivable = failures.filter(({ verdict }) => verdict === 'failed').length
  if (waivable > 0)
    parts.push(
      `To accept ${waivable === 1 ? 'it' : `these ${waivable} failures`} for a while: --write-waivers FILE, then --waivers FILE.`,
    )
  if (report.noCreate !== null && report.exitCode !== 4) parts.push(printable(report.noCreate))
  parts.push(`${printable(conclusion(report))} ${exercisedShare(report)}${total(report)}`)
  return `${parts.join('\n\n')}\n`
}

const MAX_REASONS = 12

/** Returns one failure with its statements and the commands that reproduce it. */
export const failureText = (entry: ReportedClause, colour: boolean): string => {
  const head = `${paint(entry.verdict, COLOURS[entry.verdict], colour)} ${entry.id}: ${entry.title}`
  if (!entry.violation)
    return `${head}\n  The kit itself failed, which says nothing about the service: ${printable(entry.reason ?? '')}\n  again      ${entry.again}`
  const { expected, got, curl, script } = entry.violation
  const lines = [
    head,
    `  statement  ${entry.statements.join(', ')}`,
    ...entry.sentences.map((sentence) => `             ${sentence}`),
    `  expected   ${printable(expected)}`,
    `  got        ${printable(got)}`,
  ]
  if (curl) lines.push(`  reproduce  ${printable(curl)}`)
  if (script && script.split('\n# ').length > 5)
    lines.push(
      '  sequence',
      ...printable(script)
        .split('\n')
        .map((line) => `    ${line}`),
    )
  return [...lines, `  again      ${entry.again}`].join('\n')
}

const sections = ({ clauses }: Report, colour: boolean): string => {
  const width = Math.max(7, ...clauses.map(({ section }) => section.length))
  return Array.from(
    bySection(clauses),
    ([section, entries]) => `  ${section.padEnd(width)}  ${countsOf(entries, colour)}`,
  ).join('\n')
}

const countsOf = (entries: readonly ReportedClause[], colour: boolean): string =>
  (['passed', 'observed', 'warned', 'advised', 'failed', 'broken', 'skipped'] as const)
    .map((verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => paint(`${count} ${verdict}`, COLOURS[verdict], colour))
    .join(', ')

const total = ({ summary, tookMs, learned }: Report): string => {
  const open = new Set(learned.map(({ id }) => id)).size
  const verdicts = nonZeroCounts(summary).map(([name, count]) => `${count} ${name}`)
  return `${verdicts.join(', ')}; ${open} open questions answered; ${(tookMs / 1_000).toFixed(1)} s.`
}

/** Returns the last line of a run without failures: how much it leaves unknown. */
const exercisedShare = (report: Report): string =>
  report.exitCode === 0 && report.coverage.exercised < MOST_EXERCISED * report.coverage.of
    ? `${coverageSentence(report)} `
    : ''

/** A run without special circumstances exercises more than this part of the statements. */
const MOST_EXERCISED = 0.8

const paint = (text: string, code: number, colour: boolean): string =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text

/** Replaces control characters, so that a response cannot control the reader's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
const printable = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?')
