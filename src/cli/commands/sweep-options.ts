import { defaultProfile, ProfileError, withOptions } from '../../api/assumptions/profile.ts'
import { DAY_MS, dateTime, startOfDay } from '../../lib/calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { shellWord } from '../../lib/text/shell-quote.ts'
import { SweepWaiverFile } from '../../sweep/report.ts'
import { RUN_VALUES } from '../../sweep/runs/client-run.ts'
import type { SweepOptions } from '../../sweep/sweep.ts'
import { isVariantName, variantNames } from '../../sweep/variants/known-variants.ts'
import { didYouMean } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { budgetMs, requirePlaceholders, variableTexts } from '../support/option-values.ts'
import { assumptionOptions, type ProfileOptions } from '../support/profile-options.ts'
import { type ReportFile, reportFile } from '../support/report-files.ts'
import { type StartOptions, startInstantMs } from '../support/start-options.ts'
import { yamlIn } from '../support/yaml-file.ts'
import { requireScenario } from './require-scenario.ts'

/** Options of `playa sweep` as given. */
export interface SweepCommandOptions extends ProfileOptions, StartOptions {
  readonly env?: readonly string[]
  readonly only?: readonly string[]
  readonly budget: string
  readonly full?: boolean
  readonly jobs?: number
  readonly junit?: string
  readonly waivers?: string
  readonly report?: readonly string[]
}

/** What `playa sweep` is to do. */
export interface SweepSettings {
  readonly sweep: Omit<SweepOptions, 'jobs' | 'release'> & { readonly jobs?: number }
  readonly reports: readonly ReportFile[]
}

/** Reads the words and options of `playa sweep`. Throws a `UsageError`. */
export const sweepSettings = async (
  words: readonly string[],
  options: SweepCommandOptions,
): Promise<SweepSettings> => {
  if (words.length === 0) throw new UsageError('sweep needs the command of the client’s tests, after --.')
  const { scenario, seed, junit, waivers, budget, full } = options
  if (junit !== undefined) requirePlaceholders('--junit', junit, RUN_VALUES)
  const profile = await profileOptions(options)
  const nowMs = startMs(options, profile)
  await requireScenario(options)
  // Runs that write one file run one after the other.
  const jobs = junit !== undefined && !junit.includes('{run}') ? 1 : options.jobs
  return {
    sweep: {
      command: {
        words,
        env: variableTexts(options.env, RUN_VALUES),
        ...(junit !== undefined && { junit }),
      },
      setting: {
        ...(scenario !== undefined && { scenario }),
        ...(seed !== undefined && { seed }),
        nowMs,
        profile,
      },
      ...(jobs !== undefined && { jobs }),
      ...(options.only && { only: options.only.map(variantWord) }),
      ...(full !== true && { budgetMs: budgetMs(budget) }),
      ...(waivers !== undefined && { waivers: readWaivers(waivers) }),
      againOptions: againOptions(options, nowMs),
      today: new Date().toISOString().slice(0, 10),
    },
    reports: (options.report ?? []).map(reportFile),
  }
}

const readWaivers = (file: string) => {
  const read = SweepWaiverFile.safeParse(yamlIn(file, '--waivers'))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new UsageError(
      `--waivers ${file}: expected a list of id, owner, reason and expires; ${issue?.path.join('.')}: ${issue?.message}`,
    )
  }
  for (const { id } of read.data) variantWord(id)
  return read.data
}

const LISTED = ` playa assumptions lists the first; the others are ${variantNames.filter((word) => !word.includes('/')).join(', ')}.`

const variantWord = (word: string): string => {
  if (isVariantName(word)) return word
  throw new UsageError(
    `${word} is not an assumption, fault or circumstance.${didYouMean(word.split(/[=@]/, 1)[0] ?? '', variantNames) || LISTED}`,
  )
}

const profileOptions = async (options: ProfileOptions): Promise<Record<string, unknown>> => {
  const profile = await assumptionOptions(options)
  try {
    withOptions(defaultProfile, profile, 'given')
    return profile
  } catch (error) {
    throw error instanceof ProfileError ? new UsageError(error.message) : error
  }
}

/** The clock is frozen at noon, so that a sweep late in the day does not cross midnight. */
const startMs = (options: StartOptions, profile: Readonly<Record<string, unknown>>): number => {
  const givenMs = startInstantMs(options)
  if (givenMs !== undefined) return givenMs
  // Signed requests carry the time of the client's own clock (`auth/clock-tolerance`).
  if (profile['auth/scheme'] === 'hmac') return Date.now()
  return startOfDay(Date.now(), SCENARIO_ZONE_MINUTES) + DAY_MS / 2
}

/** Returns the options that a command which shows a finding again must repeat. */
const againOptions = (
  { env = [], scenario, seed, set = [], profile, junit }: SweepCommandOptions,
  nowMs: number,
): string => {
  const words = [
    ...env.flatMap((entry) => ['--env', entry]),
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
    '--now',
    dateTime(nowMs, SCENARIO_ZONE_MINUTES),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...set.flatMap((entry) => ['--set', entry]),
    ...(junit === undefined ? [] : ['--junit', junit]),
  ]
  return words.map((word) => ` ${shellWord(word)}`).join('')
}
