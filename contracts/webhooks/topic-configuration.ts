import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { SkipClause, Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { linkObjectsIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { withLock } from '../support/lock.ts'
import { type ShownWebhook, TopicListShape } from '../support/response-shapes.ts'

/** Webhook configurations that clauses change temporarily and restore (EVT-01, EVT-02, EVT-03). */

/** Returns the path of a topic's configuration. */
export const topicPath = (topic: string): string => `/v3/appnotificaciones/${encodeURIComponent(topic)}`

/**
 * Callbacks without a receiver. A service may refuse one that cannot be resolved, or one without TLS, so
 * the run takes the first that is accepted; `example.com` is reserved for documentation (RFC 2606).
 */
const KIT_CALLBACKS = ['https://callback.playa.invalid/kit', 'https://example.com/playa-kit']

/** Secret that the kit configures, longer than a block of the hash, so that a part of it is not a key. */
export const KIT_SECRET = 'contract-kit-secret-0123456789-'.repeat(3)

/** A configuration that delivers nothing. */
export const IDLE_CONFIGURATION = {
  Callback: 'https://callback.playa.invalid/kit',
  Description: 'Contract kit',
  Activo: false,
}

/** Configurations that deliver nothing, the most harmless first; a service may refuse the first ones. */
const IDLE_CONFIGURATIONS: readonly HookConfiguration[] = KIT_CALLBACKS.map((Callback) => ({
  ...IDLE_CONFIGURATION,
  Callback,
  Secret: KIT_SECRET,
  HeaderCustom01: null,
  HeaderCustom02: null,
  HeaderCustom03: null,
}))

/**
 * Returns configurations for a topic that has none, the best first. Where the run has a receiver the first
 * one leads there, so that what a service delivers to a previous callback arrives (EVT-04).
 */
export const firstConfigurations = async (t: ClauseContext): Promise<readonly HookConfiguration[]> => {
  const [idle] = IDLE_CONFIGURATIONS
  const receiver = await t.session.receiver()
  if (!receiver || !idle) return IDLE_CONFIGURATIONS
  const Callback = `${receiver.url}/${t.session.newExternalId()}/first`
  return [{ ...idle, Callback }, ...IDLE_CONFIGURATIONS]
}

/** The topics, with the exchange that shows them. */
export interface TopicList {
  readonly list: Exchange
  readonly available: readonly string[]
  readonly configured: readonly { readonly Topic: string; readonly Config: ShownWebhook }[]
}

/** Reads the available and the configured topics (EVT-01). */
export const readTopics = async (t: ClauseContext): Promise<TopicList> => {
  const list = await t.get('/v3/appnotificaciones')
  t.status(list, 200)
  const { TopicsDisponibles, TopicsConfigurados } = t.shape(list, TopicListShape)
  return { list, available: TopicsDisponibles, configured: TopicsConfigurados }
}

/** Returns how a secret is shown (`events/secret-shown`). */
export const secretForm = (secret: string | null): 'null' | 'masked' | 'as-stored' =>
  secret === null ? 'null' : /[A-Za-z0-9]/.test(secret) ? 'as-stored' : 'masked'

/** Members of a configuration that a PUT sends. */
export type HookConfiguration = Omit<ShownWebhook, '_links' | 'Secret'> & { readonly Secret?: string }

/** Returns whether the kit made a configuration. */
const isKits = ({ Callback }: ShownWebhook): boolean => KIT_CALLBACKS.some((one) => Callback === one)

/**
 * Returns the body of a PUT that leaves a configuration unchanged. It omits a secret that the service does
 * not show.
 */
const configurationBody = ({ _links: _, Secret, ...rest }: ShownWebhook): HookConfiguration => ({
  ...rest,
  ...(Secret !== null && secretForm(Secret) === 'as-stored' && { Secret }),
})

const leftoverName = (topic: string): string => `the configuration of the webhook ${topic}`

/** What the run knows of the webhooks, so that no clause has to find or configure again what is known. */
interface KnownWebhooks {
  /** The topics when the run first needed one to configure. */
  before?: Promise<TopicList>
  /** The read of a topic before the run configured it first. */
  unset?: Exchange
  /** Accepted configurations that no later write has changed, by topic. */
  readonly current: Map<string, { readonly body: object; readonly put: Exchange }>
}

const noWebhooks = (): KnownWebhooks => ({ current: new Map() })

/** Returns the configuration that the run last gave a topic; undefined where it is not known. */
export const knownConfiguration = (t: ClauseContext, topic: string): object | undefined =>
  t.once(noWebhooks).current.get(topic)?.body

/** Returns the topics as they were before the run configured one; their read is evidence of the clause. */
const topicsBeforeRun = async (t: ClauseContext): Promise<TopicList> => {
  const webhooks = t.once(noWebhooks)
  const first = webhooks.before
  webhooks.before ??= readTopics(t)
  const topics = await webhooks.before.catch((error: unknown) => {
    delete webhooks.before
    throw error
  })
  if (first) t.exchanges.push(topics.list)
  return topics
}

/**
 * Restores a configuration. When this fails, or the run is interrupted, the clean-up of the run repeats it.
 */
const restoreConfiguration = async (
  t: ClauseContext,
  topic: string,
  bodies: readonly object[],
): Promise<void> => {
  for (const body of bodies) {
    const put = await t.send('PUT', topicPath(topic), { body })
    const { status } = put.response
    if (status < 300) t.session.leftovers.delete(leftoverName(topic))
    if (status < 300) t.once(noWebhooks).current.set(topic, { body, put })
    if (status !== 400) return
  }
}

/** A topic that the run configures temporarily. */
export interface BorrowedTopic {
  readonly topic: string
  /** The configuration to which the topic returns. */
  readonly body: HookConfiguration
  /** Whether the clause may change the secret: it can be restored, or it is the kit's own. */
  readonly mayChangeSecret: boolean
  /** Whether it has a configuration that a run made. */
  readonly isOfKit: boolean
  /** Configures the topic. Skips when the service refuses. */
  configure(body: object): Promise<Exchange>
  /**
   * Returns the first of these configurations that the topic is known to have; the request that made it is
   * evidence of the clause. From then on the run has to restore the topic.
   */
  known(bodies: readonly HookConfiguration[]): HookConfiguration | undefined
  /** Restores the configuration. */
  restore(): Promise<void>
}

const IN_USE =
  'every topic is in use: suspend one (Activo false) for the run, or allow it with --touch-webhooks'

/**
 * Returns the topics that the run may configure, the kit's own first, then free ones. A secret that cannot be
 * read cannot be restored, so a configuration that may have one is not changed unless `--touch-webhooks`
 * allows it. Skips when no topic is left.
 */
export const usableTopics = async (t: ClauseContext): Promise<readonly BorrowedTopic[]> => {
  const { list, available, configured } = await topicsBeforeRun(t)
  if (available.length === 0) t.skip('the service offers no topic')
  const found = (topic: string) => configured.find(({ Topic }) => Topic === topic)?.Config
  const rank = (topic: string): number => {
    const config = found(topic)
    if (t.session.configuredTopics.has(topic)) return 0
    if (!config) return 1
    if (isKits(config)) return 0
    if (t.session.mayTouchWebhooks) return 3
    return config.Activo || config.Secret === null || secretForm(config.Secret) !== 'as-stored' ? 9 : 2
  }
  const usable = available.filter((topic) => rank(topic) < 9).sort((one, other) => rank(one) - rank(other))
  if (usable.length === 0) t.skip(IN_USE)
  return usable.map((topic) => borrowedTopic(t, list.json, topic, found(topic)))
}

/** Reads a topic before the run configures it first. */
export const noteUnset = async (t: ClauseContext, href: string): Promise<void> => {
  t.once(noWebhooks).unset = await t.get(href)
}

/** Returns the read of a topic before the run configured it first; undefined when it did not. */
export const readBeforeFirst = (t: ClauseContext): Exchange | undefined => t.once(noWebhooks).unset

const borrowedTopic = (
  t: ClauseContext,
  list: unknown,
  topic: string,
  found: ShownWebhook | undefined,
): BorrowedTopic => {
  const isOwn = found === undefined || isKits(found) || t.session.configuredTopics.has(topic)
  const body = isOwn ? idleConfiguration(found) : configurationBody(found)
  const href = topicPath(topic)
  const { leftovers } = t.session
  const otherwise = { otherwise: { body: IDLE_CONFIGURATIONS.at(-1) } }
  let exists = found !== undefined || t.session.configuredTopics.has(topic)
  let isChanged = false
  const { current } = t.once(noWebhooks)
  const sendFirst = async (body: object): Promise<Exchange> => {
    const put = await t.send('PUT', href, { body })
    if (put.response.status !== 404) return put
    return t.send('POST', firstConfigurationHref(list, topic) ?? href, { body })
  }
  const send = async (wanted: object): Promise<Exchange> => {
    if (exists) return t.send('PUT', href, { body: wanted })
    await noteUnset(t, href)
    const [first] = await firstConfigurations(t)
    const made = await sendFirst(first ?? wanted)
    // A service may refuse that callback, and take the one that is wanted.
    if (made.response.status >= 300) return sendFirst(wanted)
    t.session.configuredTopics.add(topic)
    exists = true
    isChanged = true
    return t.send('PUT', href, { body: wanted })
  }
  const noteLeftover = () => {
    if (found !== undefined && !isOwn) guardConfiguration(t, topic, { found, body })
    leftovers.set(leftoverName(topic), { method: 'PUT', href, options: { body }, ...(isOwn && otherwise) })
  }
  return {
    topic,
    body,
    mayChangeSecret: isOwn || secretForm(found.Secret) === 'as-stored',
    isOfKit: isOwn && exists,
    known: (bodies) => {
      const has = current.get(topic)
      const same = bodies.find((one) => has && JSON.stringify(one) === JSON.stringify(has.body))
      if (!has || !same) return undefined
      t.exchanges.push(has.put)
      noteLeftover()
      isChanged = true
      return same
    },
    configure: async (wanted) => {
      const isLeft = leftovers.has(leftoverName(topic))
      if (!isChanged) noteLeftover()
      current.delete(topic)
      const sent = await send(wanted)
      const { status } = sent.response
      if (status >= 300) {
        if (!isChanged && !isLeft) leftovers.delete(leftoverName(topic))
        t.skip(`the webhook ${topic} cannot be configured: ${status}`)
      }
      if (!exists) t.session.configuredTopics.add(topic)
      exists = true
      isChanged = true
      current.set(topic, { body: wanted, put: sent })
      return sent
    },
    restore: async () => {
      if (!isChanged && !t.session.signal?.aborted) return
      current.delete(topic)
      await restoreConfiguration(t, topic, isOwn ? [body, ...IDLE_CONFIGURATIONS] : [body])
    },
  }
}

/** Lets the clean-up compare a configuration with what it was before the run. */
const guardConfiguration = (
  t: ClauseContext,
  topic: string,
  { found, body }: { readonly found: ShownWebhook; readonly body: HookConfiguration },
): void => {
  const href = topicPath(topic)
  const view = (json: unknown) => {
    const { Callback, Description, Activo, Secret, HeaderCustom01, HeaderCustom02, HeaderCustom03 } =
      membersOf(json)
    return { Callback, Description, Activo, Secret, HeaderCustom01, HeaderCustom02, HeaderCustom03 }
  }
  const restore = { method: 'PUT', href, options: { body } }
  t.session.guard(leftoverName(topic), { href, view, json: found, restore })
}

/** Returns the idle configuration that a topic has, else the most harmless one. */
const idleConfiguration = (found: ShownWebhook | undefined): HookConfiguration => {
  const [first] = IDLE_CONFIGURATIONS
  const same = IDLE_CONFIGURATIONS.find(({ Callback }) => Callback === found?.Callback) ?? first
  if (!same) throw new Error('there is an idle configuration')
  return same
}

/**
 * Runs `work` on a topic that has a configuration while no other clause does, then restores it. Where none is
 * configured, the run configures a free topic; it keeps a configuration that delivers nothing. After writes
 * that were all refused the next clause works on the same configuration, and the clean-up of the run restores
 * it.
 */
export const withConfigurationRestored = (
  t: ClauseContext,
  work: (body: HookConfiguration, path: string) => Promise<void>,
): Promise<void> =>
  withLock(t, 'webhooks', async () => {
    const [hook] = await usableTopics(t)
    if (!hook) return t.skip(IN_USE)
    const body = await configuredIdle(hook)
    const start = t.exchanges.length
    let isAnswered = true
    try {
      await work(body, topicPath(hook.topic))
    } catch (error) {
      isAnswered = error instanceof Violation || error instanceof SkipClause
      throw error
    } finally {
      const isChanged = !isAnswered || t.exchanges.slice(start).some(isAcceptedWrite)
      if (isChanged || t.session.signal?.aborted) await hook.restore()
    }
  })

/** Returns whether an exchange may have changed something: it is not a read, and was not refused. */
const isAcceptedWrite = ({ request, response }: Exchange): boolean =>
  request.method !== 'GET' && (response.status < 400 || response.status >= 500)

/** Configures the topic as it was, or with the first idle configuration that the service accepts. */
const configuredIdle = async (hook: BorrowedTopic): Promise<HookConfiguration> => {
  const candidates = [hook.body, ...IDLE_CONFIGURATIONS.filter(() => hook.mayChangeSecret)]
  const known = hook.known(candidates)
  if (known) return known
  let refusal: unknown
  for (const body of candidates) {
    try {
      await hook.configure(body)
      return body
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal
}

/** Runs `work` on a topic while no other clause does, then restores its configuration. */
export const withBorrowedTopic = <T>(
  t: ClauseContext,
  topic: string,
  work: (hook: BorrowedTopic) => Promise<T>,
): Promise<T> =>
  withLock(t, 'webhooks', async () => {
    const hook = (await usableTopics(t)).find((one) => one.topic === topic)
    if (!hook) return t.skip(`the webhook ${topic} is in use: suspend it (Activo false) for the run`)
    try {
      return await work(hook)
    } finally {
      await hook.restore()
    }
  })

/** Sends a first configuration that delivers nothing with POST; another one when the callback is refused. */
export const postConfiguration = async (t: ClauseContext, topic: string): Promise<Exchange> => {
  const { list } = await readTopics(t)
  const href = firstConfigurationHref(list.json, topic) ?? topicPath(topic)
  const [first, ...others] = await firstConfigurations(t)
  let post = await t.send('POST', href, { body: first })
  for (const body of others) if (post.response.status === 400) post = await t.send('POST', href, { body })
  if (post.response.status < 300) await keepIdle(t, topic)
  return post
}

/** Records a topic that the run configured first, and leaves a configuration that delivers nothing. */
export const keepIdle = async (t: ClauseContext, topic: string): Promise<void> => {
  t.session.configuredTopics.add(topic)
  await restoreConfiguration(t, topic, IDLE_CONFIGURATIONS)
}

/**
 * Returns the link for the first configuration of a topic with POST, if the list has one
 * (`events/first-configuration`): a template, or a link to the topic's own path.
 */
const firstConfigurationHref = (list: unknown, topic: string): string | undefined => {
  const segment = encodeURIComponent(topic)
  return linkObjectsIn(list)
    .filter(({ href, method }) => method?.toUpperCase() === 'POST' && href.split('{').length <= 2)
    .map(({ href }) => href.replace(/\{[^{}]*\}/, segment))
    .find((href) => decodeURIComponent(href.split('/').at(-1) ?? '') === topic)
}
