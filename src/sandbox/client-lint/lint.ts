import * as z from 'zod'
import { type Delivery, isSignable } from '../../model/world/delivery.ts'
import type { World } from '../../model/world/world.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { requestDetails, requestHeader, responseHeader } from '../journal/request-details.ts'
import { readRules } from './read-rules.ts'
import { retryRules } from './retry-rules.ts'
import type { LintedExchange, LintRule } from './rule.ts'
import { writeRules } from './write-rules.ts'

/** A finding as the control API shows it: a rule and the exchanges that match it. */
export const LintFinding = z.object({
  id: z.string(),
  title: z.string(),
  why: z.string().describe('Consequence of the mistake'),
  because: z.array(z.string()).describe('Statements and assumptions that the rule is based on'),
  advice: z.string(),
  exchanges: z.array(z.int()).describe('Journal numbers of the matching exchanges'),
  deliveries: z.array(z.string()).optional().describe('Matching deliveries'),
})
type LintFinding = z.infer<typeof LintFinding>

const rules: readonly LintRule[] = [...writeRules, ...readRules, ...retryRules]

/** Checks the exchanges of a world against all rules, each exchange once; returns the findings. */
export const lintExchanges = (entries: readonly JournalEntry[], world: World): LintFinding[] => {
  const watchers = rules.map((rule) => ({ rule, watcher: rule.watch() }))
  for (const entry of entries) {
    const exchange = lintedExchange(entry)
    for (const { watcher } of watchers) watcher.observe(exchange)
  }
  const findings = watchers.flatMap(({ rule: { watch: _, ...description }, watcher }): LintFinding[] => {
    const exchanges = [...watcher.matches()].sort((a, b) => a - b)
    return exchanges.length === 0 ? [] : [{ ...description, because: [...description.because], exchanges }]
  })
  const unsigned = unsignedDeliveries(world)
  return unsigned.length === 0 ? findings : [...findings, unsignedFinding(unsigned, entries)]
}

const lintedExchange = (entry: JournalEntry): LintedExchange => {
  const { path, query, operation } = requestDetails(entry)
  const { request, response, injectedFault } = entry
  return {
    entry,
    n: entry.n,
    method: request.method,
    url: request.url,
    path,
    query,
    operation,
    status: injectedFault?.answered === false ? 0 : response.status,
    caller: `${request.app ?? ''}\n${requestHeader(entry, 'user-agent') ?? ''}`,
    requestHeader: (name) => requestHeader(entry, name),
    responseHeader: (name) => responseHeader(entry, name),
  }
}

/** Accepted deliveries without a signature, on destinations that can have a secret. */
const unsignedDeliveries = ({ deliveries }: World): Delivery[] =>
  Array.from(deliveries.ended).filter(
    (delivery) => delivery.state === 'delivered' && isSignable(delivery.to) && !isSigned(delivery),
  )

const isSigned = ({ attempts }: Delivery): boolean =>
  attempts
    .findLast(({ delivered }) => delivered)
    ?.request?.headers.some(([name]) => name.toLowerCase() === 'notification-signature') ?? true

/** The finding for unsigned deliveries, with the journaled requests that configured their destinations. */
const unsignedFinding = (unsigned: readonly Delivery[], entries: readonly JournalEntry[]): LintFinding => {
  const topics = new Set(unsigned.flatMap(({ to }) => (to.kind === 'app-webhook' ? [to.topic] : [])))
  const channels = unsigned.some(({ to }) => to.kind === 'agency-channel')
  const configures = (entry: JournalEntry): boolean => {
    const { operation, path } = requestDetails(entry)
    if (entry.response.status >= 300) return false
    if (operation?.id === 'notifications.edit') return channels
    const topic = path.slice(path.lastIndexOf('/') + 1)
    return (operation?.id === 'webhooks.create' || operation?.id === 'webhooks.edit') && topics.has(topic)
  }
  return {
    id: 'unsigned-webhook-accepted',
    title: 'A notification without a signature is accepted',
    why: 'The webhook has no `Secret`, so the receiver cannot verify that a notification came from the service: anyone who knows the URL can send one.',
    because: ['EVT-05', 'EVT-03', 'events/secret-put'],
    advice:
      'Configure a `Secret` of at least 16 characters, check `Notification-Signature`, and respond with 401 to unsigned requests.',
    exchanges: entries.filter(configures).map(({ n }) => n),
    deliveries: unsigned.map(({ number }) => `d${number}`),
  }
}
