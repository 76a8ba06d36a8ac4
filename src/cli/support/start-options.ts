import { type Command, Option } from 'commander'
import { instantMs } from '../../lib/calendar/instant.ts'
import { UsageError } from './errors.ts'
import { wholeNumber } from './option-values.ts'

/** Values of the options that say how a world starts. */
export interface StartOptions {
  readonly scenario?: string
  readonly seed?: number
  readonly now?: string
}

/** Adds `--scenario`, `--seed` and `--now`. `now`: what the last one does, where it is not the usual. */
export const withStartOptions = (
  command: Command,
  now = 'freeze the clock at this ISO 8601 instant (default: the wall clock, running)',
): Command =>
  command
    .option('--scenario <name|file>', 'name of a scenario, or a YAML or JSON file (default demo)')
    .addOption(
      new Option('--seed <number>', 'seed of people and texts (default: the scenario’s)').argParser(
        wholeNumber('--seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      ),
    )
    .option('--now <instant>', now)

/**
 * Returns the instant of `--now` in milliseconds since 1970, undefined without one. Throws a `UsageError`.
 */
export const startInstantMs = ({ now }: StartOptions): number | undefined => {
  if (now === undefined) return undefined
  const atMs = instantMs(now)
  if (atMs !== undefined) return atMs
  throw new UsageError(
    `--now takes an ISO 8601 instant with offset like 2026-03-01T12:00:00-03:00, not ${JSON.stringify(now)}.`,
  )
}
