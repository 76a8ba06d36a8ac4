import { availableParallelism } from 'node:os'
import { type Command, Option } from 'commander'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import type { SweepReport } from '../../sweep/report.ts'
import { htmlSweepReport } from '../../sweep/reports/html.ts'
import { sweepJson } from '../../sweep/reports/json.ts'
import { junitSweepReport } from '../../sweep/reports/junit.ts'
import { markdownSweepReport } from '../../sweep/reports/markdown.ts'
import { terminalSweepReport } from '../../sweep/reports/terminal.ts'
import { CommandNotStarted } from '../../sweep/runs/client-run.ts'
import { type SweepProgress, sweep } from '../../sweep/sweep.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { docsSite } from '../support/docs-site.ts'
import { UsageError } from '../support/errors.ts'
import { onInterruption } from '../support/interruption.ts'
import { repeated, wholeNumber } from '../support/option-values.ts'
import { withProfileOptions } from '../support/profile-options.ts'
import { progressLine } from '../support/progress-line.ts'
import { jsonReport, prepareReports, type ReportWriters, writeReports } from '../support/report-files.ts'
import { withStartOptions } from '../support/start-options.ts'
import { writePainted } from '../support/terminal-text.ts'
import { type SweepCommandOptions, type SweepSettings, sweepSettings } from './sweep-options.ts'

const MAX_JOBS = 64

/** `playa sweep`: runs a client's own tests against worlds that differ in one thing each. */
export const sweepCommand = (): Command => {
  const command = createCommand('sweep')
    .description(
      `Find what breaks a client: run its own tests against worlds of the sandbox that differ in one thing each (an option
of an assumption, a fault, a circumstance), and report under which its tests fail or leave other records.
PLAYA_URL is the address of the world; PLAYA_CONTROL, PLAYA_WORLD, PLAYA_AGENCY, PLAYA_NOW and PLAYA_RUN are set too.

Exit codes: 0 nothing found; 1 something found, or an invalid waiver; 2 misuse; 4 nothing could be swept: the command
fails without a variant, is unstable, or sends no request; 130 interrupted.`,
    )
    .usage('[options] -- <command...>')
    .argument('[command...]', "the client's tests; a single argument with spaces is run by the shell")
    .option('--env <name={url}>', 'set another variable, like API_BASE={url}/v3; may be repeated', repeated)
    .option(
      '--only <id...>',
      'sweep only these variants: an assumption, fault or circumstance, or an id from a report',
    )
    .option(
      '--budget <time>',
      'time limit of the sweep, like 90s or 5m; the most informative variants run first',
      '60s',
    )
    .option('--full', 'run everything, however long it takes')
    .addOption(
      new Option('--jobs <number>', 'parallel runs (default: half of the processors, 2 to 4)').argParser(
        wholeNumber('--jobs', 1, MAX_JOBS),
      ),
    )
    .option(
      '--junit <file>',
      "JUnit file of the client's runner, to judge each test; {run} is the run's number",
    )
  withStartOptions(command, 'time at which the clock of every world is frozen (default: noon of today)')
  withProfileOptions(command)
    .option('--waivers <file>', 'findings that are accepted: a list of id, owner, reason, expires')
    .option(
      '--report <kind=file>',
      'json=FILE, junit=FILE, html=FILE or markdown=FILE; may be repeated',
      repeated,
    )
  withExample(command, 'playa sweep --env API_BASE={url} --report html=sweep.html -- npm test')
  return onRun(command, () => run(command.args, command.opts<SweepCommandOptions>()))
}

const run = async (words: readonly string[], options: SweepCommandOptions): Promise<number> => {
  const settings = await sweepSettings(words, options)
  const { reports } = settings
  prepareReports(reports)
  const { signal, end } = onInterruption('ending the runs.')
  const progress = progressLine<SweepProgress>(progressText)
  try {
    const report = await sweep({
      ...settings.sweep,
      // Most runs wait: for responses that are slow or refused on purpose.
      jobs: settings.sweep.jobs ?? Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2))),
      release: packageVersion(),
      signal,
      onProgress: progress.step,
    })
    progress.end()
    publish(report, settings)
    return report.exitCode
  } catch (error) {
    throw error instanceof CommandNotStarted ? new UsageError(error.message) : error
  } finally {
    progress.end()
    end()
  }
}

const WRITERS: ReportWriters<SweepReport> = {
  json: (report) => jsonReport(sweepJson(report)),
  junit: junitSweepReport,
  html: (report) => htmlSweepReport(report, { docs: docsSite() }),
  markdown: markdownSweepReport,
}

const publish = (report: SweepReport, { reports }: SweepSettings): void => {
  // A report on standard output is read by a program, so the summary goes elsewhere.
  const isPiped = writeReports(reports, WRITERS, report)
  const stream = isPiped || report.stopped !== null ? process.stderr : process.stdout
  writePainted(stream, (paint) => terminalSweepReport(report, paint))
}

const progressText = ({ phase, done, total, broken, leftMs }: SweepProgress): string => {
  const left = leftMs === null ? '' : `, ${Math.max(0, Math.ceil(leftMs / 1_000))} s left`
  return phase === 'baseline'
    ? `Baseline runs: ${done} of ${total}${left}.`
    : `Variants: ${done} of ${total}, ${broken} broke${left}.`
}
