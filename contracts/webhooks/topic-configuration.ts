import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { AppNotificaciones, type AppWebhook } from '../../src/wire/answers.ts'
import { linkObjectsIn } from '../support/links.ts'
import { hasWritten, inTurn } from '../support/lock.ts'

/** Configurations of webhooks that clauses change for a while and put back (EVT-01 .. EVT-03). */

export const pathOf = (topic: string): string => `/v3/appnotificaciones/${encodeURIComponent(topic)}`

const KITS_OWN = 'https://callback.playa.invalid/'

/** A configuration that delivers nothing. */
export const IDLE = { Callback: `${KITS_OWN}kit`, Description: 'Contract kit', Activo: false }
export const SECRET = 'contract-kit-secret-0123456789'

export interface Topics {
  readonly list: Exchange
  readonly available: readonly string[]
  readonly configured: AppNotificaciones['TopicsConfigurados']
}

export const topics = async (t: ClauseContext): Promise<Topics> => {
  const list = await t.get('/v3/appnotificaciones')
  t.status(list, 200)
  const { TopicsDisponibles, TopicsConfigurados } = t.shape(list, AppNotificaciones)
  return { list, available: TopicsDisponibles, configured: TopicsConfigurados }
}

export const secretForm = (secret: string | null): 'null' | 'masked' | 'as-stored' =>
  secret === null ? 'null' : /[A-Za-z0-9]/.test(secret) ? 'as-stored' : 'masked'

type Configuration = Omit<AppWebhook, '_links' | 'Secret'> & { readonly Secret?: string }

/** What a PUT sends to leave a configuration as it is. A secret that is not shown cannot be sent back, so it is never touched. */
const bodyOf = ({ _links: _, Secret, ...rest }: AppWebhook): Configuration => ({
  ...rest,
  ...(Secret !== null && secretForm(Secret) === 'as-stored' && { Secret }),
})

/** Where this fails, be it because of an interruption, cleaning up does it again. */
const putBack = async (t: ClauseContext, topic: string, body: object): Promise<void> => {
  const { status } = (await t.send('PUT', pathOf(topic), { body })).response
  if (status < 300) t.session.leftovers.delete(debtOf(topic))
}

const debtOf = (topic: string): string => `the configuration of the webhook ${topic}`

/**
 * Works on a configured topic in turn with other clauses, and puts back what was there. Without its secret `events/secret-put` decides,
 * by default in favour of the stored one.
 */
export const withConfigurationPutBack = (
  t: ClauseContext,
  work: (body: Configuration, path: string) => Promise<void>,
): Promise<void> =>
  inTurn(t, 'webhooks', async () => {
    const [one] = (await topics(t)).configured
    if (!one) return t.skip('no topic is configured')
    const body = bodyOf(one.Config)
    const path = pathOf(one.Topic)
    const { leftovers: debts, signal } = t.session
    debts.set(debtOf(one.Topic), { method: 'PUT', href: path, options: { body } })
    try {
      await work(body, path)
    } finally {
      if (hasWritten(t) || signal?.aborted) await putBack(t, one.Topic, body)
      else debts.delete(debtOf(one.Topic))
    }
  })

/** A topic that is the run's for a while. */
export interface Borrowed {
  readonly topic: string
  /** Whether its secret may be changed: there was none, it can be put back, or it is the kit's own. */
  readonly hasOwnSecret: boolean
  /** Configures it; skips when that is refused. */
  configure(body: object): Promise<Exchange>
}

/**
 * Works on the topic in turn with other clauses; whatever it was configured as is put back, and what was not configured stays behind
 * as something that delivers nothing. Skips when the topic is not to be had, or in use: what it delivers meanwhile would be lost.
 */
export const borrowed = <T>(t: ClauseContext, topic: string, work: (hook: Borrowed) => Promise<T>): Promise<T> =>
  inTurn(t, 'webhooks', async () => {
    const { list, available, configured } = await topics(t)
    if (!available.includes(topic)) t.skip(`no topic is known that a client can bring about: ${topic} is not available`)
    const found = configured.find(({ Topic }) => Topic === topic)?.Config
    const isKits = found?.Callback?.startsWith(KITS_OWN) ?? true
    if (found?.Activo && !isKits) t.skip(`the webhook ${topic} is in use: suspend it (Activo false) for the run`)
    const body = found ? bodyOf(found) : IDLE
    const target = pathOf(topic)
    const { leftovers: debts } = t.session
    let isChanged = false
    const configure = async (wanted: object): Promise<Exchange> => {
      debts.set(debtOf(topic), { method: 'PUT', href: target, options: { body } })
      const put = await t.send('PUT', target, { body: wanted })
      const way = put.response.status === 404 && !found ? firstWay(list.json, topic) : undefined
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
      if (isChanged || t.session.signal?.aborted) await putBack(t, topic, body)
      else debts.delete(debtOf(topic))
    }
  })

/** Where the list says that a topic gets its first configuration with POST (`events/first-configuration`). */
const firstWay = (list: unknown, topic: string): string | undefined =>
  linkObjectsIn(list)
    .filter(({ href, method }) => method?.toUpperCase() === 'POST' && href.split('{').length === 2)
    .map(({ href }) => href.replace(/\{[^{}]*\}/, encodeURIComponent(topic)))[0]
