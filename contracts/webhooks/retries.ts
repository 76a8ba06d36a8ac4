import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ReceivedDelivery } from '../../src/kit/runner/session.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { type Attempts, attempted, LONG_MS } from './retry-observation.ts'
import { makingOf, mistakeOf, signatureOf, stampOf } from './delivery-signature.ts'

/**
 * What becomes of deliveries that fail (EVT-07). The description leaves open whether and when one comes again: only what comes is judged,
 * by what the options of `events/retries` have in common, and silence says something only where the service's own clock has gone on.
 */

const seen = ({
  judge,
  ...said
}: Pick<Clause, 'id' | 'title'> & { judge(t: ClauseContext, attempts: Attempts): void }): Clause =>
  clause({
    ...said,
    statements: ['EVT-07', 'EVT-05'],
    leaves: 'any',
    needs: ['write', 'callback'],
    check: async (t) => judge(t, await attempted(t)),
  })

/** The pause before the second of the attempts of `events/retries`, with what a clock may be off, in milliseconds. */
const FIRST_PAUSE_MS = 25_000

export const deliveriesAgain: readonly Clause[] = [
  seen({
    id: 'deliveries-again/have-the-same-hook-id',
    title: 'A delivery that failed does not come again, or has the same Notification-Hook-ID when it does',
    judge: (t, attempts) => {
      const { failing, silentMs, created } = attempts
      if (failing.length < 2 && silentMs >= LONG_MS) return t.learn('events/retries', 'one-attempt', created)
      const [first, ...later] = comingAgain(t, attempts)
      for (const one of later) mustBeSame(t, attempts, first, one)
      const [firstMs, secondMs] = failing.map((one) => stampOf(one)?.ms)
      if (firstMs === undefined || secondMs === undefined || secondMs - firstMs < FIRST_PAUSE_MS) return
      t.learn('events/retries', 'five-attempts', created)
    },
  }),
  seen({
    id: 'deliveries-again/have-a-timestamp-of-their-own',
    title: 'A delivery that comes again has a new Notification-Timestamp',
    judge: (t, attempts) => {
      const [first, second] = comingAgain(t, attempts)
      const [before, after] = [first, second].map(({ headers }) => headers['notification-timestamp'])
      const stepMs = stampOf(first)?.stepMs ?? 0
      if (second.atMs - first.atMs <= stepMs && before === after)
        t.skip('the second attempt came so soon that it may have the same timestamp')
      t.assert(before !== after, `another Notification-Timestamp than ${before}`, after, attempts.created)
    },
  }),
  seen({
    id: 'deliveries-again/are-signed-anew',
    title: 'A delivery that comes again is signed over its own headers',
    judge: (t, attempts) => {
      const { secret, created } = attempts
      const [, ...later] = comingAgain(t, attempts)
      if (secret === undefined) return t.skip('the webhook has a Secret that is not shown')
      for (const one of later) {
        const got = signatureOf(one) === undefined ? 'none' : mistakeOf(one, secret)
        t.assert(makingOf(one, secret) !== undefined, 'a Notification-Signature over its own headers', got, created)
      }
    },
  }),
  seen({
    id: 'deliveries-again/after-a-410',
    title: 'A delivery that was answered 410 does not come again, or comes as the same one',
    judge: (t, attempts) => {
      comingAgain(t, attempts)
      const { isOver = false, attempts: [first, ...later] = [] } = attempts.gone ?? {}
      if (!first) return t.skip('the delivery that was to be answered 410 did not come')
      for (const one of later) mustBeSame(t, attempts, first, one)
      if (later.length > 0) t.learn('events/gone', 'retried', attempts.created)
      else if (isOver) t.learn('events/gone', 'stops', attempts.created)
    },
  }),
  seen({
    id: 'deliveries-again/after-the-last-failure',
    title: 'After the last failure the configuration stays active, or shows Activo false and delivers nothing',
    judge: (t, attempts) => {
      comingAgain(t, attempts)
      const { end } = attempts
      if (!end) return t.skip('the last attempt did not come within --patience')
      t.assert(end.late.length === 0, 'nothing delivered while Activo is false', 'a delivery', end.read)
      t.learn('events/after-last', end.isActive ? 'stays-active' : 'suspended', end.read)
    },
  }),
]

/** The attempts of a delivery that failed, two at least. Skips when it did not come again. */
const comingAgain = (
  t: ClauseContext,
  { failing, silentMs, waitedMs }: Attempts,
): readonly [ReceivedDelivery, ReceivedDelivery, ...ReceivedDelivery[]] => {
  const [first, second, ...more] = failing
  if (first && second) return [first, second, ...more]
  const soFar =
    silentMs >= LONG_MS ? 'although its clock went on for an hour' : `within ${(waitedMs / 1_000).toFixed(1)} s`
  return t.skip(
    `a delivery that failed did not come again ${soFar}; the description does not say when it does: --patience 60 waits a minute`,
  )
}

const mustBeSame = (t: ClauseContext, { created }: Attempts, first: ReceivedDelivery, later: ReceivedDelivery): void => {
  const [expected, got] = [first, later].map(({ headers }) => headers['notification-hook-id'] ?? 'none')
  t.assert(got === expected, `Notification-Hook-ID ${expected}, as before`, got, created)
}
