import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { clauses } from '../../../contracts/index.ts'
import { type CheckOptions, prepareCheck } from '../../checks/check/check.ts'
import { githubAnnotations } from '../../checks/reports/github.ts'
import { htmlReport } from '../../checks/reports/html.ts'
import { junitReport } from '../../checks/reports/junit.ts'
import { markdownReport } from '../../checks/reports/markdown.ts'
import { countedFailures } from '../../checks/reports/report.ts'
import { type Report, reportJsonSchema } from '../../checks/reports/schema.ts'
import { hasSteps, type ReportFiles, terminalReport } from '../../checks/reports/terminal.ts'
import { waiverEntries } from '../../checks/reports/waivers.ts'
import type { Clause } from '../../kit/runner/clause.ts'
import { runnableClauses } from '../../kit/runner/run.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { docsSite } from '../support/docs-site.ts'
import { UsageError } from '../support/errors.ts'
import { repeated } from '../support/option-values.ts'
import {
  jsonReport,
  prepareFiles,
  prepareReports,
  REPORT_KINDS,
  type ReportFile,
  type ReportWriters,
  writeReports,
  writeResult,
} from '../support/report-files.ts'
import { isColoured } from '../support/terminal-text.ts'
import {
  type ContractOptions,
  checkOptions,
  contractSettings,
  reportKinds,
  withContractOptions,
} from './contract-options.ts'
import { contractRun, withUsageErrors } from './contract-run.ts'
import type { Settings } from './contract-settings.ts'
import { placeOfRun } from './fork-of-target.ts'

interface CheckCommandOptions extends ContractOptions {
  readonly plan?: boolean
  readonly reportSchema?: boolean
  readonly require?: readonly string[]
  readonly writeWaivers?: string
  readonly maxFailures?: string
  readonly bail?: boolean
  readonly evidence?: string
  readonly inPlace?: boolean
}

/** `playa check`: runs the contract kit against a service. */
export const checkCommand = (): Command => {
  const command = createCommand('check')
    .description(
      `Check a running service, of any implementation, against the description of the API.

Exit codes: 0 nothing fails, and the report says whether enough was checked; 1 something fails, or what --require names was not exercised; 2 misuse; 3 the service cannot be reached or refuses the credentials;
4 nothing meaningful could be checked, or no publication could be created; 5 a waiver is stale, unused, duplicated, expired or names no clause;
130 interrupted, after cleaning up.`,
    )
    .usage('<url> --agency <email> [options]')
    // More addresses may follow --only, and more reports --report.
    .argument('[url...]', 'URL of the service')
  withContractOptions(command)
    .option('--plan', 'print what a run would send and leave behind, and send nothing')
    .option('--profile <file>', 'profile that the service is expected to follow; other options are warnings')
    .option(
      '--require <area>',
      'clause, section, statement, or a file of them, that must be exercised; may be repeated',
      repeated,
    )
    .option('--waivers <file>', 'file of known failures: a list of clause, owner, reason, issue, expires')
    .option(
      '--write-waivers <file>',
      'write an entry for each failure, to be filled in and passed to --waivers',
    )
    .option('--baseline <file>', 'earlier json report: only clauses that did not fail in it fail the run')
    .option('--shard <part>', 'part of the clauses to run, such as 1/4')
    .option(
      '--report <kind=file>',
      'json=FILE, junit=FILE, html=FILE or markdown=FILE (- for standard output); may be repeated',
      repeated,
    )
    .option('--max-failures <count>', 'stop after this many failures')
    .option('--bail', 'stop after the first failure')
    .option(
      '--evidence <of>',
      'failures (default) or all: clauses whose requests and responses the reports hold',
    )
    .option('--in-place', 'on a sandbox, check the world itself instead of a fork')
    .option('--report-schema', 'print the JSON Schema of the json report')
  withExample(
    command,
    'playa check https://staging.example --agency ventas@lospinos.example --auth key --report junit=contract.xml',
  )
  return onRun(
    command,
    withUsageErrors(() => check(command.args, command.opts<CheckCommandOptions>())),
  )
}

const check = async (words: readonly string[], commandOptions: CheckCommandOptions): Promise<number> => {
  if (commandOptions.reportSchema) {
    console.log(JSON.stringify(reportJsonSchema(), null, 2))
    return 0
  }
  const settings = contractSettings(words, commandOptions, reportKinds(words, commandOptions))
  const required = requiredAreas(commandOptions.require ?? settings.require ?? [])
  const options = {
    ...(await checkOptions(settings)),
    ...(required.length > 0 && { require: required }),
    ...limitsOf(commandOptions),
  }
  if (commandOptions.plan) {
    const hasCallbackUrl = settings['callback-url'] !== undefined
    console.log(await (await import('./check-plan.ts')).plan(clauses, options, hasCallbackUrl))
    return 0
  }
  const files = filesOf(settings)
  prepareReports(files)
  prepareFiles('--write-waivers', [commandOptions.writeWaivers])
  const place = await placeOfRun(options.url, {
    isInPlace: commandOptions.inPlace === true,
    say: (sentence) => console.error(sentence),
  })
  const placed = { ...options, url: place.url }
  console.error(announcement(placed))
  let isKept = false
  try {
    const report = await contractRun(settings, placed)
    isKept = report.exitCode === 1
    publish(report, files)
    if (commandOptions.writeWaivers !== undefined) writeWaivers(commandOptions.writeWaivers, report)
    return report.exitCode
  } finally {
    const sentence = await place.end(isKept)
    if (sentence !== undefined) console.error(sentence)
  }
}

/** Requests, and publications, of one clause on a sandbox, rounded up; a run shares some of them. */
const REQUESTS = { nothing: 6, archived: 17, any: 17 } as const
const PUBLICATIONS = { nothing: 0, archived: 2, any: 0 } as const

/** Describes in a few lines what a run will do; `--plan` lists it. */
const announcement = (options: CheckOptions): string => {
  const prepared = prepareCheck(clauses, options)
  const chosen = runnableClauses(prepared.run)
  prepared.close()
  const sum = (each: Readonly<Record<Clause['leaves'], number>>) =>
    chosen.reduce((total, { leaves }) => total + each[leaves], 0)
  const changing = chosen.filter(({ leaves }) => leaves === 'any').length
  const left = [
    ...(sum(PUBLICATIONS) > 0
      ? [`up to ${sum(PUBLICATIONS)} publications with ids of this run, archived at its end`]
      : []),
    ...(changing > 0 ? [`${changing} clauses change something else and restore it where a call can`] : []),
  ]
  return [
    `${chosen.length} clauses, up to ${sum(REQUESTS)} requests to ${prepared.context.baseUrl}.`,
    `It leaves there: ${left.length > 0 ? left.join('; ') : 'nothing'}. --plan lists all requests and sends none.`,
  ].join('\n')
}

/** Returns when the run ends early, and how much it reports. */
const limitsOf = ({
  maxFailures,
  bail = false,
  evidence,
}: CheckCommandOptions): Pick<CheckOptions, 'maxFailures' | 'evidence'> => {
  if (maxFailures !== undefined && !/^[1-9]\d{0,5}$/.test(maxFailures))
    throw new UsageError(`--max-failures takes a number from 1 on, not ${JSON.stringify(maxFailures)}.`)
  if (evidence !== undefined && evidence !== 'failures' && evidence !== 'all')
    throw new UsageError(`--evidence takes failures or all, not ${JSON.stringify(evidence)}.`)
  const most = bail ? 1 : maxFailures === undefined ? undefined : Number(maxFailures)
  return { ...(most !== undefined && { maxFailures: most }), ...(evidence && { evidence }) }
}

/** Returns the areas that `--require` names; a word that is a file is replaced by its lines. */
const requiredAreas = (words: readonly string[]): string[] =>
  words
    .flatMap((word) => word.split(','))
    .flatMap((word) =>
      existsSync(word) && statSync(word).isFile() ? readFileSync(word, 'utf8').split('\n') : [word],
    )
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')

const WRITERS: ReportWriters<Report> = {
  json: jsonReport,
  junit: junitReport,
  html: (report) => htmlReport(report, { docs: docsSite() }),
  markdown: markdownReport,
}

const filesOf = ({ report = {} }: Settings): ReportFile[] =>
  REPORT_KINDS.flatMap((kind) => (report[kind] === undefined ? [] : [[kind, report[kind]] as const]))

const publish = (report: Report, files: readonly ReportFile[]): void => {
  // A report on standard output is read by a program, so the summary goes elsewhere.
  const isPiped = writeReports(files, WRITERS, report)
  const stream = isPiped || report.stopped !== null ? process.stderr : process.stdout
  stream.write(terminalReport(report, isColoured(stream), filesBeside(report)))
  if (process.env['GITHUB_ACTIONS']) for (const line of githubAnnotations(report)) stream.write(`${line}\n`)
}

/**
 * Writes the scripts that repeat failures of several steps, and a long list of what was left behind, to a
 * temporary folder.
 */
const filesBeside = (report: Report): ReportFiles => {
  const scripts = countedFailures(report).flatMap(({ id, violation }) =>
    violation?.script && hasSteps(violation.script) ? [[id, violation.script] as const] : [],
  )
  if (scripts.length === 0 && report.left.length === 0) return {}
  const folder = mkdtempSync(join(tmpdir(), 'playa-check-'))
  const files = new Map(scripts.map(([id]) => [id, join(folder, `${id.replaceAll('/', '-')}.sh`)]))
  for (const [id, script] of scripts) writeFileSync(files.get(id) ?? '', `${script}\n`)
  const left = join(folder, 'left-behind.txt')
  writeFileSync(left, `${report.left.join('\n')}\n`)
  return { scriptOf: ({ id }) => files.get(id), left }
}

/** Writes an entry for each failure, and says what is left to do. */
const writeWaivers = (file: string, report: Report): void => {
  const failures = countedFailures(report)
  writeResult('--write-waivers', file, `${waiverEntries(failures, report.startedAt)}\n`)
  if (failures.length > 0) console.error(`Complete owner and issue in ${file} before --waivers reads it.`)
}
