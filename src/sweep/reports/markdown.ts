import type { Cause } from '../verdicts/causes.ts'
import { type SweepReport, variantId } from '../verdicts/findings.ts'
import {
  AS_UNDISTURBED,
  causeHead,
  causeIds,
  causeSentences,
  causeVariant,
  counted,
  sectionsOf,
} from './sections.ts'

/** Returns the report as Markdown: a table of findings, then their details. */
export const markdownSweepReport = (report: SweepReport): string => {
  const { conclusion, causes, advice, waived, optionCounts, faultCounts } = sectionsOf(report)
  const list = (all: readonly (readonly [number, string])[]) =>
    all.map(([count, name]) => `${count} ${name}`).join(', ')
  return [
    `## ${conclusion}`,
    '',
    `\`${report.command}\`: ${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}.`,
    '',
    `- silences: ${list(optionCounts)}`,
    `- faults: ${list(faultCounts)}`,
    ...(report.stopped === null ? [] : ['', fenced(report.stopped)]),
    ...report.unstable.map((sentence) => `- unstable: ${cell(sentence)}`),
    ...report.waiverFaults.map((sentence) => `- waiver: ${cell(sentence)}`),
    ...advice.map((cause) => `- advice: ${cell(causeHead(cause))} (\`${cell(causeVariant(cause))}\`)`),
    ...waived.map((entry) => `- waived: \`${variantId(entry)}\``),
    '',
    ...(causes.length === 0 ? [] : ['| what the client does | when |', '|---|---|', ...causes.map(row), '']),
    ...causes.map(details),
  ].join('\n')
}

const row = (cause: Cause): string =>
  `| ${cell(causeHead(cause))} | \`${cell(causeVariant(cause))}\`: ${cell(causeSentences(cause)[0] ?? '')}; ${cell(cause.first.evidence?.reason ?? '')} |`

const details = (cause: Cause): string => {
  const { evidence } = cause.first
  if (evidence === null) return ''
  const text = [
    ...causeIds(cause),
    ...(evidence.next.length > 0 ? evidence.next : [AS_UNDISTURBED]),
    ...evidence.world.map((line) => `world: ${line}`),
    evidence.output,
    '',
    evidence.again,
  ]
  return `<details><summary>${html(causeHead(cause))}: <code>${html(causeVariant(cause))}</code></summary>\n\n${fenced(text.join('\n'))}\n\n</details>\n`
}

const fenced = (text: string): string => `\`\`\`\`text\n${text.replaceAll('````', "''''")}\n\`\`\`\``
const cell = (text: string): string => html(text.replaceAll(/\s+/g, ' ')).replaceAll('|', '\\|')
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
