import { withOptions, defaultProfile, type Profile, ProfileError } from '../assumptions/profile.ts'
import { type Arguments, type Command, textOption, textOptions, UsageError } from './command.ts'

/** What every command takes that rests on a profile. */
export const PROFILE_OPTIONS = {
  profile: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const satisfies Command['options']

export const PROFILE_HELP: Command['help'] = {
  profile: 'YAML or JSON file of assumption ids and options',
  set: 'one assumption, ID=OPTION; may be repeated',
}

/** Options by assumption id, from the profile file, then those of `--set`; not yet judged. Throws a `UsageError`. */
export const choicesOf = async (args: Arguments): Promise<Record<string, unknown>> => {
  const file = textOption(args, 'profile')
  const choices: Record<string, unknown> = file === undefined ? {} : await choicesIn(file)
  for (const entry of textOptions(args, 'set')) {
    const [, id, option] = /^([^=]+)=(.*)$/s.exec(entry) ?? []
    if (!id || option === undefined) throw new UsageError(`--set takes ID=OPTION, not ${JSON.stringify(entry)}.`)
    choices[id] = option
  }
  return choices
}

/** The profile that `--profile` and `--set` choose. Throws a `UsageError` that names every wrong choice. */
export const profileOf = async (args: Arguments): Promise<Profile> => {
  const choices = await choicesOf(args)
  try {
    return withOptions(defaultProfile, choices, 'given')
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message)
    throw error
  }
}

/** Loaded when asked for: most commands start without a reader of YAML. */
const choicesIn = async (file: string) => (await import('./profile-file.ts')).readProfile(file)
