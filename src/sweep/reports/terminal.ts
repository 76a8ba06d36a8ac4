import { counted } from '../../lib/text/counted.ts'
import { firstOf } from '../../lib/text/first-of.ts'
import {
  conclusionOf,
  findingsOf,
  headlinesOf,
  leftOutLines,
  type SweepFinding,
  type SweepReport,
  verdictCounts,
} from '../report.ts'

/** Returns a text in a style, or unchanged. */
type Styled = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

const MAX_LINES = 6
const MAX_IDS = 24
const MAX_MESSAGE_LINES = 40

/** Returns the report as text: counts, each finding with its evidence, hints, and the conclusion. */
export const terminalSweepReport = (report: SweepReport, styled: Styled): string => {
  const { variants, unstable, hints, waiverFaults, stopped } = report
  const seconds = (report.tookMs / 1_000).toFixed(1)
  const findings = findingsOf(variants)
  const ofClient = findings.filter(({ first }) => !first.isPreparation)
  const ofPreparation = findings.filter(({ first }) => first.isPreparation)
  const lines = [
    `${styled('bold', report.command)}  ${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}, ${seconds} s`,
    ...(stopped === null ? [`  ${verdictCounts(variants)}`] : ['', stopped]),
    ...unstable.map((sentence) => styled('yellow', `  unstable  ${sentence}`)),
    ...(findings.length > 1 ? firstOf(headlinesOf(variants), MAX_IDS).map((line) => `  ${line}`) : []),
    ...ofClient.flatMap((finding) => ['', ...findingLines(finding, styled)]),
    ...(ofPreparation.length > 0 ? ['', IN_PREPARATION] : []),
    ...ofPreparation.flatMap((finding) => ['', ...findingLines(finding, styled)]),
    ...variants
      .filter(({ verdict, waived }) => verdict === 'breaks' && waived)
      .map(({ id }) => styled('dim', `  waived    ${id}`)),
    ...waiverFaults.map((sentence) => styled('red', `  waiver    ${sentence}`)),
    ...(hints.length > 0 ? ['', `${SEEN}:`] : []),
    ...hints.map(({ title, advice }) => `  ${title}. ${styled('dim', advice)}`),
    ...leftOutLines(report).flatMap((line) => ['', line]),
    '',
    styled(report.exitCode === 0 ? 'green' : 'red', conclusionOf(report)),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** Headings of parts of a report. */
export const IN_PREPARATION = 'In requests that the tests mark as their preparation'
export const SEEN = 'Also seen, in the baseline'

const findingLines = ({ headline, first, others }: SweepFinding, styled: Styled): string[] => {
  const { id, careful, tests, world, evidence } = first
  return [
    `${styled('red', '✗')} ${styled('bold', headline)}`,
    `  variant: ${id}`,
    ...(others.length > 0
      ? [
          `  also: ${firstOf(
            others.map((other) => other.id),
            MAX_IDS,
          ).join(', ')}`,
        ]
      : []),
    `  ${evidence.reason}`,
    ...firstOf(tests, MAX_LINES).map((name) => `  failing: ${name}`),
    ...firstOf(world, MAX_LINES).map((line) => `  world: ${line}`),
    ...exchangeLines(first.exchange, evidence),
    ...firstOf(
      evidence.message.split('\n').filter((line) => line.trim() !== ''),
      MAX_MESSAGE_LINES,
    ).map((line) => styled('dim', `  | ${line}`)),
    `  ${careful}`,
    `  repeat: ${evidence.again}`,
  ]
}

const exchangeLines = (
  exchange: string | null,
  { sent, baseline }: SweepFinding['first']['evidence'],
): string[] => {
  const from = exchange === null ? '' : `, from ${exchange} on`
  if (sent.join('\n') === baseline.join('\n'))
    return [`  requests and statuses are those of the baseline${from}`]
  return [
    `  this run${from}:`,
    ...sent.map((line) => `    ${line}`),
    `  baseline${from}:`,
    ...baseline.map((line) => `    ${line}`),
  ]
}
