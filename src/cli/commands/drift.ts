import type { Command } from 'commander'
import type { HistoryExchange } from '../../../contracts/rules/recorded-exchange.ts'
import { ProfileError } from '../../api/assumptions/profile.ts'
import { type Drift, driftOf, newlyFailing } from '../../checks/learning/drift.ts'
import { type LearnedAssumption, previouslyFailed } from '../../checks/learning/learned-profile.ts'
import { findingLines } from '../../checks/reports/finding.ts'
import type { ReportedClause, ReportedFinding } from '../../checks/reports/schema.ts'
import { readUserText } from '../../lib/runtime/package-files.ts'
import type { ClientCall } from '../../sweep/runs/client-call.ts'
import { type ComparedRecording, compareRecording } from '../../sweep/runs/recording-replay.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { repeated } from '../support/option-values.ts'
import { jsonReport, prepareFiles, writeResult } from '../support/report-files.ts'
import { oneLine } from '../support/terminal-text.ts'
import { yamlIn } from '../support/yaml-file.ts'
import {
  agencyOptions,
  type ContractOptions,
  contractSettings,
  withContractOptions,
} from './contract-options.ts'
import { withUsageErrors } from './contract-run.ts'
import { recordingIn } from './har-file.ts'
import { learnedOptions, learningRun, printLeftBehind } from './learning-run.ts'
import { requireScenario } from './require-scenario.ts'

interface DriftOptions extends Omit<ContractOptions, 'report'> {
  readonly since?: string
  readonly journal?: string
  readonly scenario?: string
  readonly report?: readonly string[]
}

/** `playa drift`: reports what a service answers differently than its previous profile says. */
export const driftCommand = (): Command => {
  const command = createCommand('drift')
    .description(
      `Learn a service again and list the options that differ from a previous profile (playa learn), those that it no
longer shows, the clauses that fail now but did not then, and the exchanges of a recording that would
now differ.

Exit codes: 0 nothing changed; 1 something did; 2 misuse; 3 unreachable; 4 nothing could be learned; 130 interrupted.`,
    )
    .usage('<url> --agency <email> --since <profile> [options]')
    .argument('[url...]', 'URL of the service')
  withContractOptions(command)
    .option('--since <file>', 'profile that playa learn wrote')
    .option('--journal <file>', 'HAR recording of a client: report which of its exchanges would now differ')
    .option('--scenario <name>', 'scenario in which the recording is replayed (default demo)')
    .option('--report <kind=file>', 'json=FILE (- for standard output)', repeated)
  withExample(
    command,
    'playa drift https://staging.example --agency ventas@lospinos.example --since staging.yaml',
  )
  return onRun(
    command,
    withUsageErrors(() => drift(command.args, command.opts<DriftOptions>())),
  )
}

const drift = async (words: readonly string[], given: DriftOptions): Promise<number> => {
  const { since, journal, scenario, report, ...contract } = given
  if (since === undefined)
    throw new UsageError('drift needs a previous profile: --since FILE, as playa learn -o FILE writes it.')
  yamlIn(since, '--since')
  const failedBefore = previouslyFailed(readUserText(since))
  const files = jsonFiles(report)
  prepareFiles('--report', files)
  if (scenario !== undefined) await requireScenario({ scenario })
  const settings = contractSettings(words, { ...contract, profile: since })
  const read = await agencyOptions({ ...settings, waivers: undefined, baseline: undefined })
  const { profile: former = {}, ...options } = read
  readable(since, () => driftOf([], former))
  const recorded = journal === undefined ? undefined : recordingIn(journal).exchanges
  const run = await learningRun(settings, options)
  if (typeof run === 'number') return run
  const { learned } = run
  const found = driftOf(learned, former)
  const failing = newlyFailing(run.report, failedBefore)
  const recording = recorded && (await comparedRecording(recorded, { former, learned, scenario }))
  const result = {
    subject: run.report.subject,
    since,
    ...found,
    failing: failing.map(failingJson),
    recording: recording ?? null,
  }
  for (const file of files)
    if (file === '-') process.stdout.write(jsonReport(result))
    else writeResult('--report', file, jsonReport(result))
  const stream = files.includes('-') ? process.stderr : process.stdout
  stream.write(driftText(found, failing, recording))
  printLeftBehind(run.report)
  if (found.changed.length + failing.length > 0) return 1
  return Object.keys(learnedOptions(learned)).length > 0 ? 0 : 4
}

const readable = (file: string, read: () => unknown): void => {
  try {
    read()
  } catch (error) {
    throw error instanceof ProfileError ? new UsageError(`--since ${file}: ${error.message}`) : error
  }
}

interface RecordingProfiles {
  readonly former: Readonly<Record<string, unknown>>
  readonly learned: readonly LearnedAssumption[]
  readonly scenario: string | undefined
}

const comparedRecording = (
  recorded: readonly HistoryExchange[],
  { former, learned, scenario }: RecordingProfiles,
): Promise<ComparedRecording> => {
  // Recordings hold no credentials.
  const open = { 'auth/scheme': 'open' }
  return compareRecording(
    recorded.map(clientCall),
    { nowMs: recorded[0]?.startMs ?? Date.now(), ...(scenario !== undefined && { scenario }) },
    { former: { ...former, ...open }, present: { ...former, ...learnedOptions(learned), ...open } },
  )
}

const clientCall = (exchange: HistoryExchange): ClientCall => {
  const { pathname, search } = new URL(exchange.url)
  const { method, headers, body, status, responseHeaders, text } = exchange
  return {
    method,
    target: pathname.slice(Math.max(0, pathname.indexOf('/v3'))) + search,
    headers: Object.entries(headers).filter(([name]) => !/^(?:host|:|content-length|connection)/.test(name)),
    body: Buffer.from(body.kind === 'text' ? body.text : ''),
    operation: undefined,
    exchange: undefined,
    response: status === 0 ? null : { status, headers: responseHeaders, body: text },
  }
}

const failingJson = (clause: ReportedClause) => ({ ...clauseFinding(clause), again: clause.again })

/** Returns a clause that fails as a finding of its own, without requests: `playa check` shows them. */
const clauseFinding = ({ id, title, statements, violation, reason }: ReportedClause): ReportedFinding => ({
  kind: 'violation',
  rule: `clause ${id}`,
  says: title,
  statements,
  assumptions: [],
  requests: [],
  expected: violation?.expected ?? 'that the clause can be judged',
  got: violation?.got ?? reason ?? 'nothing',
})

const changedLines = (changed: Drift['changed']): string[] =>
  changed.flatMap(({ id, question, former, present, problem, evidence }) => [
    `CHANGED  ${id}: ${former} -> ${present ?? problem}`,
    `  ${question}`,
    ...evidence
      .slice(0, 3)
      .map(({ option, clause, exchange }) => `  ${option}: ${exchange ?? 'seen by'} (${clause})`),
    '',
  ])

/** Clauses that are shown one by one. */
const MAX_FAILING = 20

const driftText = (
  { changed, lost, gained }: Drift,
  failing: readonly ReportedClause[],
  recording: ComparedRecording | undefined,
): string => {
  const lines = failing
    .slice(0, MAX_FAILING)
    .flatMap((clause) => [...findingLines(clauseFinding(clause)), ''])
  if (failing.length > MAX_FAILING)
    lines.push(`${failing.length - MAX_FAILING} more clauses fail: playa check shows them.`, '')
  lines.push(...changedLines(changed))
  for (const { id, former } of lost) lines.push(`NOT SEEN  ${id}: previously ${former}`)
  for (const { id, present } of gained) lines.push(`NEW  ${id}: ${present}`)
  if (recording) lines.push(...recordingLines(recording))
  lines.push(
    `${changed.length} options changed, ${lost.length} no longer seen, ${gained.length} seen for the first time; ${failing.length} clauses fail that did not.`,
  )
  return `${lines.map(oneLine).join('\n')}\n`
}

const recordingLines = ({ differing, compared, total }: ComparedRecording): string[] => [
  ...differing.map(
    ({ number, request, formerStatus, presentStatus }) =>
      `DIFFERS  exchange ${number}: ${request} -> ${formerStatus}${formerStatus === presentStatus ? ' with other content' : `, now ${presentStatus}`}`,
  ),
  `${differing.length} of ${compared} exchanges would differ${compared === total ? '' : `; ${total - compared} more are answered otherwise than recorded: give --scenario, as playa import writes it`}.`,
]

/** Returns the files of `--report json=FILE`. Throws a `UsageError` for another kind. */
const jsonFiles = (entries: readonly string[] = []): readonly string[] =>
  entries.map((entry) => {
    const [, file] = /^json=(.+)$/s.exec(entry) ?? []
    if (file === undefined) throw new UsageError(`--report takes json=FILE, not ${JSON.stringify(entry)}.`)
    return file
  })
