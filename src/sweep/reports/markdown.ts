import { type SweepReport, type SweptFault, type SweptOption, variantId } from '../verdicts/findings.ts'
import { sectionsOf, titleOf } from './sections.ts'

/** Returns the report as Markdown: a table of findings, each with its details below. */
export const markdownSweepReport = (report: SweepReport): string => {
  const { conclusion, counted, advice, waived, optionCounts, faultCounts } = sectionsOf(report)
  const list = (all: readonly (readonly [number, string])[]) =>
    all.map(([count, name]) => `${count} ${name}`).join(', ')
  return [
    `## ${conclusion}`,
    '',
    `\`${report.command}\`: ${report.runs} runs, ${report.exchanges} exchanges.`,
    '',
    `- silences: ${list(optionCounts)}`,
    `- faults: ${list(faultCounts)}`,
    ...(report.stopped === null ? [] : ['', fenced(report.stopped)]),
    ...report.unstable.map((sentence) => `- unstable: ${cell(sentence)}`),
    ...report.waiverFaults.map((sentence) => `- waiver: ${cell(sentence)}`),
    ...advice.map((entry) => `- advice: \`${variantId(entry)}\`: ${cell(titleOf(entry))}`),
    ...waived.map((entry) => `- waived: \`${variantId(entry)}\``),
    '',
    ...(counted.length === 0 ? [] : ['| finding | what happens |', '|---|---|', ...counted.map(row), '']),
    ...counted.map(details),
  ].join('\n')
}

const row = (entry: SweptOption | SweptFault): string =>
  `| \`${cell(variantId(entry))}\` | ${cell(titleOf(entry))}: ${cell(entry.evidence?.reason ?? '')} |`

const details = (entry: SweptOption | SweptFault): string => {
  const { evidence } = entry
  if (evidence === null) return ''
  const text = [
    ...evidence.next,
    ...evidence.world.map((line) => `world: ${line}`),
    evidence.output,
    '',
    evidence.again,
  ]
  return `<details><summary><code>${html(variantId(entry))}</code></summary>\n\n${fenced(text.join('\n'))}\n\n</details>\n`
}

const fenced = (text: string): string => `\`\`\`\`text\n${text.replaceAll('````', "''''")}\n\`\`\`\``
const cell = (text: string): string => html(text.replaceAll(/\s+/g, ' ')).replaceAll('|', '\\|')
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
