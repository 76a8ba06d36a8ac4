import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { ReceivedDelivery } from '../../src/kit/runner/deliveries.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { WebhookShape } from '../support/response-shapes.ts'
import {
  callbackFolder,
  concerns,
  configurationFor,
  type DeliverySetup,
  deliveriesTo,
  deliverySetup,
  newCallbackPath,
  quietPeriodMs,
  triggeredTopic,
} from './delivery-observation.ts'
import { deliveryTimestamp } from './delivery-signature.ts'
import { type BorrowedTopic, KIT_SECRET, topicPath, withBorrowedTopic } from './topic-configuration.ts'

/**
 * Observes failing deliveries: the receiver answers every attempt of one with 500, and later every attempt of
 * another with 410.
 */

/** How long to wait for a second attempt by default. */
const FIRST_WAIT_MS = 100
/** Minimum time after which silence counts as no delivery. */
const MIN_QUIET_MS = 400
/** The part of `--patience` that silence is waited for. */
const PATIENCE_SHARE = 4
/** Time of the service's own clock after which silence means that it does not retry. */
export const LONG_SILENCE_MS = 3_600_000
/** Number of attempts of the option `five-attempts` of `events/retries`. */
const ATTEMPTS = 5

/** Attempts of the failing deliveries that the run has observed. */
export interface ObservedAttempts {
  /** Attempts that were answered 500. */
  readonly failing: readonly ReceivedDelivery[]
  /** Undefined when the service did not retry. */
  readonly gone: GoneObservation | undefined
  /** Undefined when the configuration has a secret that the run does not know. */
  readonly secret: string | undefined
  /** How far the service's clock advanced after the first attempt without a second one. */
  readonly silentMs: number
  readonly waitedMs: number
  /** The create that triggered the failing delivery. */
  readonly created: Exchange
  /** The configuration after the last attempt; undefined when the last attempt did not arrive. */
  readonly end: ExhaustedObservation | undefined
}

/** Attempts of a delivery that the receiver answers 410. */
export interface GoneObservation {
  /** Attempts that were answered 410. */
  readonly attempts: readonly ReceivedDelivery[]
  /**
   * Whether no further attempt is to be expected: a delivery that failed later was retried already, or the
   * webhook is suspended.
   */
  readonly isOver: boolean
}

/** What follows the last attempt. */
export interface ExhaustedObservation {
  /** The read of the configuration. */
  readonly read: Exchange
  readonly isActive: boolean
  /** Deliveries that a later create triggered although the configuration showed Activo false. */
  readonly late: readonly ReceivedDelivery[]
}

/**
 * Returns the failing deliveries of the run. Skips when nothing is delivered, or deliveries do not name their
 * publication.
 */
export const observedAttempts = (t: ClauseContext): Promise<ObservedAttempts> =>
  t.observeOnce(observeAttempts)

const observeAttempts = async (t: ClauseContext): Promise<ObservedAttempts> =>
  withBorrowedTopic(t, await triggeredTopic(t), async (hook) => {
    const scenario = await startRetryScenario(t, hook, await deliverySetup(t, hook))
    const startMs = performance.now()
    const waitedMs = () => performance.now() - startMs
    const leftMs = () => Math.max((t.session.patienceMs ?? 0) - waitedMs(), 0)
    let silentMs = 0
    let failing = await scenario.attempts('failing', 2, FIRST_WAIT_MS)
    if (failing.length < 2) {
      silentMs = await scenario.clockSince(failing[0])
      // Its clock may go faster than the service itself, which then has not come to what is due.
      failing = await scenario.attempts(
        'failing',
        2,
        silentMs < LONG_SILENCE_MS ? leftMs() : scenario.silenceMs,
      )
    }
    const secondMs = waitedMs()
    if (failing.length >= 2) failing = await scenario.attempts('failing', ATTEMPTS, leftMs())
    const end = failing.length >= ATTEMPTS ? await scenario.end() : undefined
    return {
      failing,
      gone: failing.length >= 2 ? await scenario.gone() : undefined,
      secret: hook.mayChangeSecret ? KIT_SECRET : undefined,
      silentMs,
      waitedMs: secondMs,
      created: scenario.created,
      end,
    }
  })

/**
 * How the receiver answers the delivery that a publication triggers: `well`, `late` and `later` 204, `gone`
 * 410, the others 500.
 */
type DeliveryFate = 'failing' | 'well' | 'late' | 'later' | 'gone' | 'second'

interface RetryScenario {
  readonly created: Exchange
  /** Time after which silence counts as no delivery. */
  readonly silenceMs: number
  /** Waits for `count` attempts and returns those that arrived. */
  attempts(fate: DeliveryFate, count: number, withinMs: number): Promise<readonly ReceivedDelivery[]>
  /**
   * Returns how far the service's timestamps advanced since an attempt, in milliseconds; 0 when they are
   * unreadable.
   */
  clockSince(before: ReceivedDelivery | undefined): Promise<number>
  end(): Promise<ExhaustedObservation>
  gone(): Promise<GoneObservation>
}

const startRetryScenario = async (
  t: ClauseContext,
  hook: BorrowedTopic,
  { receiver, patienceMs, silence }: DeliverySetup,
): Promise<RetryScenario> => {
  const { signal } = t.session
  const run = t.session.newExternalId()
  const idOf = (fate: DeliveryFate) => `${run}${fate}`
  const target = newCallbackPath(t)
  const folder = callbackFolder(target)
  const failing = [idOf('failing'), idOf('second')]
  receiver.answer(folder, (one) =>
    failing.some((id) => concerns(one, id)) ? 500 : concerns(one, idOf('gone')) ? 410 : 204,
  )
  const wanted = configurationFor(hook, { Callback: receiver.url + target, Activo: true, secret: KIT_SECRET })
  const attempts: RetryScenario['attempts'] = async (fate, count, withinMs) => {
    const about = (all: readonly ReceivedDelivery[]) => all.filter((one) => concerns(one, idOf(fate)))
    return about(
      await deliveriesTo(receiver, folder, {
        isEnough: (all) => about(all).length >= count,
        withinMs,
        signal,
      }),
    )
  }
  const create = async (fate: DeliveryFate) =>
    (await t.publication({ ExternalId: idOf(fate), Activa: false })).exchange
  const isActive = async () => {
    const read = await t.get(topicPath(hook.topic))
    t.status(read, 200)
    return { read, isActive: t.shape(read, WebhookShape).Activo }
  }
  await hook.configure(wanted)
  const causedMs = performance.now()
  const created = await create('failing')
  const [first] = await attempts('failing', 1, patienceMs)
  if (!first) return t.skip(silence)
  // A busy machine delays a delivery once more than the first.
  const quietMs = Math.max(MIN_QUIET_MS, quietPeriodMs(first.atMs - causedMs))
  // With `--patience` the run waits longer for a delivery that must not come.
  const silenceMs = Math.max(quietMs, (t.session.patienceMs ?? 0) / PATIENCE_SHARE)
  // Waits until the service has processed the response to an attempt.
  const settle = () => attempts('late', 1, quietMs)
  return {
    created,
    silenceMs,
    attempts,
    clockSince: async (before) => {
      await create('well')
      const [well] = await attempts('well', 1, patienceMs)
      const [nowMs, thenMs] = [well, before].map((one) => one && deliveryTimestamp(one)?.ms)
      return nowMs === undefined || thenMs === undefined ? 0 : nowMs - thenMs
    },
    end: async () => {
      await settle()
      const shown = await isActive()
      if (shown.isActive) return { ...shown, late: [] }
      // A delivery may be in flight, and a service may resume alone: only a repeated delivery is judged.
      for (const fate of ['late', 'later'] as const) {
        await create(fate)
        const late = await attempts(fate, 1, silenceMs)
        if (late.length === 0) return { ...shown, late }
        const now = await isActive()
        if (now.isActive) return { ...now, late: [] }
        if (fate === 'later') return { ...now, late }
      }
      return { ...shown, late: [] }
    },
    gone: async () => {
      await hook.configure(wanted)
      await create('gone')
      await attempts('gone', 1, patienceMs)
      await settle()
      // A service may suspend the webhook after the 410; then it delivers nothing more.
      if (!(await isActive()).isActive) return { attempts: await attempts('gone', 0, 0), isOver: true }
      await create('second')
      const later = await attempts('second', 2, patienceMs)
      return { attempts: await attempts('gone', 0, 0), isOver: later.length >= 2 }
    },
  }
}
