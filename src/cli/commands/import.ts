import { basename } from 'node:path'
import type { Command } from 'commander'
import { defaultProfile, optionText, withOptions } from '../../api/assumptions/profile.ts'
import { type AgencyOptions, prepareCheck } from '../../checks/check/check.ts'
import { type ImportedScenario, importedScenario } from '../../checks/import/import-scenario.ts'
import { KeptDocuments } from '../../checks/import/kept-documents.ts'
import { leaksIn } from '../../checks/import/leak-scan.ts'
import { AgencyNotFound, readAgency } from '../../checks/import/read-agency.ts'
import { scrubber } from '../../checks/import/scrubber.ts'
import { serviceReader } from '../../checks/import/service-reader.ts'
import { STOP_EXIT_CODES } from '../../checks/reports/report.ts'
import { RunStopped } from '../../kit/runner/violation.ts'
import { UnreachableError } from '../../kit/target/exchange.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import { readCatalogue } from '../../sandbox/fixtures/catalogue.ts'
import { readPeoplePool } from '../../sandbox/fixtures/people-pool.ts'
import { buildScenario } from '../../sandbox/scenarios/build-scenario.ts'
import { parseScenario } from '../../sandbox/scenarios/reading/scenario-file.ts'
import { readYaml } from '../../sandbox/scenarios/reading/yaml-reader.ts'
import { AgencyInput } from '../../sandbox/scenarios/schema/agency-schema.ts'
import { ScenarioError } from '../../sandbox/scenarios/schema/scenario-error.ts'
import { scenarioYaml } from '../../sandbox/scenarios/yaml-writer.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { onInterruption } from '../support/interruption.ts'
import { wholeNumber } from '../support/option-values.ts'
import { requireWritable, writeOutput } from '../support/output-file.ts'
import { oneLine } from '../support/terminal-text.ts'
import {
  agencyOptions,
  type ContractOptions,
  contractSettings,
  withContractOptions,
} from './contract-options.ts'
import { withUsageErrors } from './contract-run.ts'
import type { Settings } from './contract-settings.ts'
import { learnedOptions, learningRun, printLeftBehind } from './learning-run.ts'
import { type InterruptedImport, ResumeFile } from './resume-file.ts'

interface ImportOptions extends ContractOptions {
  readonly output?: string
  readonly seed?: number
  readonly restart?: boolean
}

const MAX_SEED = 2 ** 31 - 1
const LINE_EVERY_MS = 10_000

/** `playa import`: writes a running agency as a scenario. */
export const importCommand = (): Command => {
  const command = createCommand('import')
    .description(
      `Read a running agency by its links and write it as a scenario: the same ids, states, counts, amounts and
dates. Names, mails, telephones, documents, addresses and comments of people are generated from the seed; only
the mail that identifies the agency stays. Sends reads only; --leaves allows writes, which lets it learn more.
Until the scenario is written, FILE.resume keeps what was read, without people: after an interruption the same
command resumes from there.

Exit codes: 0 written; 1 the file would hold a value of a person; 2 misuse, or no such agency; 3 unreachable or
unauthorized; 4 nothing could be learned; 130 interrupted.`,
    )
    .usage('<url> --agency <email> -o <scenario.yaml> [options]')
    .argument('[url...]', 'URL of the service')
  withContractOptions(command, 'nothing (default; sends reads only), archived, any')
    .option('-o, --output <file>', 'scenario file to write')
    .option('--profile <file>', 'profile that playa learn wrote, instead of learning')
    .option('--seed <number>', 'seed of the generated people (default 1)', wholeNumber('--seed', 0, MAX_SEED))
    .option('--restart', 'read everything again, and discard what an interrupted import kept')
  withExample(
    command,
    'playa import https://staging.example --agency ventas@lospinos.example -o agency.yaml' +
      ' && playa serve --scenario agency.yaml',
  )
  return onRun(
    command,
    withUsageErrors(() => importAgency(command.args, command.opts<ImportOptions>())),
  )
}

const importAgency = async (
  words: readonly string[],
  { output, seed = 1, restart = false, ...given }: ImportOptions,
): Promise<number> => {
  if (output === undefined || !/\.ya?ml$/.test(output))
    throw new UsageError('import needs the scenario file to write: -o FILE.yaml')
  requireWritable(output, unwritable)
  const settings = contractSettings(words, { ...given, leaves: given.leaves ?? 'nothing' })
  const read = await agencyOptions({ ...settings, waivers: undefined, baseline: undefined })
  const { profile: known, ...options } = read
  // Reading a whole agency takes minutes, and the file could not hold this one.
  const mail = AgencyInput.shape.adminMail.safeParse(options.agency)
  if (!mail.success)
    throw new UsageError(
      `--agency ${options.agency}: a scenario cannot hold this address, so nothing could be written: ${mail.error.issues[0]?.message}.`,
    )
  const file = new ResumeFile(output, options)
  const earlier = file.left(restart)
  if (earlier) console.error(`Going on with the import that began at ${earlier.begun}: ${file.path}.`)
  const learned =
    known === undefined ? (earlier?.profile ?? (await learn(settings, options))) : profileOf(known)
  if (typeof learned === 'number') return learned
  file.begin(learned, earlier)
  const imported = await documentsOf(options, { output, seed, profile: learned, file, earlier })
  if (typeof imported === 'number') return imported
  const code = written(output, options.url, imported)
  file.remove()
  return code
}

/** Learns as `playa learn` does; returns an exit code where nothing could be learned. */
const learn = async (
  settings: Settings,
  options: AgencyOptions,
): Promise<Readonly<Record<string, string>> | number> => {
  console.error('Learning the profile.')
  const run = await learningRun(settings, options)
  if (typeof run === 'number') return run
  const found = learnedOptions(run.learned)
  console.error(`Learned ${Object.keys(found).length} of ${run.learned.length} options.`)
  printLeftBehind(run.report)
  return profileOf(found)
}

/** The key of the service is not copied, so that the sandbox is open. */
const profileOf = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const { 'auth/scheme': _, ...options } = given
  try {
    const profile = withOptions(defaultProfile, options, 'learned')
    // `withOptions` takes ids of assumptions only.
    const ids = Object.keys(options) as Parameters<typeof optionText>[1][]
    return Object.fromEntries(ids.map((id) => [id, optionText(profile, id)]))
  } catch (error) {
    throw new UsageError(`--profile: ${errorMessage(error)}`)
  }
}

interface ImportPlan {
  readonly output: string
  readonly seed: number
  readonly profile: Readonly<Record<string, string>>
  readonly file: ResumeFile
  readonly earlier: InterruptedImport | undefined
}

const documentsOf = async (
  options: AgencyOptions,
  { output, seed, profile, file, earlier }: ImportPlan,
): Promise<ImportedScenario | number> => {
  const { only: _only, shard: _shard, ...reading } = options
  const prepared = prepareCheck([], reading)
  const { signal, end } = onInterruption(
    `${file.path} keeps what was read, and the same command resumes from there.`,
  )
  const kept = new KeptDocuments({
    lines: earlier?.lines ?? [],
    agency: options.agency,
    people: scrubber(readPeoplePool(), seed, new Set([options.agency.toLowerCase()])),
    append: file.append,
  })
  let read = 0
  const progress = () => {
    const before = kept.used === 0 ? '' : `, and ${kept.used} taken from ${file.path}`
    console.error(`${read} documents read${before}.`)
  }
  const timer = setInterval(progress, LINE_EVERY_MS)
  try {
    const { target } = prepared.run
    const reader = serviceReader(target, {
      signal,
      kept,
      onRead: (count) => {
        read = count
      },
      ...(options.rps !== undefined && { rps: options.rps }),
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    })
    const stateLiterals = stateLiteralsOf(profile)
    const documents = await readAgency(reader, options.agency, stateLiterals)
    progress()
    return importedScenario(documents, {
      seed,
      profile,
      words: stateLiterals,
      mail: options.agency,
      base: target.base,
      name: scenarioName(output),
      nowMs: Date.now(),
      catalogue: readCatalogue(),
      people: readPeoplePool(),
    })
  } catch (error) {
    if (signal.aborted) return 130
    const isStopped = error instanceof RunStopped
    if (!(isStopped || error instanceof AgencyNotFound || error instanceof UnreachableError)) throw error
    console.error(oneLine(`Nothing was imported: ${error.message.replace(/\.$/, '')}.`))
    if (error instanceof AgencyNotFound && earlier === undefined) file.remove()
    else console.error(`${file.path} keeps what was read: the same command resumes from there.`)
    if (isStopped) return STOP_EXIT_CODES[error.reason.code]
    return error instanceof AgencyNotFound && error.status !== 401 && error.status !== 403 ? 2 : 3
  } finally {
    clearInterval(timer)
    end()
    prepared.close()
  }
}

const STATES = ['Activa', 'Suspendida', 'Archivada']

const stateLiteralsOf = (profile: Readonly<Record<string, string>>): readonly string[] =>
  /^words:(.+)$/.exec(profile['publications/state-literals'] ?? '')?.[1]?.split(',') ?? STATES

const scenarioName = (file: string): string =>
  basename(file)
    .replace(/\.ya?ml$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64) || 'imported'

const unwritable = (sentence: string): InvalidOptionsError => new InvalidOptionsError(`-o ${sentence}`)

const written = (file: string, url: string, { scenario, scrub, kept, notes }: ImportedScenario): number => {
  const { publications: rows = [], inquiries = [] } = scenario.records ?? {}
  const publications = rows.filter(({ app }) => app === scenario.apps[0]?.name)
  const states = (['active', 'suspended', 'archived'] as const)
    .map((state) => `${publications.filter(({ condition }) => condition === state).length} ${state}`)
    .join(', ')
  const summary = `${publications.length} publications (${states}), ${inquiries.length} inquiries, ${scenario.agencies[0]?.operators.length ?? 0} operators`
  const comments = [
    `Imported from ${new URL(url).origin}: ${summary}.`,
    'People are generated; the mail that identifies the agency is the service’s own.',
    ...notes,
  ]
  const text = comments.map((line) => `# ${oneLine(line)}\n`).join('') + scenarioYaml(scenario)
  // The file is judged as it will be read.
  const { value } = readYaml(text, file)
  const leaks = leaksIn(value, scrub.originals, kept)
  if (leaks.length > 0) {
    console.error(`Nothing was written: the file would hold values of people (${leaks.length}).`)
    for (const { kind, path } of leaks.slice(0, 10)) console.error(`  ${kind} at ${path}`)
    return 1
  }
  const problems = problemsOf(value, file, scenario.seed)
  if (problems.length > 0) {
    console.error('Nothing was written: a scenario cannot hold what the service shows.')
    for (const problem of problems.slice(0, 10)) console.error(`  ${oneLine(problem)}`)
    return 1
  }
  writeOutput(file, text, unwritable)
  for (const note of notes) console.error(oneLine(note))
  console.error(`Imported ${summary}: playa serve --scenario ${file}`)
  return 0
}

/** Returns why the text would be refused, without the values: they are the service's, and may be secret. */
const problemsOf = (value: unknown, file: string, seed: number): readonly string[] => {
  try {
    buildScenario(parseScenario(value, file), seed)
    return []
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return error.problems.map((problem) => problem.replace(/, got .*/s, ''))
  }
}
