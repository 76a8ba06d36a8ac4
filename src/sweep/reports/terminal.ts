import { counted } from '../../lib/text/counted.ts'
import { firstOf } from '../../lib/text/first-of.ts'
import type { Paint } from '../../lib/text/terminal-style.ts'
import {
  AS_BASELINE,
  conclusionOf,
  findingsOf,
  furtherLine,
  headlinesOf,
  leftOutLines,
  type SweepFinding,
  type SweepReport,
  verdictCounts,
} from '../report.ts'

const MAX_LINES = 6
const MAX_IDS = 24
const MAX_MESSAGE_LINES = 40

/** Returns the report as text: counts, each finding with its evidence, hints, and the conclusion. */
export const terminalSweepReport = (report: SweepReport, paint: Paint): string => {
  const { variants, unstable, hints, waiverFaults, stopped } = report
  const seconds = (report.tookMs / 1_000).toFixed(1)
  const findings = findingsOf(variants)
  const headlines = headlinesOf(variants)
  const ofClient = findings.filter(({ first }) => !first.isPreparation)
  const ofPreparation = findings.filter(({ first }) => first.isPreparation)
  const lines = [
    `${paint('bold', report.command)}  ${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}, ${seconds} s`,
    ...(stopped === null ? [`  ${verdictCounts(variants)}`] : ['', stopped]),
    ...unstable.map((sentence) => paint('yellow', `  unstable  ${sentence}`)),
    ...(headlines.length > 1 ? firstOf(headlines, MAX_IDS).map((line) => `  ${line}`) : []),
    ...ofClient.flatMap((finding) => ['', ...findingLines(finding, paint)]),
    ...(ofPreparation.length > 0 ? ['', IN_PREPARATION] : []),
    ...ofPreparation.flatMap((finding) => ['', ...findingLines(finding, paint)]),
    ...variants
      .filter(({ verdict, waived }) => verdict === 'breaks' && waived)
      .map(({ id }) => paint('dim', `  waived    ${id}`)),
    ...waiverFaults.map((sentence) => paint('red', `  waiver    ${sentence}`)),
    ...(hints.length > 0 ? ['', `${SEEN}:`] : []),
    ...hints.map(({ title, advice }) => `  ${title}. ${paint('dim', advice)}`),
    ...leftOutLines(report).flatMap((line) => ['', line]),
    '',
    paint(report.exitCode === 0 ? 'green' : 'red', conclusionOf(report)),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** Headings of parts of a report. */
export const IN_PREPARATION = 'In requests that the tests mark as their preparation'
export const SEEN = 'Also seen, in the baseline'

const findingLines = ({ headline, first, others }: SweepFinding, paint: Paint): string[] => {
  const { id, careful, tests, world, evidence } = first
  return [
    `${paint('red', '✗')} ${paint('bold', headline)}`,
    `  variant: ${id}`,
    `  ${evidence.reason}`,
    ...firstOf(tests, MAX_LINES).map((name) => `  failing: ${name}`),
    ...firstOf(world, MAX_LINES).map((line) => `  world: ${line}`),
    ...exchangeLines(first.exchange, evidence),
    ...firstOf(
      evidence.message.split('\n').filter((line) => line.trim() !== ''),
      MAX_MESSAGE_LINES,
    ).map((line) => paint('dim', `  | ${line}`)),
    ...firstOf(others.map(furtherLine), MAX_IDS).map((line) => `  also: ${line}`),
    `  ${careful}`,
    `  repeat: ${evidence.again}`,
  ]
}

const exchangeLines = (
  exchange: string | null,
  { sent, baseline }: SweepFinding['first']['evidence'],
): string[] => {
  const from = exchange === null ? '' : `, from ${exchange} on`
  if (sent.join('\n') === baseline.join('\n')) return [`  ${AS_BASELINE}${from}`]
  return [
    `  this run${from}:`,
    ...sent.map((line) => `    ${line}`),
    `  baseline${from}:`,
    ...baseline.map((line) => `    ${line}`),
  ]
}
