import type { Command } from 'commander'
import { clauses } from '../../../contracts/index.ts'
import { prepareCheck } from '../../checks/check/check.ts'
import type { Exploration, ExploreProgress } from '../../checks/explore/exploration/exploration.ts'
import { explore } from '../../checks/explore/exploration/explore.ts'
import { impliedProfile } from '../../checks/explore/implied-profile.ts'
import { explorationReport, findingLine } from '../../checks/explore/reports/exploration-report.ts'
import { STOP_EXIT_CODES } from '../../checks/reports/report.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { onInterruption } from '../support/interruption.ts'
import { budgetMs, repeated, wholeNumber } from '../support/option-values.ts'
import { progressLine } from '../support/progress-line.ts'
import { prepareReports, reportFile } from '../support/report-files.ts'
import {
  agencyOptions,
  type ContractOptions,
  contractSettings,
  receiverOf,
  withContractOptions,
} from './contract-options.ts'
import { withUsageErrors } from './contract-run.ts'
import { placeOfRun } from './fork-of-target.ts'
import { publishSearchReport } from './search-reports.ts'

interface ExploreCommandOptions extends ContractOptions {
  readonly seed?: string
  readonly budget?: string
  readonly clients?: string
  readonly inPlace?: boolean
}

const MAX_CLIENTS = 16

/** `playa explore`: explores a service and judges whether any conforming service could have answered so. */
export const exploreCommand = (): Command => {
  const command = createCommand('explore')
    .description(
      `Send requests to a running service, of any implementation, and report each response that the description rules
out, with the sentences behind it and the few requests that reproduce it.
Everything that the run creates has its own prefix and is archived at the end.

Exit codes: 0 nothing found; 1 something found; 2 misuse; 3 the service cannot be reached or refuses the credentials;
4 nothing meaningful could be sent; 130 interrupted, after cleaning up.`,
    )
    .usage('<url> --agency <email> [options]')
    .argument('[url...]', 'URL of the service')
  withContractOptions(command)
    .option('--seed <number>', 'seed of the order of requests and of random sequences (default 1)')
    .option('--budget <time>', 'time limit, like 90s or 5m (default: the whole plan once)')
    .option('--in-place', 'on a sandbox, explore the world itself instead of a fork')
    .option('--clients <number>', 'clients that write at the same time, to find races (default 1: none)')
    .option(
      '--report <kind=file>',
      'json=FILE, junit=FILE, html=FILE or markdown=FILE (- for standard output); may be repeated',
      repeated,
    )
  withExample(
    command,
    'playa explore http://127.0.0.1:4010 --agency ventas@lospinos.example --seed 7 --budget 60s',
  )
  return onRun(
    command,
    withUsageErrors(() => run(command.args, command.opts<ExploreCommandOptions>())),
  )
}

const run = async (words: readonly string[], given: ExploreCommandOptions): Promise<number> => {
  const { report = [], seed: seedText, budget, clients: clientsText, inPlace = false, ...contract } = given
  const files = report.map(reportFile)
  const seed = seedText === undefined ? 1 : wholeNumber('--seed', 0, Number.MAX_SAFE_INTEGER)(seedText)
  const clients = clientsText === undefined ? 1 : wholeNumber('--clients', 1, MAX_CLIENTS)(clientsText)
  const limitMs = budget === undefined ? undefined : budgetMs(budget)
  const settings = contractSettings(words, contract)
  const known = await agencyOptions(settings)
  prepareReports(files)
  const place = await placeOfRun(known.url, {
    isInPlace: inPlace,
    say: (sentence) => console.error(sentence),
  })
  const options = { ...known, url: place.url }
  let isKept = false
  const { signal, end } = onInterruption('archiving what was created.')
  const receiver = await receiverOf(settings)
  const prepared = prepareCheck(clauses, { ...options, signal, ...(receiver && { receiver }) })
  const progress = progressLine<ExploreProgress>(
    ({ steps, findings }) => `${steps} responses judged, ${findings} findings.`,
  )
  try {
    const exploration = await explore({
      run: prepared.run,
      seed,
      clients,
      ...(limitMs !== undefined && { budgetMs: limitMs }),
      onProgress: progress.step,
      onFinding: (found) => {
        progress.end()
        console.error(findingLine(found, prepared.context.redaction))
      },
    })
    progress.end()
    isKept = exploration.found.length > 0
    publishSearchReport(
      explorationReport(exploration, {
        subject: options.url,
        seed,
        prefix: prepared.run.prefix,
        redaction: prepared.context.redaction,
        credentials: prepared.context.credentials,
        profile: impliedProfile(exploration.observed),
      }),
      files,
    )
    return exitCodeFor(exploration)
  } finally {
    progress.end()
    end()
    prepared.close()
    await receiver?.close()
    const sentence = await place.end(isKept)
    if (sentence !== undefined) console.error(sentence)
  }
}

const exitCodeFor = ({ interrupted, stopped, found, steps }: Exploration): number => {
  if (interrupted) return 130
  if (found.length > 0) return 1
  if (stopped === undefined) return steps > 0 ? 0 : 4
  return STOP_EXIT_CODES[stopped.code]
}
