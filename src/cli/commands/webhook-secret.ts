import { limits } from '../../api/wire/limits.ts'
import { UsageError } from '../support/errors.ts'

/** Returns the `Secret` of a webhook, from `--secret` or PLAYA_HOOK_SECRET; undefined when neither is set. */
export const webhookSecret = (given: string | undefined): string | undefined => {
  if (given === '')
    throw new UsageError('--secret is empty: give the Secret of the configuration, or leave it out.')
  const secret = given ?? (process.env['PLAYA_HOOK_SECRET'] || undefined)
  const { min, max } = limits.secret
  if (secret !== undefined && (secret.length < min || secret.length > max))
    throw new UsageError(
      `${given === undefined ? 'PLAYA_HOOK_SECRET' : '--secret'} has ${secret.length} characters: a Secret has ${min} to ${max}, as the API takes it.`,
    )
  return secret
}
