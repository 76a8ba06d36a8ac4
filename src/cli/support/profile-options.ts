import { type Command, Option } from 'commander'
import { defaultProfile, type Profile, ProfileError, withOptions } from '../../api/assumptions/profile.ts'
import { UsageError } from './errors.ts'
import { repeated } from './option-values.ts'

/** Values of the options that choose a profile. */
export interface ProfileOptions {
  readonly profile?: string
  readonly set?: readonly string[]
}

/** Adds the options that choose a profile. */
export const withProfileOptions = (command: Command): Command =>
  command
    .option('--profile <file>', 'YAML or JSON file of assumption ids and options')
    .addOption(new Option('--set <id=option>', 'one assumption; may be repeated').argParser(repeated))

/**
 * Returns options by assumption id, those of the profile file first, then those of `--set`. Throws a
 * `UsageError`.
 */
export const assumptionOptions = async ({
  profile,
  set = [],
}: ProfileOptions): Promise<Record<string, unknown>> => {
  // Most commands start without a reader of YAML.
  const options = profile === undefined ? {} : (await import('./profile-file.ts')).readProfile(profile)
  return { ...options, ...assignments(set, '--set takes ID=OPTION') }
}

/** Reads `ID=OPTION` texts. Throws a `UsageError` that starts with `expected`. */
export const assignments = (entries: readonly string[], expected: string): Record<string, string> =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, id, option] = /^([^=]+)=(.*)$/s.exec(entry) ?? []
      if (!id || option === undefined) throw new UsageError(`${expected}, not ${JSON.stringify(entry)}.`)
      return [id, option]
    }),
  )

/**
 * Returns the profile that `--profile` and `--set` choose. Throws a `UsageError` that names every wrong
 * choice.
 */
export const profileOf = async (options: ProfileOptions): Promise<Profile> => {
  const chosen = await assumptionOptions(options)
  try {
    return withOptions(defaultProfile, chosen, 'given')
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message)
    throw error
  }
}
