import * as z from 'zod'
import type { Delivery } from '../world/delivery.ts'
import type { World } from '../world/world.ts'
import { answerHeaderOf, askedFor, headerOf } from '../journal/request-details.ts'
import type { Entry } from '../journal/entry.ts'
import type { Habit, Seen } from './rule.ts'
import { persistingHabits } from './retry-rules.ts'
import { readingHabits } from './read-rules.ts'
import { writingHabits } from './write-rules.ts'

export const Hint = z.object({
  id: z.string(),
  title: z.string(),
  why: z.string().describe('What the habit leads to'),
  because: z.array(z.string()).describe('Statements and assumptions that this rests on'),
  advice: z.string(),
  exchanges: z.array(z.int()).describe('Those that show it, by their number in the journal'),
  deliveries: z.array(z.string()).optional().describe('Deliveries that show it'),
})
type Hint = z.infer<typeof Hint>

const habits: readonly Habit[] = [...writingHabits, ...readingHabits, ...persistingHabits]

/** Habits that will hurt, each with the exchanges that show it. Looks at every exchange once. */
export const hintsOn = (entries: readonly Entry[], world: World): Hint[] => {
  const watches = habits.map((habit) => ({ habit, watch: habit.watch() }))
  for (const entry of entries) {
    const seen = seenOf(entry)
    for (const { watch } of watches) watch.see(seen)
  }
  const hints = watches.flatMap(({ habit: { watch: _, ...told }, watch }): Hint[] => {
    const exchanges = [...watch.found()].sort((a, b) => a - b)
    return exchanges.length === 0 ? [] : [{ ...told, because: [...told.because], exchanges }]
  })
  const unsigned = unsignedDeliveries(world)
  return unsigned.length === 0 ? hints : [...hints, unsignedHint(unsigned, entries)]
}

const seenOf = (entry: Entry): Seen => {
  const { path, query, operation } = askedFor(entry)
  const { request, answer, disturbed } = entry
  return {
    entry,
    n: entry.n,
    method: request.method,
    url: request.url,
    path,
    query,
    operation,
    status: disturbed?.answered === false ? 0 : answer.status,
    caller: `${request.app ?? ''}\n${headerOf(entry, 'user-agent') ?? ''}`,
    header: (name) => headerOf(entry, name),
    answered: (name) => answerHeaderOf(entry, name),
  }
}

/** Deliveries without a signature that a receiver took; of those that may carry one. */
const unsignedDeliveries = ({ deliveries }: World): Delivery[] =>
  Array.from(deliveries.ended).filter(
    (delivery) => delivery.state === 'delivered' && maySign(delivery) && !isSigned(delivery),
  )

const maySign = ({ to }: Delivery): boolean =>
  to.kind === 'app-webhook' || to.channel === 'PublicacionConsultadaWebHook'

const isSigned = ({ attempts }: Delivery): boolean =>
  attempts
    .findLast(({ delivered }) => delivered)
    ?.request?.headers.some(([name]) => name.toLowerCase() === 'notification-signature') ?? true

/** Configurations of where these went, as far as they are in the journal. */
const unsignedHint = (unsigned: readonly Delivery[], entries: readonly Entry[]): Hint => {
  const topics = new Set(unsigned.flatMap(({ to }) => (to.kind === 'app-webhook' ? [to.topic] : [])))
  const channels = unsigned.some(({ to }) => to.kind === 'agency-channel')
  const configures = (entry: Entry): boolean => {
    const { operation, path } = askedFor(entry)
    if (entry.answer.status >= 300) return false
    if (operation?.id === 'notifications.edit') return channels
    const topic = path.slice(path.lastIndexOf('/') + 1)
    return (operation?.id === 'webhooks.create' || operation?.id === 'webhooks.edit') && topics.has(topic)
  }
  return {
    id: 'unsigned-webhook-accepted',
    title: 'A notification without a signature is accepted',
    why: 'The webhook has no `Secret`, so nothing tells the receiver that a notification came from the service: anybody who knows the address can send it one.',
    because: ['EVT-05', 'EVT-03', 'events/secret-put'],
    advice:
      'Configure a `Secret` of at least 16 characters, check `Notification-Signature`, and answer 401 to what is not signed.',
    exchanges: entries.filter(configures).map(({ n }) => n),
    deliveries: unsigned.map(({ number }) => `d${number}`),
  }
}
