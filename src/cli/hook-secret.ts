import { type Arguments, textOption, UsageError } from './command.ts'

/** The `Secret` of a webhook, from `--secret` or the environment; undefined when neither tells one. */
export const hookSecret = (args: Arguments): string | undefined => {
  const given = textOption(args, 'secret')
  if (given === '') throw new UsageError('--secret is empty: give the Secret of the configuration, or leave it out.')
  return given ?? (process.env['PLAYA_HOOK_SECRET'] || undefined)
}
