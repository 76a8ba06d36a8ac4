import { UsageError } from '../errors.ts'

/** Returns the `Secret` of a webhook, from `--secret` or PLAYA_HOOK_SECRET; undefined when neither is set. */
export const webhookSecret = (given: string | undefined): string | undefined => {
  if (given === '')
    throw new UsageError('--secret is empty: give the Secret of the configuration, or leave it out.')
  return given ?? (process.env['PLAYA_HOOK_SECRET'] || undefined)
}
