import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/publication-forms.ts'
import type { DescribedRequest } from './described-request.ts'
import { isBlank } from './expectations.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'

/** Members of a configuration that the list of topics and a read both show. */
const SHOWN = ['Callback', 'Description', 'Activo'] as const

const settingOf = (config: unknown, name: string): string => {
  const value = membersOf(config)[name]
  return canonicalJson(isBlank(value) ? null : value)
}

/**
 * Rules on the topics of an app, until something is written: a read shows what the list shows (EVT-01,
 * EVT-02).
 */
export class TopicRules {
  /** Configurations by topic, and the response that listed them, by the URL before `/v3`. */
  readonly #listed = new Map<string, { readonly configs: Map<string, unknown>; since: HistoryExchange }>()

  /** Forgets everything: something was written. */
  forget(): void {
    this.#listed.clear()
  }

  /** Judges what a read shows. */
  judge(judgement: Judgement, { operation, base, parameters }: DescribedRequest): void {
    const { exchange } = judgement
    const { TopicsConfigurados: configured } = membersOf(exchange.json)
    if (operation.id === 'webhooks.list' && isDone(exchange) && Array.isArray(configured)) {
      const entries = configured.map(membersOf)
      const configs = new Map(entries.map(({ Topic, Config }) => [String(Topic), Config]))
      this.#listed.set(base, { configs, since: exchange })
    }
    const list = this.#listed.get(base)
    const topic = parameters['topic']
    if (operation.id !== 'webhooks.read' || !list || topic === undefined) return
    const { configs, since } = list
    const report = (expected: string, got: string) =>
      judgement.report({
        rule: 'documents/a-topic-is-as-listed',
        because: ['EVT-02', 'EVT-01'],
        expected,
        got,
        since,
      })
    judgement.exercise('documents/a-topic-is-as-listed')
    const config = configs.get(topic)
    const isEmpty = isBlank(membersOf(exchange.json)['Callback'])
    if (!configs.has(topic) && isDone(exchange) && isEmpty)
      report(`404, because ${topic} was never configured`, `status ${exchange.status}`)
    if (!configs.has(topic)) return
    if (exchange.status === 404) report(`the configuration of ${topic}`, 'status 404')
    if (!isDone(exchange)) return
    const odd = SHOWN.find((name) => settingOf(config, name) !== settingOf(exchange.json, name))
    if (odd !== undefined)
      report(`${odd} ${settingOf(config, odd)}, as the list shows`, `${odd} ${settingOf(exchange.json, odd)}`)
  }
}
