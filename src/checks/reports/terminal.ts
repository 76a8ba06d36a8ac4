import type { Verdict } from '../../kit/runner/clause.ts'
import { AGENCY_READS } from '../../kit/runner/preflight.ts'
import { painterFor, printable, type Style } from '../../lib/text/terminal-style.ts'
import { findingLines } from './finding.ts'
import { countedFailures } from './report.ts'
import type { Report, ReportedClause } from './schema.ts'
import {
  adviceIn,
  bySection,
  conclusion,
  coverageSentence,
  failuresByOperation,
  nonZeroCounts,
  skipReasons,
  unexercised,
} from './sections.ts'

const COLOURS: Readonly<Record<Verdict, Style>> = {
  skipped: 'grey',
  passed: 'green',
  observed: 'cyan',
  warned: 'yellow',
  advised: 'yellow',
  failed: 'red',
  broken: 'magenta',
}
const MARKS: Readonly<Record<Verdict, string>> = {
  skipped: '-',
  passed: '.',
  observed: 'o',
  warned: 'w',
  advised: 'a',
  failed: 'F',
  broken: 'B',
}

/** Returns one character that shows a verdict in a progress line. */
export const progressMark = (verdict: Verdict, colour: boolean): string =>
  painterFor(colour)(COLOURS[verdict], MARKS[verdict])

/** Files in addition to a report in the terminal. */
export interface ReportFiles {
  /** Returns the file with the script that repeats a failure, if there is one. */
  readonly scriptOf?: (entry: ReportedClause) => string | undefined
  /** The file that lists what was left behind. */
  readonly left?: string
}

/**
 * Returns the report as text: what is wrong with whole operations, then failures by operation with commands
 * that reproduce them, the most blocking first, then what was skipped; a summary closes it.
 */
export const terminalReport = (report: Report, colour: boolean, files: ReportFiles = {}): string => {
  if (report.clauses.length === 0) return `${printable(conclusion(report))}\n`
  const failures = countedFailures(report)
  const parts = [
    ...(report.stopped === null ? [] : [printable(conclusion(report))]),
    ...causesText(report, colour),
    ...failuresByOperation(report, failures).map(([operation, entries]) =>
      [
        `${operation}: ${entries.length} ${entries.length === 1 ? 'failure' : 'failures'}`,
        ...entries.map((entry) => failureText(entry, colour, files)),
      ].join('\n\n'),
    ),
  ]
  const warned = report.clauses.flatMap(({ id, warnings }) =>
    warnings.map((warning) => `  ${id}: ${printable(warning)}`),
  )
  if (warned.length > 0) parts.push(['Warnings:', ...warned].join('\n'))
  const { findings } = report.rules
  if (findings.length > 0)
    parts.push(
      [
        'Warnings of rules on all responses, for which no clause fails:',
        ...findings.map((one) =>
          findingLines(one)
            .map((line) => `  ${printable(line)}`)
            .join('\n'),
        ),
      ].join('\n\n'),
    )
  const advice = adviceIn(report).map(({ id, sentence }) => `  ${id}: ${printable(sentence)}`)
  if (advice.length > 0) parts.push(['Advice, which is not a failure:', ...advice].join('\n'))
  const skipped = skipGroups(report)
  if (skipped.length > 0)
    parts.push(
      ['Skipped:', ...skipped.map(([reason, count]) => `  ${count} because ${printable(reason)}`)].join('\n'),
    )
  const uncovered = unexercised(report).slice(0, MAX_REASONS)
  if (uncovered.length > 0 && failures.length === 0)
    parts.push(
      [
        `${coverageSentence(report)} Not exercised:`,
        ...uncovered.map(([reason, ids]) => `  ${ids.join(', ')}: ${printable(reason)}`),
      ].join('\n'),
    )
  const missing = report.missingCoverage.map(
    ({ area, id, reason }) => `  ${area}: ${id}: ${printable(reason)}`,
  )
  if (missing.length > 0) parts.push(['Required and not exercised:', ...missing].join('\n'))
  const faults = report.waiverFaults.map(({ clause, fault }) => `  ${printable(clause)}: ${fault}`)
  if (faults.length > 0) parts.push(['Waivers at fault:', ...faults].join('\n'))
  if (report.left.length > 0) parts.push(leftText(report.left, files))
  parts.push(sections(report, colour))
  const hints = howToSeeMore(report, failures)
  parts.push(
    [...hints, `${printable(conclusion(report))} ${exercisedShare(report)}${total(report)}`].join('\n'),
  )
  return `${parts.join('\n\n')}\n`
}

/** Returns what is wrong with whole operations, then which ones are missing and what comes next. */
const causesText = ({ causes, clauses, agency, noCreate, exitCode }: Report, colour: boolean): string[] => {
  const refused = causes.find(({ kind }) => kind === 'refused')
  const ill = causes.filter(({ kind }) => kind !== 'refused' && kind !== 'missing')
  const missing = causes.filter(({ kind }) => kind === 'missing')
  const parts = ill.map(({ sentence, blocks, clause }) => {
    const entry = clauses.find(({ id }) => id === clause)
    const curl = entry?.violation?.curl
    return [
      `${painterFor(colour)(COLOURS.failed, 'failed')} ${printable(sentence)}. ${blocking(blocks)}.`,
      ...(curl ? [`  reproduce  ${printable(curl)}`] : []),
      ...(entry ? [`  again      ${entry.again}`] : []),
    ].join('\n')
  })
  if (refused && noCreate !== null && exitCode !== 4)
    parts.unshift(`${printable(noCreate)} ${blocking(refused.blocks)}.`)
  const [next] = missing
  if (!next) return parts
  const width = Math.max(...missing.map(({ operation }) => operation.length))
  const rows = missing.map(
    ({ operation, statements, blocks }) =>
      `  ${operation.padEnd(width)}  ${blocking(blocks).toLowerCase()}; ${statements[0] ?? ''}`,
  )
  const isAgencyUnread = AGENCY_READS.every((path) =>
    missing.some(({ operation }) => operation === `GET ${path}`),
  )
  const head = `${painterFor(colour)(COLOURS.failed, 'Not implemented yet')}: 404, 405 or 501 is the response to every request`
  return [
    ...parts,
    [
      `${head} (operation; clauses that it blocks; its first statement)`,
      ...rows,
      ...(refused
        ? []
        : [`Next: ${next.operation}. What it has to do: playa statements ${next.statements[0]}`]),
      ...(isAgencyUnread
        ? [`If the service has these operations, it does not know the agency ${agency}: check --agency.`]
        : []),
    ].join('\n'),
  ]
}

const blocking = (count: number): string => `Blocks ${count} ${count === 1 ? 'clause' : 'clauses'}`

/** Groups skipped clauses: those that another failure blocks in one group, the others by reason. */
const skipGroups = ({ clauses, causes }: Report): [reason: string, count: number][] => {
  const said = new Set(causes.map(({ sentence }) => sentence))
  const rest = clauses.filter(({ reason }) => !said.has(reason ?? ''))
  return skipReasons(rest.map((entry) => (entry.blockedBy === null ? entry : { ...entry, reason: BLOCKED })))
}

const BLOCKED = 'a failure above blocks them'

const leftText = (left: readonly string[], { left: file }: ReportFiles): string => {
  const what = 'Left behind, to be archived, restored or removed by hand:'
  if (left.length <= MAX_LEFT || file === undefined) return `${what} ${left.join(', ')}`
  return `${what} ${left.length}, listed in ${file}`
}

/** More of what is left behind is in a file. */
const MAX_LEFT = 4

/** Returns what the run did not check, how to see more of it and how to accept what it found. */
const howToSeeMore = ({ clauses }: Report, failures: readonly ReportedClause[]): string[] => {
  const isUnchecked = clauses.some(
    ({ verdict, reason }) => verdict === 'skipped' && /--other-header|--stranger-agency/.test(reason ?? ''),
  )
  const leaks = isUnchecked
    ? [
        'Leaks between apps were not checked: that requires --other-header (or --other-auth) and --stranger-agency.',
      ]
    : []
  const waivable = failures.filter(({ verdict }) => verdict === 'failed').length
  if (waivable === 0) return leaks
  const accept = waivable === 1 ? 'it' : `these ${waivable} failures`
  return [
    ...leaks,
    'Every request and response: --report html=FILE. To repeat one failure: its `again` line.',
    `To accept ${accept} for a while: --write-waivers FILE, then --waivers FILE.`,
    ...(clauses.some(({ blockedBy }) => blockedBy !== null)
      ? ['Clauses that a failure blocks run again once it is fixed.']
      : []),
  ]
}

const MAX_REASONS = 12

/** Returns one failure with its statements and the commands that reproduce it. */
export const failureText = (
  entry: ReportedClause,
  colour: boolean,
  { scriptOf }: Pick<ReportFiles, 'scriptOf'> = {},
): string => {
  const head = `${painterFor(colour)(COLOURS[entry.verdict], entry.verdict)} ${entry.id}: ${entry.title}`
  if (!entry.violation)
    return `${head}\n  The kit itself failed, which says nothing about the service: ${printable(entry.reason ?? '')}\n  again      ${entry.again}`
  const { expected, got, curl, script } = entry.violation
  const file = scriptOf?.(entry)
  const lines = [
    head,
    `  statement  ${entry.statements.join(', ')}`,
    ...entry.sentences.map((sentence) => `             ${sentence}`),
    `  expected   ${printable(expected)}`,
    `  got        ${printable(got)}`,
  ]
  if (file !== undefined) lines.push(`  reproduce  bash ${file}`)
  // One request of several shows the fault, and does not repeat it.
  if (curl) lines.push(`  ${script && hasSteps(script) ? 'shown by ' : 'reproduce'}  ${printable(curl)}`)
  if (file === undefined && script && hasSteps(script))
    lines.push(
      '  sequence',
      ...printable(script)
        .split('\n')
        .map((line) => `    ${line}`),
    )
  return [...lines, `  again      ${entry.again}`].join('\n')
}

/** Returns whether a script sends more than the request that the failure shows. */
export const hasSteps = (script: string): boolean => script.split("\necho '# ").length > 2

const sections = ({ clauses }: Report, colour: boolean): string => {
  const width = Math.max(7, ...clauses.map(({ section }) => section.length))
  return Array.from(
    bySection(clauses),
    ([section, entries]) => `  ${section.padEnd(width)}  ${countsOf(entries, colour)}`,
  ).join('\n')
}

const countsOf = (entries: readonly ReportedClause[], colour: boolean): string =>
  (['passed', 'observed', 'warned', 'advised', 'failed', 'broken', 'skipped'] as const)
    .map((verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => painterFor(colour)(COLOURS[verdict], `${count} ${verdict}`))
    .join(', ')

const total = ({ summary, tookMs, learned, causes }: Report): string => {
  const open = new Set(learned.map(({ id }) => id)).size
  const { failed, broken, passed, skipped, ...others } = summary
  const counts = nonZeroCounts({ failed, broken, passed, skipped, ...others })
  const missing = causes.filter(({ kind }) => kind === 'missing').length
  const verdicts = counts.map(([name, count]) =>
    name === 'failed' && missing > 0 ? `${count} failed (${missing} not implemented)` : `${count} ${name}`,
  )
  return `${verdicts.join(', ')}; ${open} open questions answered; ${(tookMs / 1_000).toFixed(1)} s.`
}

/** Returns the last line of a run without failures: how much it leaves unknown. */
const exercisedShare = (report: Report): string =>
  report.exitCode === 0 && report.coverage.exercised < EXERCISED_SHARE * report.coverage.of
    ? `${coverageSentence(report)} `
    : ''

/** A run without special circumstances exercises more than this part of the statements. */
const EXERCISED_SHARE = 0.8
