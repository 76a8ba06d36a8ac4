import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ReceivedDelivery, RunSession } from '../../src/kit/runner/session.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { AppWebhook } from '../../src/wire/answers.ts'
import { stampOf } from './delivery-signature.ts'
import {
  configuration,
  folderOf,
  newTarget,
  type Observation,
  quietAfter,
  type Stage,
  seenOnce,
  stageOf,
  TOPIC,
  tellsOf,
} from './delivery-observation.ts'
import { type Borrowed, borrowed, pathOf, SECRET } from './topic-configuration.ts'

/** What a run sees of deliveries that fail: one that its receiver answers 500 as often as it comes, and later one that it answers 410. */

/** How long a second attempt is waited for when nobody says, in milliseconds. */
const SOON_MS = 100
/** How much longer once the service's clock says that none comes, in milliseconds. */
const GRACE_MS = 50
/** Silence over so much of the service's own time says that nothing comes again, in milliseconds. */
export const LONG_MS = 3_600_000
/** Attempts of `events/retries`, where there is more than one. */
const ATTEMPTS = 5

export interface Attempts {
  /** Attempts that were answered 500. */
  readonly failing: readonly ReceivedDelivery[]
  /** Undefined when the failing delivery did not come again. */
  readonly gone: Gone | undefined
  /** Undefined when the configuration has one that is not known. */
  readonly secret: string | undefined
  /** How far the service's clock went on after the first attempt without a second one, in milliseconds. */
  readonly silentMs: number
  readonly waitedMs: number
  /** The create that the failing delivery tells about. */
  readonly created: Exchange
  /** After the last attempt; undefined when it was not seen. */
  readonly end: End | undefined
}

export interface Gone {
  /** Attempts that were answered 410. */
  readonly attempts: readonly ReceivedDelivery[]
  /** Whether another delivery that failed later came again before, or nothing at all does because the webhook was suspended. */
  readonly isOver: boolean
}

export interface End {
  /** The configuration. */
  readonly read: Exchange
  readonly isActive: boolean
  /** Deliveries of what happened then, when the configuration showed Activo false. */
  readonly late: readonly ReceivedDelivery[]
}

const known = new WeakMap<RunSession, Observation<Attempts>>()

/** Skips when nothing is delivered, or when deliveries do not tell what they are about. */
export const attempted = (t: ClauseContext): Promise<Attempts> => seenOnce(t, known, attempt)

const attempt = (t: ClauseContext): Promise<Attempts> =>
  borrowed(t, TOPIC, async (hook) => {
    const scene = await sceneOf(t, hook, await stageOf(t, hook))
    const startMs = performance.now()
    const waitedMs = () => performance.now() - startMs
    const leftMs = () => Math.max((t.session.patienceMs ?? 0) - waitedMs(), 0)
    let silentMs = 0
    let failing = await scene.attempts('failing', 2, SOON_MS)
    if (failing.length < 2) {
      silentMs = await scene.clockSince(failing[0])
      failing = await scene.attempts('failing', 2, silentMs >= LONG_MS ? GRACE_MS : leftMs())
    }
    const secondMs = waitedMs()
    if (failing.length >= 2) failing = await scene.attempts('failing', ATTEMPTS, leftMs())
    const end = failing.length >= ATTEMPTS ? await scene.end() : undefined
    return {
      failing,
      gone: failing.length >= 2 ? await scene.gone() : undefined,
      secret: hook.hasOwnSecret ? SECRET : undefined,
      silentMs,
      waitedMs: secondMs,
      created: scene.created,
      end,
    }
  })

/** What becomes of what a publication brings about: `well` and `late` ones are delivered at once, the others answered 500 or 410. */
type Fate = 'failing' | 'well' | 'late' | 'gone' | 'second'

interface Scene {
  readonly created: Exchange
  /** Waits for so many attempts, and tells those that there are. */
  attempts(fate: Fate, count: number, withinMs: number): Promise<readonly ReceivedDelivery[]>
  /** How much later than this attempt a delivery of now is, by the service's own timestamps; 0 when they do not tell. */
  clockSince(before: ReceivedDelivery | undefined): Promise<number>
  end(): Promise<End>
  gone(): Promise<Gone>
}

const sceneOf = async (t: ClauseContext, hook: Borrowed, { receiver, patienceMs, silence }: Stage): Promise<Scene> => {
  const { signal } = t.session
  const run = t.session.newExternalId()
  const idOf = (fate: Fate) => `${run}-${fate}-`
  const target = newTarget(t)
  const folder = folderOf(target)
  const failing = [idOf('failing'), idOf('second')]
  receiver.answer(folder, (one) =>
    failing.some((id) => tellsOf(one, id)) ? 500 : tellsOf(one, idOf('gone')) ? 410 : 204,
  )
  const wanted = configuration(hook, { Callback: receiver.url + target, Activo: true, secret: SECRET })
  const attempts: Scene['attempts'] = async (fate, count, withinMs) => {
    const about = (all: readonly ReceivedDelivery[]) => all.filter((one) => tellsOf(one, idOf(fate)))
    return about(await receiver.deliveries(folder, { isEnough: (all) => about(all).length >= count, withinMs, signal }))
  }
  const create = async (fate: Fate) => (await t.publication({ ExternalId: idOf(fate), Activa: false })).exchange
  const isActive = async () => {
    const read = await t.get(pathOf(hook.topic))
    t.status(read, 200)
    return { read, isActive: t.shape(read, AppWebhook).Activo }
  }
  await hook.configure(wanted)
  const causedMs = performance.now()
  const created = await create('failing')
  const [first] = await attempts('failing', 1, patienceMs)
  if (!first) return t.skip(silence)
  const quietMs = quietAfter(first.atMs - causedMs)
  /** The service still has to hear the answer to an attempt. */
  const settle = () => attempts('late', 1, quietMs)
  return {
    created,
    attempts,
    clockSince: async (before) => {
      await create('well')
      const [well] = await attempts('well', 1, patienceMs)
      const [nowMs, thenMs] = [well, before].map((one) => one && stampOf(one)?.ms)
      return nowMs === undefined || thenMs === undefined ? 0 : nowMs - thenMs
    },
    end: async () => {
      await settle()
      const shown = await isActive()
      if (shown.isActive) return { ...shown, late: [] }
      await create('late')
      return { ...shown, late: await attempts('late', 1, quietMs) }
    },
    gone: async () => {
      await hook.configure(wanted)
      await create('gone')
      await attempts('gone', 1, patienceMs)
      await settle()
      // A service may suspend the webhook at once, and then nothing comes any more.
      if (!(await isActive()).isActive) return { attempts: await attempts('gone', 0, 0), isOver: true }
      await create('second')
      const later = await attempts('second', 2, patienceMs)
      return { attempts: await attempts('gone', 0, 0), isOver: later.length >= 2 }
    },
  }
}
