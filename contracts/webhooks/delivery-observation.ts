import { NEEDS } from '../../src/kit/runner/clause.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ReceivedDelivery, WebhookReceiver, RunSession } from '../../src/kit/runner/session.ts'
import { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { type Borrowed, borrowed, SECRET } from './topic-configuration.ts'
import { ARCHIVE, write } from '../support/publication-writes.ts'

/**
 * What a run sees of deliveries: it configures a webhook that leads to its receiver, does what a client can do to bring notifications
 * about, and looks at what arrives. Seen once a run, whatever number of clauses then looks at it.
 */

/** Of the topics of `events/topics`, the one that a client can bring about: a publication enters a state. */
export const TOPIC = 'publicacion-estado'

/** How long to wait for a delivery when nobody says, in milliseconds. */
const USUAL_PATIENCE_MS = 5_000

export const HEADERS = {
  HeaderCustom01: { Name: 'X-Kit-One', Value: 'one' },
  HeaderCustom02: { Name: 'X-Kit-Two', Value: 'two, and more' },
  HeaderCustom03: { Name: 'X-Kit-Three', Value: '3' },
} as const

/** One configuration with what it delivered. */
export interface Phase {
  /** Path and query of its `Callback` below the receiver's URL. */
  readonly target: string
  /** Undefined when the configuration has one that is not known. */
  readonly secret: string | undefined
  readonly arrived: readonly ReceivedDelivery[]
  /** A create that brought deliveries about, or should not have. */
  readonly created: Exchange
}

export interface Watch {
  readonly topic: string
  /** `ExternalId`s of the publications that deliveries of `active` tell about. */
  readonly about: readonly string[]
  readonly active: Phase & { readonly first: ReceivedDelivery }
  /** Under another `Secret`; undefined when it may not be changed. */
  readonly resigned: Phase | undefined
  /** With `Activo` false. */
  readonly suspended: Phase
}

const watches = new WeakMap<RunSession, Observation<Watch>>()

/** Deliveries while the webhook is active, with another secret, and suspended. Skips when there are none. */
export const watched = (t: ClauseContext): Promise<Watch> => seenOnce(t, watches, watch)

const watch = (t: ClauseContext): Promise<Watch> =>
  borrowed(t, TOPIC, async (hook) => {
    const stage = await stageOf(t, hook)
    const active = await stage.phase({ Activo: true, times: 2, secret: SECRET })
    const [first] = active.arrived
    if (!first) return t.skip(stage.silence)
    const resigned = hook.hasOwnSecret
      ? await stage.phase({ Activo: true, times: 1, secret: [...SECRET].reverse().join('') })
      : undefined
    const quietMs = quietAfter(...[active, ...(resigned ? [resigned] : [])].flatMap(tookMs))
    const suspended = await stage.phase({ Activo: false, times: 1, secret: SECRET, quietMs })
    return { topic: hook.topic, about: active.about, active: { ...active, first }, resigned, suspended }
  })

/** What clauses that watch deliveries need: where they arrive, and how long to wait. */
export interface Stage {
  readonly receiver: WebhookReceiver
  readonly patienceMs: number
  /** Why nothing can be told when nothing arrives. */
  readonly silence: string
  phase(wanted: Wanted): Promise<Phase & Caused>
}

interface Wanted {
  readonly Activo: boolean
  /** How many publications to create and archive. */
  readonly times: number
  readonly secret: string
  /** Present: nothing ought to arrive, which is believed after so many milliseconds. */
  readonly quietMs?: number
}

export interface Caused {
  readonly about: readonly string[]
  /** On the clock of deliveries. */
  readonly causedMs: number
}

export const stageOf = async (t: ClauseContext, hook: Borrowed): Promise<Stage> => {
  const { signal, patienceMs = USUAL_PATIENCE_MS } = t.session
  const receiver = (await t.session.receiver()) ?? t.skip(NEEDS.callback)
  const phase: Stage['phase'] = async ({ Activo, times, secret, quietMs }) => {
    const target = newTarget(t)
    await hook.configure(configuration(hook, { Callback: receiver.url + target, Activo, secret }))
    const causedMs = performance.now()
    const created = []
    for (let n = 0; n < times; n++) created.push(await createAndArchive(t))
    const about = created.map(({ externalId }) => externalId)
    const enough = (arrived: readonly ReceivedDelivery[]) =>
      quietMs === undefined ? about.every((id) => arrived.some((one) => tellsOf(one, id))) : arrived.length > 0
    const arrived = await receiver.deliveries(folderOf(target), { isEnough: enough, withinMs: quietMs ?? patienceMs, signal })
    const [one] = created
    if (!one) throw new Error('a phase brings at least one notification about')
    const known = hook.hasOwnSecret ? secret : undefined
    return { target, secret: known, arrived, created: one.exchange, about, causedMs }
  }
  const silence =
    `nothing was delivered to ${receiver.url} within ${patienceMs / 1_000} s of a create; the description does not say what brings ` +
    `${hook.topic} about (can the service reach that address? --callback-url gives another one, --patience more time)`
  return { receiver, patienceMs, silence, phase }
}

export const configuration = (
  { hasOwnSecret }: Borrowed,
  { Callback, Activo, secret }: { Callback: string; Activo: boolean; secret: string },
) => ({ Callback, Description: 'Contract kit', Activo, ...(hasOwnSecret && { Secret: secret }), ...HEADERS })

/** The query belongs to the URL as well. */
export const newTarget = (t: ClauseContext): string => `/${t.session.newExternalId()}/hook?of=kit`

/** Whatever is delivered below it was meant for the target. */
export const folderOf = (target: string): string => target.slice(0, target.lastIndexOf('/'))

/** Two changes of state, should the first one bring nothing about. Unseen by the public, and cleaned up at once. */
const createAndArchive = async (t: ClauseContext) => {
  const made = await t.publication({ Activa: false })
  await write(t, made, ARCHIVE)
  return made
}

/** Whether the delivery is about that publication of the run, whose ids end in numbers. */
export const tellsOf = ({ body }: ReceivedDelivery, externalId: string): boolean =>
  new RegExp(`${externalId}(?!\\d)`, 'i').test(body)

/** How long the first delivery took, in milliseconds. */
const tookMs = ({ arrived: [first], causedMs }: Phase & Caused): number[] => (first ? [first.atMs - causedMs] : [])

/** How long nothing must come until it is believed that nothing comes, in milliseconds: several times what a delivery took at best. */
export const quietAfter = (...tookMs: readonly number[]): number =>
  Math.min(Math.max(5 * Math.min(...tookMs), 100), 5_000)

/** Something seen by a trial of its own. */
export interface Observation<T> {
  readonly trial: ClauseContext
  readonly seen: Promise<T>
}

/** What was seen once a run; each clause that looks at it has the exchanges as its evidence. */
export const seenOnce = async <T>(
  t: ClauseContext,
  known: WeakMap<RunSession, Observation<T>>,
  see: (trial: ClauseContext) => Promise<T>,
): Promise<T> => {
  let found = known.get(t.session)
  if (!found) {
    const trial = new ClauseContext(t.session)
    found = { trial, seen: see(trial) }
    known.set(t.session, found)
  }
  try {
    return await found.seen
  } finally {
    t.exchanges.push(...found.trial.exchanges)
  }
}
