import type { FaultVariant, Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import { unusualLines } from './unusual-lines.ts'

/** Matches errors of HTTP libraries about an answer that comes too late. */
const TOO_LATE = new RegExp(
  [
    'HttpTimeoutException|request timed out',
    'ETIMEDOUT|UND_ERR_\\w*TIMEOUT|aborted due to timeout',
    '(?:Read|Connect)Timeout',
    '(?:read|urlopen error|TimeoutError:|socket\\.timeout:) ?.{0,20}timed out',
    'Net::(?:Read|Open)Timeout',
    'cURL error 28',
    'Client\\.Timeout exceeded|deadline exceeded',
  ].join('|'),
)

/** Most runs of a client that stops waiting for answers. */
const MAX_RUNS = 3

/** Faults of a whole run that delay answers, or let none come. */
const isDelaying = ({ exchange, fault }: FaultVariant): boolean => exchange !== '*' || fault === 'all-slow'

/**
 * Runs a client again if it fails because an answer came too late, although the variant delays none: on a
 * busy machine that happens to a client with a short timeout.
 */
export const unhurriedRun = async (
  variant: Variant,
  usual: string,
  run: () => Promise<ClientRun>,
): Promise<ClientRun> => {
  const isLate = (ended: ClientRun) =>
    ended.exitCode !== 0 && !ended.timedOut && TOO_LATE.test(unusualLines(ended.output, usual))
  let ended = await run()
  if (variant.kind === 'fault' && isDelaying(variant)) return ended
  for (let count = 1; count < MAX_RUNS && isLate(ended); count += 1) ended = await run()
  return ended
}

/** Returns whether a client that waits for every answer does not end under a variant. */
export const isEndless = (variant: Variant): boolean =>
  variant.kind === 'fault' && variant.fault === 'no-answer'
