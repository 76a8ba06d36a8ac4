import { type ChannelName, channelMembers } from '../../api/wire/channels.ts'
import { serverLimits } from '../../api/wire/limits.ts'
import { compareText } from '../../lib/collections/compare-text.ts'
import { SortedSet } from '../../lib/collections/sorted-set.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import type { DomainEvent } from './domain-event.ts'

/**
 * Target of a notification: the webhook of an app for a topic (EVT-04), or a channel of an agency (EVT-06).
 */
export type Destination =
  | { readonly kind: 'app-webhook'; readonly app: string; readonly topic: string }
  | { readonly kind: 'agency-channel'; readonly channel: ChannelName }

/** Returns whether deliveries to a destination can be signed: it has a secret. */
export const isSignable = (to: Destination): boolean =>
  to.kind === 'app-webhook' || channelMembers(to.channel).includes('Secret')

/** A notification in the delivery queue, with its attempts so far. */
export interface Delivery {
  /** Order of planning in the world, from 1. */
  readonly number: number
  /** `Notification-Hook-ID` (`events/hook-id`). */
  readonly hookId: string
  readonly to: Destination
  /** Ordinal of the agency that the notification is about. */
  readonly agency: number
  readonly event: DomainEvent
  /** World time of the event, in milliseconds since the epoch. */
  readonly happenedMs: number
  /** Scheme, authority and world prefix of the links in its body. */
  readonly base: string
  readonly state: DeliveryState
  /** Reason for a delivery that ended without an attempt or that this world does not send; null otherwise. */
  readonly why: string | null
  /** World time of the next attempt, in milliseconds since the epoch; null unless pending. */
  readonly dueMs: number | null
  readonly attempts: readonly DeliveryAttempt[]
  /** Number of attempts before the last redelivery; the retry schedule counts from there. */
  readonly earlier: number
}

/**
 * State of a delivery. `copied`: it was pending when the world was forked; only the original world sends it.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled' | 'copied'

/** One attempt to deliver a notification. */
export interface DeliveryAttempt {
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** The request as sent, without secrets. Null when no request could be sent. */
  readonly request: AttemptRequest | null
  /** The receiver's response, truncated; null when there was none. */
  readonly response: AttemptResponse | null
  /** `delivered`, or a short reason for the failure. */
  readonly verdict: string
  readonly delivered: boolean
  /** Duration by the wall clock, in milliseconds. */
  readonly tookMs: number
}

/** The request of a delivery attempt. */
export interface AttemptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The response to a delivery attempt. */
export interface AttemptResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The delivery queue of a world: all deliveries by number, pending ones by due time, and ended ones. */
export interface Deliveries {
  readonly next: number
  readonly all: SortedSet<Delivery>
  readonly due: SortedSet<Delivery>
  /** The pending ones again, grouped by destination. */
  readonly dueByDestination: SortedSet<Delivery>
  readonly ended: SortedSet<Delivery>
}

const byNumber = (a: Delivery, b: Delivery): number => a.number - b.number
const byDue = (a: Delivery, b: Delivery): number => (a.dueMs ?? 0) - (b.dueMs ?? 0) || byNumber(a, b)
const byDestination = (a: Delivery, b: Delivery): number => compareDestinations(a, b) || byDue(a, b)

const compareDestinations = (a: Delivery, b: Delivery): number => {
  if (a.to.kind === 'app-webhook')
    return b.to.kind === 'app-webhook'
      ? compareText(a.to.app, b.to.app) || compareText(a.to.topic, b.to.topic)
      : -1
  if (b.to.kind === 'app-webhook') return 1
  return a.agency - b.agency || compareText(a.to.channel, b.to.channel)
}

/** An empty delivery queue. */
export const noDeliveries: Deliveries = {
  next: 1,
  all: SortedSet.empty(byNumber),
  due: SortedSet.empty(byDue),
  dueByDestination: SortedSet.empty(byDestination),
  ended: SortedSet.empty(byNumber),
}

/** Builds the queue from its deliveries, as a store holds them, in steps. */
export function* deliveriesFromRows(next: number, rows: readonly Delivery[]): Steps<Deliveries> {
  const due = rows.filter(({ dueMs }) => dueMs !== null)
  const ended = rows.filter(({ dueMs }) => dueMs === null)
  return {
    next,
    all: yield* SortedSet.steps(byNumber, rows),
    due: yield* SortedSet.steps(byDue, due),
    dueByDestination: yield* SortedSet.steps(byDestination, due),
    ended: yield* SortedSet.steps(byNumber, ended),
  }
}

/**
 * Maximum of ended deliveries that a world keeps; the oldest are dropped first. Pending ones are never
 * dropped.
 */
const MAX_ENDED_DELIVERIES = 2_000

/**
 * Maximum of pending deliveries. With a frozen clock and a receiver that is down, the queue would grow
 * without limit.
 */
export const MAX_PENDING_DELIVERIES = serverLimits.waitingDeliveries.value

/** Finds a delivery by its number. */
export const deliveryByNumber = (deliveries: Deliveries, number: number): Delivery | undefined =>
  deliveries.all.find((delivery) => delivery.number - number)

/** Maximum number of attempts to one destination at a time. */
export const MAX_ATTEMPTS_PER_DESTINATION = 3
/** How many due deliveries are searched in order; more than a world attempts at a time. */
const FIRST_DUE = 80

/** Returns the pending delivery that is due first among those that may be attempted, and its due time. */
export const nextDueDelivery = (
  { due, dueByDestination }: Deliveries,
  mayBeAttempted: (delivery: Delivery) => boolean = () => true,
): { readonly number: number; readonly dueMs: number } | undefined => {
  const found =
    due.slice(0, FIRST_DUE).find(mayBeAttempted) ??
    (due.size > FIRST_DUE ? firstOfDestinations(dueByDestination, mayBeAttempted) : undefined)
  // Every delivery in `due` has a due time.
  return found && { number: found.number, dueMs: found.dueMs ?? 0 }
}

/** Finds the first due delivery among a few of each destination: thousands may wait for a busy one. */
const firstOfDestinations = (
  queues: SortedSet<Delivery>,
  mayBeAttempted: (delivery: Delivery) => boolean,
): Delivery | undefined => {
  let first: Delivery | undefined
  for (let at = 0; at < queues.size; ) {
    const queue = queues.slice(at, at + MAX_ATTEMPTS_PER_DESTINATION + 1)
    const [head] = queue
    if (!head) return first
    const found = queue.find((one) => compareDestinations(one, head) === 0 && mayBeAttempted(one))
    if (found && (!first || byDue(found, first) < 0)) first = found
    at = queues.rank((one) => compareDestinations(one, head) <= 0)
  }
  return first
}

/** Returns the key of a delivery's destination: its deliveries have their own queue. */
export const destinationKey = ({ to, agency }: Pick<Delivery, 'to' | 'agency'>): string =>
  to.kind === 'app-webhook' ? `app ${to.app} ${to.topic}` : `agency ${agency} ${to.channel}`

/** Adds the delivery, or replaces the one with its number. */
export const withDelivery = (deliveries: Deliveries, delivery: Delivery): Deliveries => {
  const before = deliveryByNumber(deliveries, delivery.number)
  const { due, dueByDestination, ended } = before ? withoutWaiting(deliveries, before) : deliveries
  const after = {
    next: Math.max(deliveries.next, delivery.number + 1),
    all: deliveries.all.with(delivery),
    due: delivery.dueMs === null ? due : due.with(delivery),
    dueByDestination: delivery.dueMs === null ? dueByDestination : dueByDestination.with(delivery),
    ended: delivery.dueMs === null ? ended.with(delivery) : ended,
  }
  return after.ended.size > MAX_ENDED_DELIVERIES ? withoutOldestEnded(after) : after
}

/** Removes a delivery from the sets that are ordered by due time and by end. */
const withoutWaiting = (deliveries: Deliveries, delivery: Delivery): Deliveries =>
  delivery.dueMs === null
    ? { ...deliveries, ended: deliveries.ended.without(delivery) }
    : {
        ...deliveries,
        due: deliveries.due.without(delivery),
        dueByDestination: deliveries.dueByDestination.without(delivery),
      }

const withoutOldestEnded = (deliveries: Deliveries): Deliveries => {
  const [oldest] = deliveries.ended.slice(0, 1)
  if (!oldest) return deliveries
  return { ...deliveries, all: deliveries.all.without(oldest), ended: deliveries.ended.without(oldest) }
}

/**
 * Returns the queue of a forked world: pending deliveries become `copied`, since the original world sends
 * them.
 */
export const forkedDeliveries = (deliveries: Deliveries): Deliveries => {
  if (deliveries.due.size === 0) return deliveries
  const all = Array.from(deliveries.all, (delivery) =>
    delivery.dueMs === null ? delivery : asCopied(delivery),
  )
  const kept = SortedSet.from(byNumber, all.slice(-MAX_ENDED_DELIVERIES))
  return { ...noDeliveries, next: deliveries.next, all: kept, ended: kept }
}

const asCopied = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'copied',
  why: 'The world that this one was forked from sends it.',
  dueMs: null,
})
