import { limits } from '../../src/api/wire/limits.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { DeliveryWait, ReceivedDelivery, WebhookReceiver } from '../../src/kit/runner/deliveries.ts'
import { NEEDS } from '../../src/kit/runner/needs.ts'
import { SkipClause } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { withLock } from '../support/lock.ts'
import { ARCHIVE, writePublication } from '../support/publication-writes.ts'
import {
  type BorrowedTopic,
  KIT_SECRET,
  topicPath,
  usableTopics,
  withBorrowedTopic,
} from './topic-configuration.ts'

/**
 * Observes deliveries: configures a webhook that leads to the run's receiver, triggers notifications by
 * creating and archiving publications, and collects what arrives. The run observes once for all clauses.
 */

/** How long to wait for a delivery by default. */
const DEFAULT_PATIENCE_MS = 5_000

/** Custom headers that the run configures. */
export const CUSTOM_HEADERS = {
  HeaderCustom01: { Name: 'X-Kit-One', Value: 'Uno' },
  HeaderCustom02: { Name: 'X-Kit-Two', Value: 'Dos, y ALGO mas' },
  HeaderCustom03: { Name: 'X-Kit-Three', Value: '3' },
} as const

/** A configuration with what it delivered. */
export interface ObservedConfiguration {
  /** Path and query of its `Callback` below the receiver's URL. */
  readonly target: string
  /** Undefined when the configuration has a secret that the run does not know. */
  readonly secret: string | undefined
  readonly arrived: readonly ReceivedDelivery[]
  /** A create that triggered deliveries, or must not trigger any. */
  readonly created: Exchange
}

/** The deliveries that the run has observed. */
export interface ObservedDeliveries {
  readonly topic: string
  /** `ExternalId`s of the publications that deliveries of `active` concern. */
  readonly about: readonly string[]
  readonly active: ObservedConfiguration & { readonly first: ReceivedDelivery }
  /** With another `Secret`; undefined when the run may not change it. */
  readonly resigned: ObservedConfiguration | undefined
  /** Configured without a `Secret`; undefined when the run may not take it away. */
  readonly unsigned: ObservedConfiguration | undefined
  /** With `Activo` false. */
  readonly suspended: ObservedConfiguration
  /** Active again, after a configuration with another secret was refused. */
  readonly resumed: ObservedConfiguration & { readonly wasRefused: boolean }
}

/**
 * Returns the deliveries of an active webhook, with another secret, and of a suspended one. Skips when
 * nothing is delivered.
 */
export const observedDeliveries = (t: ClauseContext): Promise<ObservedDeliveries> =>
  t.observeOnce(observeDeliveries)

const observeDeliveries = async (t: ClauseContext): Promise<ObservedDeliveries> =>
  withBorrowedTopic(t, await triggeredTopic(t), async (hook) => {
    const setup = await deliverySetup(t, hook)
    const active = await setup.observe({ Activo: true, times: 2, secret: KIT_SECRET })
    const [first] = active.arrived
    if (!first) {
      // What was delivered may have gone to the callback before; the first one leads away from the run.
      await setup.observe({ Activo: true, times: 1, secret: KIT_SECRET })
      return t.skip(setup.silence)
    }
    const resigned = hook.mayChangeSecret
      ? await setup.observe({ Activo: true, times: 1, secret: [...KIT_SECRET].reverse().join('') })
      : undefined
    const quietMs = quietPeriodMs(...[active, ...(resigned ? [resigned] : [])].flatMap(firstLatencyMs))
    const unsigned = hook.mayChangeSecret ? await observeWithoutSecret(setup, quietMs) : undefined
    const suspended = await setup.observe({ Activo: false, times: 1, secret: KIT_SECRET, quietMs })
    let wasRefused = false
    const refuse = async (sent: object) => {
      const wrong = { ...sent, Secret: KIT_SECRET.toUpperCase(), Description: TOO_LONG }
      const put = hook.mayChangeSecret && (await t.send('PUT', topicPath(hook.topic), { body: wrong }))
      wasRefused = put !== false && put.response.status === 400
      // Another clause judges whether it is refused.
      if (put && put.response.status < 400) await hook.configure(sent)
    }
    const resumed = await setup.observe({ Activo: true, times: 1, secret: KIT_SECRET }, refuse)
    return {
      topic: hook.topic,
      about: active.about,
      active: { ...active, first },
      resigned,
      unsigned,
      suspended,
      resumed: { ...resumed, wasRefused },
    }
  })

const TOO_LONG = 'd'.repeat(limits.description.max + 1)

/** Observes a configuration without a secret; undefined when the service wants one. */
const observeWithoutSecret = async ({ observe }: DeliverySetup, quietMs: number) => {
  try {
    return await observe({ Activo: true, times: 1, secret: undefined, quietMs })
  } catch (error) {
    if (error instanceof SkipClause) return undefined
    throw error
  }
}

/** A notification that went to a callback that was configured before. */
export interface StrayDelivery {
  readonly expected: string
  readonly got: string
  readonly created: Exchange
}

/** Deliveries of the run that went wrong. */
interface WrongDeliveries {
  stray?: StrayDelivery
  misnamed?: StrayDelivery
}

const wrongDeliveries = (): WrongDeliveries => ({})

/** Returns a delivery that went to a previous callback; undefined when none was seen. */
export const strayDelivery = (t: ClauseContext): StrayDelivery | undefined => t.once(wrongDeliveries).stray

/** Returns a delivery that named another topic than its own; undefined when none was seen. */
export const misnamedDelivery = (t: ClauseContext): StrayDelivery | undefined =>
  t.once(wrongDeliveries).misnamed

const isBelow = ({ target }: ReceivedDelivery, folder: string): boolean => target.startsWith(folder)

/** Records a delivery about a publication that went elsewhere than below `target`. */
const noteStray = (
  t: ClauseContext,
  { externalId, exchange }: CreatedPublication,
  { all, target }: { readonly all: readonly ReceivedDelivery[]; readonly target: string },
): void => {
  const stray = all.find((one) => !isBelow(one, target) && concerns(one, externalId))
  if (stray) t.once(wrongDeliveries).stray = { expected: target, got: stray.target, created: exchange }
}

/** The receiver of the deliveries, and how long to wait for them. */
export interface DeliverySetup {
  readonly receiver: WebhookReceiver
  readonly patienceMs: number
  /** Reason of a skip when nothing arrives. */
  readonly silence: string
  /** `configured` is called with the configuration before publications trigger anything. */
  observe(
    step: ConfigurationStep,
    configured?: (sent: object) => Promise<void>,
  ): Promise<ObservedConfiguration & TriggeredDeliveries>
}

interface ConfigurationStep {
  readonly Activo: boolean
  /** Number of publications to create and archive. */
  readonly times: number
  /** Undefined: none is sent. */
  readonly secret: string | undefined
  /** Present when nothing should arrive: how long to wait for it. */
  readonly quietMs?: number
}

/** The publications that triggered deliveries. */
export interface TriggeredDeliveries {
  readonly about: readonly string[]
  /** Time of the first create, on the clock of `performance.now()`. */
  readonly causedMs: number
}

/** Opens the run's receiver. Skips when the target cannot reach it. */
export const deliverySetup = async (t: ClauseContext, hook: BorrowedTopic): Promise<DeliverySetup> => {
  const { signal, patienceMs = DEFAULT_PATIENCE_MS } = t.session
  const receiver = (await t.session.receiver()) ?? t.skip(NEEDS.callback)
  const observe: DeliverySetup['observe'] = async ({ Activo, times, secret, quietMs }, configured) => {
    const target = newCallbackPath(t)
    const sent = configurationFor(hook, { Callback: receiver.url + target, Activo, secret })
    await hook.configure(sent)
    await configured?.(sent)
    const causedMs = performance.now()
    const created = await Promise.all(Array.from({ length: times }, () => createAndArchive(t)))
    const about = created.map(({ externalId }) => externalId)
    const isEnough = (arrived: readonly ReceivedDelivery[]) =>
      quietMs === undefined
        ? about.every((id) => arrived.some((one) => concerns(one, id))) ||
          // Without a body a delivery names no publication.
          arrived.filter(({ body }) => body === '').length >= about.length
        : arrived.length > 0
    const arrived = await deliveriesTo(receiver, callbackFolder(target), {
      isEnough,
      withinMs: quietMs ?? patienceMs,
      signal,
    })
    const [one] = created
    if (!one) throw new Error('an observation triggers at least one notification')
    const all = await deliveriesTo(receiver, '/', { isEnough: () => true, withinMs: 0, signal })
    for (const publication of created) noteStray(t, publication, { all, target: callbackFolder(target) })
    const known = hook.mayChangeSecret ? secret : undefined
    return { target, secret: known, arrived, created: one.exchange, about, causedMs }
  }
  const silence = silenceOf(receiver, patienceMs, hook.topic)
  return { receiver, patienceMs, silence, observe }
}

/** A service may check whether a callback responds; such a request notifies of nothing. */
const isCallbackCheck = ({ method, headers }: ReceivedDelivery): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  !Object.keys(headers).some((name) => name.startsWith('notification-'))

/** Waits for deliveries as `receiver` does, and leaves out requests that only try the callback. */
export const deliveriesTo = async (
  receiver: WebhookReceiver,
  path: string,
  { isEnough, ...wait }: DeliveryWait,
): Promise<readonly ReceivedDelivery[]> => {
  const notifying = (all: readonly ReceivedDelivery[]) => all.filter((one) => !isCallbackCheck(one))
  const arrived = await receiver.deliveries(path, { ...wait, isEnough: (all) => isEnough(notifying(all)) })
  return notifying(arrived)
}

/** Returns a configuration of the topic; it has a secret only when the run may change it. */
export const configurationFor = (
  { mayChangeSecret }: BorrowedTopic,
  { Callback, Activo, secret }: { Callback: string; Activo: boolean; secret: string | undefined },
) => ({
  Callback,
  Description: 'Contract kit',
  Activo,
  ...(mayChangeSecret && secret !== undefined && { Secret: secret }),
  ...CUSTOM_HEADERS,
})

/** Returns a new callback path. It has a query, because the query belongs to the callback too. */
export const newCallbackPath = (t: ClauseContext): string => `/${t.session.newExternalId()}/hook?of=kit`

/** Returns the folder of a callback path; every delivery below it belongs to that callback. */
export const callbackFolder = (target: string): string => target.slice(0, target.lastIndexOf('/'))

/**
 * Creates a suspended publication and archives it: two changes of state, in case the first triggers nothing.
 */
const createAndArchive = async (t: ClauseContext) => {
  const made = await t.publication({ Activa: false })
  await writePublication(t, made, ARCHIVE)
  return made
}

/**
 * Returns the topic that creating or archiving a publication triggers. All topics that the run may configure
 * are tried at once, because their names are open (`events/topics`). Skips when none delivers.
 */
export const triggeredTopic = (t: ClauseContext): Promise<string> => t.observeOnce(findTriggeredTopic)

/** How long a run waits for deliveries of other topics after the first. */
const OTHER_TOPICS_MS = 250

const findTriggeredTopic = (t: ClauseContext): Promise<string> =>
  withLock(t, 'webhooks', async () => {
    const { signal, patienceMs = DEFAULT_PATIENCE_MS } = t.session
    const receiver = (await t.session.receiver()) ?? t.skip(NEEDS.callback)
    const usable = await usableTopics(t)
    const folder = `/${t.session.newExternalId()}`
    let refusal: unknown
    const configured = async (hook: BorrowedTopic, at: number) => {
      const configure = (Callback: string) =>
        hook.configure(configurationFor(hook, { Callback, Activo: true, secret: KIT_SECRET }))
      try {
        // A service that delivers to the callback before is seen where that is of the run too.
        await configure(receiver.url + newCallbackPath(t))
        await configure(`${receiver.url}${folder}/${at}/hook?of=kit`)
        return true
      } catch (error) {
        refusal ??= error
        return false
      }
    }
    try {
      const isTried = await Promise.all(usable.map(configured))
      const tried = usable.filter((_, at) => isTried[at])
      if (tried.length === 0) throw refusal
      const made = await createAndArchive(t)
      const all = await deliveriesTo(receiver, '/', {
        isEnough: (some) => some.some((one) => isBelow(one, folder) || concerns(one, made.externalId)),
        withinMs: patienceMs,
        signal,
      })
      const arrived = all.filter((one) => isBelow(one, folder))
      noteStray(t, made, { all, target: folder })
      const topicOf = ({ target }: ReceivedDelivery) => usable[Number(target.split('/')[2])]?.topic
      // What else was triggered comes a little later.
      const others = arrived.length > 0 && tried.length > 1
      const named = await deliveriesTo(receiver, folder, {
        isEnough: (some) => new Set(some.map(topicOf)).size === tried.length,
        withinMs: others ? OTHER_TOPICS_MS : 0,
        signal,
      })
      for (const one of named) {
        const [expected, got] = [topicOf(one), one.headers['notification-topic']]
        if (expected !== undefined && got !== undefined && got !== expected)
          t.once(wrongDeliveries).misnamed = { expected, got, created: made.exchange }
      }
      const [first] = arrived
      return (
        (first && topicOf(first)) ??
        t.skip(silenceOf(receiver, patienceMs, tried.map(({ topic }) => topic).join(', ')))
      )
    } finally {
      await Promise.all(usable.map((hook) => hook.restore()))
    }
  })

const silenceOf = ({ url }: WebhookReceiver, patienceMs: number, topic: string): string =>
  `nothing was delivered to ${url} within ${patienceMs / 1_000} s of a create; the description does not say what triggers ` +
  `${topic} (can the service reach that address? --callback-url gives another one, --patience more time)`

/** Returns whether a delivery concerns a publication of the run, whose ids end in numbers. */
export const concerns = ({ body }: ReceivedDelivery, externalId: string): boolean =>
  new RegExp(`${externalId}(?!\\d)`, 'i').test(body)

/** Returns how long the first delivery took; an empty list when there was none. */
const firstLatencyMs = ({
  arrived: [first],
  causedMs,
}: ObservedConfiguration & TriggeredDeliveries): number[] => (first ? [first.atMs - causedMs] : [])

/**
 * Returns how long to wait until silence counts as no delivery: five times the slowest delivery seen, from
 * 0.25 s to 5 s.
 */
export const quietPeriodMs = (...tookMs: readonly number[]): number =>
  Math.min(Math.max(5 * Math.max(...tookMs), 250), 5_000)
