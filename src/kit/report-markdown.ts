import type { Report } from './report.ts'
import { bySection } from './sections.ts'

/** The report for a pipeline's summary page. */
export const markdown = (report: Report): string => {
  const { summary, subject, clauses, learned, left, stopped } = report
  const counts = Object.entries(summary).filter(([, count]) => count > 0)
  const lines = [
    `## Contract of ${subject}: ${report.exitCode === 0 ? 'conforms' : 'does not conform'}`,
    '',
    stopped ?? counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '),
    '',
    '| section | clauses | failed | skipped |',
    '|---|---:|---:|---:|',
    ...Array.from(bySection(clauses), ([section, entries]) => {
      const failed = entries.filter(({ verdict, waived }) => verdict === 'failed' && !waived).length
      return `| ${section} | ${entries.length} | ${failed} | ${entries.filter(({ verdict }) => verdict === 'skipped').length} |`
    }),
  ]
  const failures = clauses.filter(({ verdict, waived }) => (verdict === 'failed' && !waived) || verdict === 'broken')
  for (const entry of failures) {
    lines.push('', `### ${entry.id}`, '', `${entry.title} (${entry.statements.join(', ')}).`, '')
    if (entry.violation) lines.push(`Expected ${cell(entry.violation.expected)}, got ${cell(entry.violation.got)}.`)
    else lines.push(`The kit itself failed: ${cell(entry.reason ?? '')}`)
    if (entry.violation?.curl) lines.push('', '```sh', entry.violation.curl, entry.again, '```')
  }
  if (learned.length > 0) {
    const rows = new Map(learned.map(({ id, option }) => [id, option]))
    lines.push('', '<details><summary>Learned</summary>', '', ...Array.from(rows, ([id, option]) => `- \`${id}\`: ${cell(option)}`), '', '</details>')
  }
  if (left.length > 0) lines.push('', `Left behind: ${left.join(', ')}`)
  return `${lines.join('\n')}\n`
}

const cell = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll('\n', ' ')}\``
