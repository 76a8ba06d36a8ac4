import { fenced } from '../../checks/reports/markdown.ts'
import { counted } from '../../lib/text/counted.ts'
import {
  conclusionOf,
  findingsOf,
  furtherLine,
  headlinesOf,
  leftOutLines,
  type SweepFinding,
  type SweepReport,
  verdictCounts,
} from '../report.ts'
import { SEEN } from './terminal.ts'

/** Returns the report as Markdown: counts, then a section that unfolds for each finding. */
export const markdownSweepReport = (report: SweepReport): string => {
  const { command, runs, exchanges, variants, stopped, unstable, waiverFaults, hints } = report
  return [
    `## ${conclusionOf(report)}`,
    '',
    `\`${command}\`: ${counted(runs, 'run')}, ${counted(exchanges, 'exchange')}; ${verdictCounts(variants)}.`,
    '',
    ...(stopped === null ? [] : [fenced(stopped, 'text'), '']),
    ...unstable.map((sentence) => `- unstable: ${cell(sentence)}`),
    ...waiverFaults.map((sentence) => `- waiver: ${cell(sentence)}`),
    ...variants
      .filter(({ verdict, waived }) => verdict === 'breaks' && waived)
      .map(({ id }) => `- waived: \`${id}\``),
    '',
    ...headlinesOf(variants).map((line) => `- ${cell(line)}`),
    '',
    ...findingsOf(variants).map(details),
    ...(hints.length > 0 ? [`${SEEN}:`, '', ...hints.map(({ title }) => `- ${cell(title)}`), ''] : []),
    ...leftOutLines(report),
  ].join('\n')
}

const details = ({ headline, first, others }: SweepFinding): string => {
  const { id, when, careful, tests, world, evidence } = first
  const text = [
    `${id}: ${when}`,
    evidence.reason,
    ...tests.map((name) => `failing: ${name}`),
    ...world.map((line) => `world: ${line}`),
    'this run:',
    ...evidence.sent.map((line) => `  ${line}`),
    'baseline:',
    ...evidence.baseline.map((line) => `  ${line}`),
    evidence.message,
    ...others.map((other) => `also: ${furtherLine(other)}`),
    careful,
    evidence.again,
  ]
  return `<details><summary>✗ ${html(headline)}</summary>\n\n${fenced(text.join('\n'), 'text')}\n\n</details>\n`
}

const cell = (text: string): string => html(text.replaceAll(/\s+/g, ' ')).replaceAll('|', '\\|')
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
