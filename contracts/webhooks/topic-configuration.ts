import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { AppNotificaciones, type AppWebhook } from '../../src/wire/response-schemas.ts'
import { linkObjectsIn } from '../support/links.ts'
import { hasPut, withLock } from '../support/lock.ts'

/** Webhook configurations that clauses change temporarily and restore (EVT-01, EVT-02, EVT-03). */

/** Returns the path of a topic's configuration. */
export const topicPath = (topic: string): string => `/v3/appnotificaciones/${encodeURIComponent(topic)}`

const KIT_CALLBACK_PREFIX = 'https://callback.playa.invalid/'

/** A configuration that delivers nothing. */
export const IDLE_CONFIGURATION = { Callback: `${KIT_CALLBACK_PREFIX}kit`, Description: 'Contract kit', Activo: false }
/** Secret that the kit configures. */
export const KIT_SECRET = 'contract-kit-secret-0123456789'

/** The topics, with the exchange that shows them. */
export interface TopicList {
  readonly list: Exchange
  readonly available: readonly string[]
  readonly configured: AppNotificaciones['TopicsConfigurados']
}

/** Reads the available and the configured topics (EVT-01). */
export const readTopics = async (t: ClauseContext): Promise<TopicList> => {
  const list = await t.get('/v3/appnotificaciones')
  t.status(list, 200)
  const { TopicsDisponibles, TopicsConfigurados } = t.shape(list, AppNotificaciones)
  return { list, available: TopicsDisponibles, configured: TopicsConfigurados }
}

/** Returns how a secret is shown (`events/secret-shown`). */
export const secretForm = (secret: string | null): 'null' | 'masked' | 'as-stored' =>
  secret === null ? 'null' : /[A-Za-z0-9]/.test(secret) ? 'as-stored' : 'masked'

type Configuration = Omit<AppWebhook, '_links' | 'Secret'> & { readonly Secret?: string }

/**
 * Returns the body of a PUT that leaves a configuration unchanged. It omits a secret that the service does
 * not show.
 */
const configurationBody = ({ _links: _, Secret, ...rest }: AppWebhook): Configuration => ({
  ...rest,
  ...(Secret !== null && secretForm(Secret) === 'as-stored' && { Secret }),
})

/**
 * Restores a configuration. When this fails, or the run is interrupted, the clean-up of the run repeats it.
 */
const restoreConfiguration = async (t: ClauseContext, topic: string, body: object): Promise<void> => {
  const { status } = (await t.send('PUT', topicPath(topic), { body })).response
  if (status < 300) t.session.leftovers.delete(leftoverName(topic))
}

const leftoverName = (topic: string): string => `the configuration of the webhook ${topic}`

/**
 * Runs `work` on a configured topic while no other clause does, then restores the configuration. What becomes
 * of a secret that is not sent is open (`events/secret-put`); by default the service keeps it.
 */
export const withConfigurationRestored = (
  t: ClauseContext,
  work: (body: Configuration, path: string) => Promise<void>,
): Promise<void> =>
  withLock(t, 'webhooks', async () => {
    const [one] = (await readTopics(t)).configured
    if (!one) return t.skip('no topic is configured')
    const body = configurationBody(one.Config)
    const path = topicPath(one.Topic)
    const { leftovers: debts, signal } = t.session
    debts.set(leftoverName(one.Topic), { method: 'PUT', href: path, options: { body } })
    try {
      await work(body, path)
    } finally {
      if (hasPut(t) || signal?.aborted) await restoreConfiguration(t, one.Topic, body)
      else debts.delete(leftoverName(one.Topic))
    }
  })

/** A topic that the run configures temporarily. */
export interface BorrowedTopic {
  readonly topic: string
  /** Whether the clause may change the secret: there was none, it can be restored, or it is the kit's own. */
  readonly hasOwnSecret: boolean
  /** Configures the topic. Skips when the service refuses. */
  configure(body: object): Promise<Exchange>
}

/**
 * Runs `work` on the topic while no other clause does, then restores its configuration; a topic without one
 * keeps a configuration that delivers nothing. Skips when the topic is not available, or in use: its
 * deliveries would be lost.
 */
export const withBorrowedTopic = <T>(
  t: ClauseContext,
  topic: string,
  work: (hook: BorrowedTopic) => Promise<T>,
): Promise<T> =>
  withLock(t, 'webhooks', async () => {
    const { list, available, configured } = await readTopics(t)
    if (!available.includes(topic)) t.skip(`no topic is known that a client can bring about: ${topic} is not available`)
    const found = configured.find(({ Topic }) => Topic === topic)?.Config
    const isKits = found?.Callback?.startsWith(KIT_CALLBACK_PREFIX) ?? true
    if (found?.Activo && !isKits) t.skip(`the webhook ${topic} is in use: suspend it (Activo false) for the run`)
    const body = found ? configurationBody(found) : IDLE_CONFIGURATION
    const target = topicPath(topic)
    const { leftovers: debts } = t.session
    let isChanged = false
    const configure = async (wanted: object): Promise<Exchange> => {
      debts.set(leftoverName(topic), { method: 'PUT', href: target, options: { body } })
      const put = await t.send('PUT', target, { body: wanted })
      const way = put.response.status === 404 && !found ? firstConfigurationHref(list.json, topic) : undefined
      const sent = way === undefined ? put : await t.send('POST', way, { body: wanted })
      const { status } = sent.response
      if (status >= 300) t.skip(`the webhook ${topic} cannot be configured: ${status}`)
      isChanged = true
      return sent
    }
    try {
      const hasOwnSecret = isKits || (found !== undefined && secretForm(found.Secret) === 'as-stored')
      return await work({ topic, hasOwnSecret, configure })
    } finally {
      if (isChanged || t.session.signal?.aborted) await restoreConfiguration(t, topic, body)
      else debts.delete(leftoverName(topic))
    }
  })

/**
 * Returns the link for the first configuration of a topic with POST, if the list has one
 * (`events/first-configuration`).
 */
const firstConfigurationHref = (list: unknown, topic: string): string | undefined =>
  linkObjectsIn(list)
    .filter(({ href, method }) => method?.toUpperCase() === 'POST' && href.split('{').length === 2)
    .map(({ href }) => href.replace(/\{[^{}]*\}/, encodeURIComponent(topic)))[0]
