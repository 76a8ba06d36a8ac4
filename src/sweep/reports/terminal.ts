import { firstOf } from '../../text/first-of.ts'
import type { Cause } from '../verdicts/causes.ts'
import type { Evidence, SweepReport } from '../verdicts/findings.ts'
import { variantId } from '../verdicts/findings.ts'
import {
  AS_UNDISTURBED,
  causeHead,
  causeIds,
  causeSentences,
  causeVariant,
  counted,
  sectionsOf,
} from './sections.ts'

/** Returns a text in a style, or unchanged. */
type Styled = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

const MAX_WORLD_LINES = 6
const MAX_OUTPUT_LINES = 3
const MAX_IDS = 24
const MAX_ADVICE_IDS = 6

/** Returns the report as text: counts, each finding with its evidence, and the conclusion. */
export const terminalSweepReport = (report: SweepReport, styled: Styled): string => {
  const { conclusion, causes, advice, waived, remarks, optionCounts, faultCounts } = sectionsOf(report)
  const seconds = (report.tookMs / 1_000).toFixed(1)
  const lines = [
    `${styled('bold', report.command)}  ${counted(report.runs, 'run')}, ${counted(report.exchanges, 'exchange')}, ${seconds} s`,
    ...(report.stopped === null
      ? [
          `  silences  ${counts(optionCounts, styled)}  ${styled('dim', '(what the description leaves open)')}`,
          `  faults    ${counts(faultCounts, styled)}  ${styled('dim', '(what goes wrong or varies on the way)')}`,
        ]
      : ['', report.stopped]),
    ...firstOf(remarks, MAX_WORLD_LINES).map((line) => `  ${line}`),
    ...report.unstable.map((sentence) => styled('yellow', `  unstable  ${sentence}`)),
    ...causes.flatMap((cause) => ['', ...finding(cause, styled)]),
    ...(advice.length > 0
      ? ['', `Advice, not counted as findings: even a careful client may lack this (${MORE})`]
      : []),
    ...advice.flatMap((cause) => advised(cause, styled)),
    ...(waived.length > 0
      ? ['', ...waived.map((entry) => styled('dim', `  waived    ${variantId(entry)}`))]
      : []),
    ...report.waiverFaults.map((sentence) => styled('red', `  waiver    ${sentence}`)),
    ...leftOut(report),
    '',
    styled(report.exitCode === 0 ? 'green' : 'red', conclusion),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

const counts = (all: readonly (readonly [number, string])[], styled: Styled): string =>
  all
    .map(([count, name], index) =>
      index === 0 && count > 0 ? styled('red', `${count} ${name}`) : `${count} ${name}`,
    )
    .join(', ')

const finding = (cause: Cause, styled: Styled): string[] => {
  const entry = cause.first
  const { evidence } = entry
  const verdict = 'option' in entry ? 'STOOD ON' : 'BROKEN'
  const head = `${styled('red', verdict)}  ${styled('bold', causeHead(cause))}  (${causeVariant(cause)})`
  if (evidence === null) return [head]
  const ids = firstOf(causeIds(cause), MAX_IDS).join(', ')
  return [
    head,
    ...(ids === '' ? [] : [`  all variants: ${ids}`]),
    ...causeSentences(cause).map((line) => `  ${line}`),
    `  ${evidence.reason}`,
    ...(evidence.next.length > 0
      ? [`  from ${evidence.parts}:`, ...evidence.next.map((line) => `    ${line}`)]
      : [`  ${AS_UNDISTURBED}`]),
    ...firstOf(evidence.tests, MAX_WORLD_LINES).map((name) => `  failing: ${name}`),
    ...firstOf(evidence.world, MAX_WORLD_LINES).map((line) => `  world: ${line}`),
    ...outputLines(evidence).map((line) => styled('dim', `  | ${line}`)),
    ...cause.otherFailures.map(([id, line]) => styled('dim', `  | ${id}: ${line.slice(0, MAX_LINE)}`)),
    `  repeat: ${evidence.again}`,
  ]
}

/** Returns advice in a few lines; `--only` shows it in full. */
const advised = (cause: Cause, styled: Styled): string[] => {
  const head = causeHead(cause)
  const { evidence } = cause.first
  // The head may be the reason.
  const lines = evidence ? [evidence.reason, ...outputLines(evidence)] : []
  const shown = lines.filter((line) => line !== `it ${head}`).slice(0, 2)
  return [
    `  ${styled('yellow', head)}  (${firstOf(causeIds(cause), MAX_ADVICE_IDS).join(', ') || causeVariant(cause)})`,
    ...causeSentences(cause).map((line) => `    ${line}`),
    ...(shown.length > 0 ? [`    ${shown.join('  | ')}`] : []),
  ]
}

const MORE = '--only ID shows the details'
const MAX_LINE = 160

const outputLines = ({ output }: Evidence): string[] =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_OUTPUT_LINES)

const leftOut = ({ leftOut: ids }: SweepReport): string[] =>
  ids.length === 0
    ? []
    : ['', `Left out, because the time ran out: ${ids.length} (${firstOf(ids, MAX_WORLD_LINES).join(', ')})`]
