import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { ReceivedDelivery } from '../../src/kit/runner/deliveries.ts'
import {
  deliveryTimestamp,
  signatureHeader,
  signatureMistake,
  signatureSchemeOf,
} from './delivery-signature.ts'
import { LONG_SILENCE_MS, type ObservedAttempts, observedAttempts } from './retry-observation.ts'

/**
 * Retries of failed deliveries (EVT-07). The description leaves open whether and when they happen. The
 * clauses judge only attempts that arrive, by what the options of `events/retries` have in common. Silence
 * counts only after the service's own clock has advanced.
 */

const retryClause = ({
  judge,
  ...declared
}: Pick<Clause, 'id' | 'title' | 'advice'> & {
  judge(t: ClauseContext, attempts: ObservedAttempts): void
}): Clause =>
  clause({
    ...declared,
    statements: ['EVT-07', 'EVT-05'],
    leaves: 'any',
    needs: ['write', 'callback'],
    check: async (t) => judge(t, await observedAttempts(t)),
  })

/** Minimum pause before the second attempt of `events/retries`, with a tolerance for clocks. */
const MIN_FIRST_PAUSE_MS = 25_000

/** Clauses on retries of failed deliveries. */
export const retryClauses: readonly Clause[] = [
  retryClause({
    id: 'deliveries-again/have-the-same-hook-id',
    // An id may be of a notification or of an attempt.
    advice: 'Standard Webhooks 1.0, webhook-id',
    title: 'A failed delivery is not repeated, or repeated with the same Notification-Hook-ID',
    judge: (t, attempts) => {
      const { failing, silentMs, created } = attempts
      if (failing.length < 2 && silentMs >= LONG_SILENCE_MS)
        return t.learn('events/retries', 'one-attempt', created)
      const [first, ...later] = repeatedAttempts(t, attempts)
      for (const one of later) mustBeSame(t, attempts, first, one)
      const [firstMs, secondMs] = failing.map((one) => deliveryTimestamp(one)?.ms)
      if (firstMs === undefined || secondMs === undefined || secondMs - firstMs < MIN_FIRST_PAUSE_MS) return
      t.learn('events/retries', 'five-attempts', created)
    },
  }),
  retryClause({
    id: 'deliveries-again/have-a-timestamp-of-their-own',
    title: 'A repeated delivery has no earlier Notification-Timestamp',
    judge: (t, attempts) => {
      // A retry may have the same timestamp as the first attempt or a new one.
      const [first, second] = repeatedAttempts(t, attempts)
      const [before, after] = [first, second].map((one) => deliveryTimestamp(one)?.ms ?? 0)
      const [former, got] = [first, second].map(({ headers }) => headers['notification-timestamp'])
      const isLater = Number(after) >= Number(before)
      t.assert(isLater, `a Notification-Timestamp not before ${former}`, got, attempts.created)
    },
  }),
  retryClause({
    id: 'deliveries-again/are-signed-anew',
    title: 'A repeated delivery is signed over its own headers',
    judge: (t, attempts) => {
      const [, ...later] = repeatedAttempts(t, attempts)
      if (attempts.secret === undefined) return t.skip('the webhook has a Secret that is not shown')
      mustBeSignedAnew(t, attempts, later)
    },
  }),
  retryClause({
    id: 'deliveries-again/after-a-410',
    title: 'A delivery that received 410 is not repeated, or is signed over its own headers when it is',
    judge: (t, attempts) => {
      repeatedAttempts(t, attempts)
      const { isOver = false, attempts: [first, ...later] = [] } = attempts.gone ?? {}
      if (!first) return t.skip('the delivery that was to be answered 410 did not come')
      mustBeSignedAnew(t, attempts, later)
      if (later.length > 0) t.learn('events/gone', 'retried', attempts.created)
      else if (isOver) t.learn('events/gone', 'stops', attempts.created)
    },
  }),
  retryClause({
    id: 'deliveries-again/after-the-last-failure',
    title:
      'After the last failure the configuration stays active, or shows Activo false and delivers nothing',
    judge: (t, attempts) => {
      repeatedAttempts(t, attempts)
      const { end } = attempts
      if (!end) return t.skip('the last attempt did not come within --patience')
      t.assert(end.late.length === 0, 'nothing delivered while Activo is false', 'a delivery', end.read)
      t.learn('events/after-last', end.isActive ? 'stays-active' : 'suspended', end.read)
    },
  }),
]

/** Returns the attempts of a failed delivery, at least two. Skips when the service did not retry. */
const repeatedAttempts = (
  t: ClauseContext,
  { failing, silentMs, waitedMs }: ObservedAttempts,
): readonly [ReceivedDelivery, ReceivedDelivery, ...ReceivedDelivery[]] => {
  const [first, second, ...more] = failing
  if (first && second) return [first, second, ...more]
  const soFar =
    silentMs >= LONG_SILENCE_MS
      ? 'although its clock went on for an hour'
      : `within ${(waitedMs / 1_000).toFixed(1)} s`
  return t.skip(
    `a failed delivery was not repeated ${soFar}; the description does not say when it is: --patience 60 waits a minute`,
  )
}

const mustBeSignedAnew = (
  t: ClauseContext,
  { secret, created }: ObservedAttempts,
  later: readonly ReceivedDelivery[],
): void => {
  if (secret === undefined) return
  for (const one of later) {
    const got = signatureHeader(one) === undefined ? 'none' : signatureMistake(one, secret)
    const isSigned = signatureSchemeOf(one, secret) !== undefined
    t.assert(isSigned, 'a Notification-Signature over its own headers', got, created)
  }
}

const mustBeSame = (
  t: ClauseContext,
  { created }: ObservedAttempts,
  first: ReceivedDelivery,
  later: ReceivedDelivery,
): void => {
  const [expected, got] = [first, later].map(({ headers }) => headers['notification-hook-id'] ?? 'none')
  t.assert(got === expected, `Notification-Hook-ID ${expected}, as before`, got, created)
}
