import { countedFailures } from './report.ts'
import type { Report, ReportedClause } from './schema.ts'
import {
  adviceIn,
  bySection,
  conclusion,
  coverageSentence,
  failureSentence,
  nonZeroCounts,
  skipReasons,
  unexercised,
} from './sections.ts'
import { waiverEntries } from './waiver-entries.ts'

/** Returns the report as Markdown, for the summary page of a pipeline. */
export const markdownReport = (report: Report): string => {
  const { summary, subject, clauses, learned, left, waiverFaults } = report
  const lines = [
    `## Contract of ${plain(subject)}`,
    '',
    `**${plain(conclusion(report))}** ${nonZeroCounts(summary)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  ]
  if (clauses.length > 0) lines.push('', ...table(clauses))
  for (const entry of countedFailures(report)) lines.push('', ...failure(entry))
  const warned = clauses.filter(({ warnings }) => warnings.length > 0)
  if (warned.length > 0)
    lines.push(
      '',
      '### Warnings',
      '',
      ...warned.flatMap(({ id, warnings }) => warnings.map((warning) => `- \`${id}\`: ${plain(warning)}`)),
    )
  const advice = adviceIn(report)
  if (advice.length > 0)
    lines.push(
      '',
      ...folded(
        'Advice, which is no failure',
        advice.map(({ id, sentence }) => `- \`${id}\`: ${plain(sentence)}`),
      ),
    )
  if (waiverFaults.length > 0)
    lines.push(
      '',
      '### Waivers at fault',
      '',
      ...waiverFaults.map(({ clause, fault }) => `- ${code(clause)}: ${fault}`),
    )
  if (learned.length > 0)
    lines.push(
      '',
      ...folded('Learned', [...new Set(learned.map(({ id, option }) => `- \`${id}\`: ${code(option)}`))]),
    )
  if (summary.skipped > 0)
    lines.push(
      '',
      ...folded(
        'Skipped',
        skipReasons(clauses).map(([reason, count]) => `- ${count}: ${plain(reason)}`),
      ),
    )
  const uncovered = unexercised(report)
  if (uncovered.length > 0)
    lines.push(
      '',
      ...folded(
        `Coverage: ${coverageSentence(report)}`,
        uncovered.map(([reason, ids]) => `- ${ids.join(', ')}: ${plain(reason)}`),
      ),
    )
  const entries = waiverEntries(countedFailures(report), report.startedAt)
  if (entries !== '') lines.push('', ...folded('For a waiver file', ['```yaml', entries, '```']))
  if (left.length > 0)
    lines.push('', `Left behind, to be archived or put back by hand: ${left.map(code).join(', ')}`)
  return `${lines.join('\n')}\n`
}

const table = (clauses: readonly ReportedClause[]): string[] => [
  '| section | clauses | failed | accepted | skipped |',
  '|---|---:|---:|---:|---:|',
  ...Array.from(bySection(clauses), ([section, entries]) => {
    const waived = entries.filter(({ waived: isWaived, known }) => isWaived || known).length
    const failed =
      entries.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken').length - waived
    return `| ${section} | ${entries.length} | ${failed} | ${waived} | ${entries.filter(({ verdict }) => verdict === 'skipped').length} |`
  }),
]

const failure = (entry: ReportedClause): string[] => {
  const { id, title, statements, sentences, violation, again } = entry
  const summary = violation
    ? `Expected ${code(violation.expected)}, got ${code(violation.got)}.`
    : plain(failureSentence(entry))
  return [
    `### ${id}`,
    '',
    `${plain(title)} (${statements.join(', ')}).`,
    '',
    ...sentences.map((sentence) => `> ${plain(sentence)}`),
    '',
    summary,
    '',
    ...fenced([violation?.script ?? violation?.curl, again].flatMap((line) => line ?? [])),
  ]
}

const folded = (summary: string, lines: readonly string[]): string[] => [
  `<details><summary>${summary}</summary>`,
  '',
  ...lines,
  '',
  '</details>',
]

/** Encloses lines in a fence that is longer than any fence in them. */
const fenced = (lines: readonly string[]): string[] => {
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sh`, ...lines, fence]
}

const code = (text: string): string => `\`${text.replaceAll('`', "'").replace(/\s*\n\s*/g, ' ')}\``

/** Escapes the characters that Markdown interprets. */
const plain = (text: string): string =>
  text.replace(/\s*\n\s*/g, ' ').replace(/[\\`*_[\]<>|]/g, (mark) => `\\${mark}`)
