import type { Verdict } from './clause.ts'
import type { Report, ReportedClause } from './report.ts'
import { bySection } from './sections.ts'

const COLOURS: Readonly<Record<Verdict, number>> = { skipped: 90, passed: 32, observed: 36, warned: 33, failed: 31, broken: 35 }
const MARKS: Readonly<Record<Verdict, string>> = { skipped: '-', passed: '.', observed: 'o', warned: 'w', failed: 'F', broken: 'B' }

/** One character for a clause that ended, for progress. */
export const mark = (verdict: Verdict, colour: boolean): string => paint(MARKS[verdict], COLOURS[verdict], colour)

/** The report as text: failures with what reproduces them, then a summary by section. */
export const terminal = (report: Report, colour: boolean): string => {
  if (report.stopped) return `${report.stopped}\n`
  const failures = report.clauses.filter(({ verdict, waived }) => (verdict === 'failed' && !waived) || verdict === 'broken')
  const parts = failures.map((entry) => failure(entry, colour))
  const width = Math.max(...report.clauses.map(({ section }) => section.length), 7)
  const rows = Array.from(bySection(report.clauses), ([section, entries]) => `  ${section.padEnd(width)}  ${countsOf(entries, colour)}`)
  parts.push(['', ...rows].join('\n'))
  const skipped = new Map<string, number>()
  for (const { verdict, reason } of report.clauses) if (verdict === 'skipped') skipped.set(reason ?? '', (skipped.get(reason ?? '') ?? 0) + 1)
  if (skipped.size > 0) parts.push(['Skipped:', ...Array.from(skipped, ([reason, count]) => `  ${count} because ${reason}`)].join('\n'))
  for (const { clause, fault } of report.waiverFaults) parts.push(`Waiver ${clause}: ${fault}`)
  if (report.left.length > 0) parts.push(`Left behind, to be archived by hand: ${report.left.join(', ')}`)
  if (failures.length > 0) parts.push(waiverEntries(failures))
  parts.push(`${verdictSentence(report)} ${total(report)}`)
  return `${parts.join('\n\n')}\n`
}

const failure = (entry: ReportedClause, colour: boolean): string => {
  const head = `${paint(entry.verdict, COLOURS[entry.verdict], colour)} ${entry.id}: ${entry.title}`
  if (!entry.violation) return `${head}\n  The kit itself failed, which says nothing of the subject:\n  ${entry.reason}`
  const { expected, got, curl } = entry.violation
  const lines = [head, `  statement  ${entry.statements.join(', ')}`, `  expected   ${expected}`, `  got        ${got}`]
  if (curl) lines.push(`  reproduce  ${curl}`)
  return [...lines, `  again      ${entry.again}`].join('\n')
}

const countsOf = (entries: readonly ReportedClause[], colour: boolean): string =>
  (['passed', 'observed', 'warned', 'failed', 'broken', 'skipped'] as const)
    .map((verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => paint(`${count} ${verdict}`, COLOURS[verdict], colour))
    .join(', ')

const verdictSentence = ({ exitCode, interrupted }: Report): string => {
  if (interrupted) return 'Interrupted.'
  if (exitCode === 0) return 'Conforms.'
  if (exitCode === 4) return 'Nothing meaningful could be checked.'
  return exitCode === 5 ? 'Conforms, but a waiver is at fault.' : 'Does not conform.'
}

const total = ({ summary, tookMs, learned }: Report): string => {
  const counts = Object.entries(summary).filter(([, count]) => count > 0)
  const open = new Set(learned.map(({ id }) => id)).size
  return `${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}; ${open} open questions answered; ${(tookMs / 1_000).toFixed(1)} s.`
}

/** Entries for a waiver file, to be completed by whoever answers for them. */
const waiverEntries = (failures: readonly ReportedClause[]): string => {
  const entries = failures
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ id, violation }) =>
      [
        `- clause: ${id}`,
        '  owner: YOUR NAME',
        `  reason: ${JSON.stringify(`expected ${violation?.expected}, got ${violation?.got}`)}`,
        '  issue: https://example.com/ISSUE',
        '  expires: YYYY-MM-DD',
      ].join('\n'),
    )
  return entries.length === 0 ? '' : `For --waivers, when a failure is known and accepted for a while:\n${entries.join('\n')}`
}

const paint = (text: string, code: number, colour: boolean): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
