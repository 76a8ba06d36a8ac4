import { clauses } from '../../contracts/index.ts'
import { InvalidOptionsError } from '../kit/target/invalid-options-error.ts'
import { githubAnnotations } from '../kit/reports/github.ts'
import { htmlReport } from '../kit/reports/html.ts'
import { junitReport } from '../kit/reports/junit.ts'
import { markdownReport } from '../kit/reports/markdown.ts'
import { type Report, reportJsonSchema } from '../kit/reports/schema.ts'
import { terminalReport } from '../kit/reports/terminal.ts'
import type { Command } from './command.ts'
import { CONTRACT_HELP, CONTRACT_OPTIONS, checkOptions, contractSettings, reportKinds } from './contract-options.ts'
import { contractRun, told } from './contract-run.ts'
import { REPORT_KINDS, type ReportKind, type Settings } from './contract-settings.ts'
import { written } from './output-file.ts'
import { isColoured } from './terminal-text.ts'

const EXIT_CODES = `Exit codes: 0 conforms; 1 does not; 2 misuse; 3 the service cannot be reached or refuses the credentials; 4 nothing meaningful
could be checked; 5 a waiver is stale, unused, duplicated, expired or names no clause; 130 interrupted, after cleaning up.`

export const check: Command = {
  name: 'check',
  summary: `Hold a running service, any one, against the description of the API.\n\n${EXIT_CODES}`,
  usage: 'check URL --agency ADMINMAIL [options]',
  example:
    'playa check https://staging.example --agency ventas@lospinos.example --auth key --report junit=contract.xml',
  // Further addresses may follow --only, and further reports --report.
  words: Number.POSITIVE_INFINITY,
  options: {
    ...CONTRACT_OPTIONS,
    plan: { type: 'boolean' },
    profile: { type: 'string' },
    waivers: { type: 'string' },
    report: { type: 'string', multiple: true },
    'report-schema': { type: 'boolean' },
  },
  help: {
    ...CONTRACT_HELP,
    plan: 'print what would be sent and what would stay behind, and send nothing',
    profile: 'file of answers that the service is known by; other answers are warnings',
    waivers: 'file of known failures: a list of clause, owner, reason, issue, expires',
    report: 'json=FILE, junit=FILE, html=FILE or markdown=FILE (- for standard output); may be repeated',
    'report-schema': 'print the JSON Schema of the json report',
  },
  run: told(async (args) => {
    if (args.values['report-schema']) {
      console.log(JSON.stringify(reportJsonSchema(), null, 2))
      return 0
    }
    const settings = contractSettings(args, reportKinds(args))
    const options = await checkOptions(settings)
    if (args.values['plan']) {
      const isCalledBack = settings['callback-url'] !== undefined
      console.log(await (await import('./check-plan.ts')).plan(clauses, options, isCalledBack))
      return 0
    }
    prepareFiles(settings)
    const report = await contractRun(settings, options)
    publish(report, settings)
    return report.exitCode
  }),
}

const WRITERS: Readonly<Record<ReportKind, (report: Report) => string>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
  markdown: markdownReport,
}

/** Fails before the run rather than after it. */
const prepareFiles = ({ report = {} }: Settings): void => {
  for (const file of Object.values(report)) if (file !== '-') written(file, '', unwritable)
}

const publish = (report: Report, settings: Settings): void => {
  const files = REPORT_KINDS.flatMap((kind) =>
    settings.report?.[kind] === undefined ? [] : [[kind, settings.report[kind]] as const],
  )
  for (const [kind, file] of files) {
    if (file === '-') process.stdout.write(WRITERS[kind](report))
    else written(file, WRITERS[kind](report), unwritable)
  }
  // Whoever takes a report from standard output wants nothing else there.
  const stream = files.some(([, file]) => file === '-') || report.stopped !== null ? process.stderr : process.stdout
  stream.write(terminalReport(report, isColoured(stream)))
  if (process.env['GITHUB_ACTIONS']) for (const line of githubAnnotations(report)) stream.write(`${line}\n`)
}

const unwritable = (sentence: string): InvalidOptionsError => new InvalidOptionsError(`--report: ${sentence}`)
