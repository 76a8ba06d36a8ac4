import { findingLines } from './finding.ts'
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
import { waiverEntries } from './waivers.ts'

/** Returns the report as Markdown, for the summary page of a pipeline. */
export const markdownReport = (report: Report): string => {
  const blocks = [
    headline(report),
    table(report.clauses),
    ...countedFailures(report).map(failure),
    warnings(report.clauses),
    ruleWarnings(report),
    advice(report),
    waiversAtFault(report),
    learnedOptions(report),
    skipped(report.clauses),
    coverage(report),
    waiverFile(report),
    leftBehind(report),
  ]
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ''])
  return lines.join('\n')
}

/** A block of lines; empty when there is nothing to report. */
type Block = readonly string[]

const headline = (report: Report): Block => {
  const counts = nonZeroCounts(report.summary).map(([name, count]) => `${count} ${name}`)
  return [
    `## Contract of ${plain(report.subject)}`,
    '',
    `**${plain(conclusion(report))}** ${counts.join(', ')}`,
  ]
}

const warnings = (clauses: readonly ReportedClause[]): Block =>
  titled(
    'Warnings',
    clauses.flatMap((clause) => clause.warnings.map((warning) => `- \`${clause.id}\`: ${plain(warning)}`)),
  )

const ruleWarnings = ({ rules: { findings } }: Report): Block =>
  titled(
    'Warnings of rules on all responses, for which no clause fails',
    findings.flatMap((finding) => [fenced(findingLines(finding).join('\n'), 'text'), '']),
  )

const advice = (report: Report): Block =>
  folded(
    'Advice, which is not a failure',
    adviceIn(report).map(({ id, sentence }) => `- \`${id}\`: ${plain(sentence)}`),
  )

const waiversAtFault = ({ waiverFaults }: Report): Block =>
  titled(
    'Waivers at fault',
    waiverFaults.map(({ clause, fault }) => `- ${code(clause)}: ${fault}`),
  )

const learnedOptions = ({ learned }: Report): Block =>
  folded('Learned', [...new Set(learned.map(({ id, option }) => `- \`${id}\`: ${code(option)}`))])

const skipped = (clauses: readonly ReportedClause[]): Block =>
  folded(
    'Skipped',
    skipReasons(clauses).map(([reason, count]) => `- ${count}: ${plain(reason)}`),
  )

const coverage = (report: Report): Block =>
  folded(
    `Coverage: ${coverageSentence(report)}`,
    unexercised(report).map(([reason, ids]) => `- ${ids.join(', ')}: ${plain(reason)}`),
  )

const waiverFile = (report: Report): Block => {
  const entries = waiverEntries(countedFailures(report), report.startedAt)
  return folded('For a waiver file', entries === '' ? [] : [fenced(entries, 'yaml')])
}

const leftBehind = ({ left }: Report): Block =>
  left.length === 0 ? [] : [`Left behind, to be archived or restored by hand: ${left.map(code).join(', ')}`]

const table = (clauses: readonly ReportedClause[]): Block => {
  const rows = Array.from(bySection(clauses), ([section, entries]) => {
    const counted = (...verdicts: readonly ReportedClause['verdict'][]) =>
      entries.filter(({ verdict }) => verdicts.includes(verdict)).length
    const accepted = entries.filter(({ waived, known }) => waived || known).length
    const failed = counted('failed', 'broken') - accepted
    return `| ${section} | ${entries.length} | ${failed} | ${accepted} | ${counted('skipped')} |`
  })
  if (rows.length === 0) return []
  return ['| section | clauses | failed | accepted | skipped |', '|---|---:|---:|---:|---:|', ...rows]
}

const failure = (entry: ReportedClause): Block => {
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
    fenced([violation?.script ?? violation?.curl, again].flatMap((line) => line ?? []).join('\n')),
  ]
}

const titled = (title: string, lines: Block): Block =>
  lines.length === 0 ? [] : [`### ${title}`, '', ...lines]

const folded = (summary: string, lines: Block): Block =>
  lines.length === 0 ? [] : [`<details><summary>${summary}</summary>`, '', ...lines, '', '</details>']

/** Encloses a text in a fence that is longer than any fence in it. */
export const fenced = (text: string, language = 'sh'): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const code = (text: string): string => `\`${text.replaceAll('`', "'").replace(/\s*\n\s*/g, ' ')}\``

/** Escapes the characters that Markdown interprets. */
const plain = (text: string): string =>
  text.replace(/\s*\n\s*/g, ' ').replace(/[\\`*_[\]<>|]/g, (mark) => `\\${mark}`)
