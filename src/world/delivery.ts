import type { NotificationSettings } from './agency.ts'
import type { DomainEvent } from './domain-event.ts'
import { SortedSet } from '../collections/sorted-set.ts'

/** Where a notification goes: to an app's webhook of a topic (EVT-04), or to one of an agency's four channels (EVT-06). */
export type Destination =
  | { readonly kind: 'app-webhook'; readonly app: string; readonly topic: string }
  | { readonly kind: 'agency-channel'; readonly channel: keyof NotificationSettings }

/** One notification on its way, with every attempt so far. */
export interface Delivery {
  /** Order of planning in the world, from 1. */
  readonly number: number
  /** `Notification-Hook-ID` (`events/hook-id`). */
  readonly hookId: string
  readonly to: Destination
  /** Ordinal of the agency that it is about. */
  readonly agency: number
  readonly event: DomainEvent
  /** World time at which the fact happened, in milliseconds since the epoch. */
  readonly happenedMs: number
  /** Scheme, authority and world prefix of the links in its body. */
  readonly base: string
  readonly state: DeliveryState
  /** Why it was given up without an attempt, or why nobody sends it; null otherwise. */
  readonly why: string | null
  /** World time of the next attempt, in milliseconds since the epoch; null unless pending. */
  readonly dueMs: number | null
  readonly attempts: readonly DeliveryAttempt[]
  /** How many of the attempts came before it was last put back on its way; the schedule counts from there. */
  readonly earlier: number
}

/** `copied`: it was pending in the world that this one was forked from, which alone goes on sending it. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled' | 'copied'

/** One try at delivering. */
export interface DeliveryAttempt {
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** As sent, with secrets left out. Null when nothing could be sent. */
  readonly request: AttemptRequest | null
  /** What the receiver answered, bounded; null when it did not. */
  readonly response: AttemptResponse | null
  /** `delivered`, or in a few words why not. */
  readonly verdict: string
  readonly delivered: boolean
  /** Wall time that it took, in milliseconds. */
  readonly tookMs: number
}

export interface AttemptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

export interface AttemptResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The deliveries of one world: all by number, those that wait by the moment at which they are due, and those that ended. */
export interface Deliveries {
  readonly next: number
  readonly all: SortedSet<Delivery>
  readonly due: SortedSet<Delivery>
  readonly ended: SortedSet<Delivery>
}

const byNumber = (a: Delivery, b: Delivery): number => a.number - b.number
const byDue = (a: Delivery, b: Delivery): number => (a.dueMs ?? 0) - (b.dueMs ?? 0) || byNumber(a, b)

export const noDeliveries: Deliveries = {
  next: 1,
  all: SortedSet.empty(byNumber),
  due: SortedSet.empty(byDue),
  ended: SortedSet.empty(byNumber),
}

/** Most ended deliveries that a world remembers; the oldest are forgotten first. Those that wait are never forgotten. */
const MAX_ENDED_DELIVERIES = 2_000

/** Most deliveries that may wait in a world: with a clock that stands still and a receiver that is down they would only ever grow. */
export const MAX_PENDING_DELIVERIES = 20_000

export const deliveryByNumber = (deliveries: Deliveries, number: number): Delivery | undefined =>
  deliveries.all.find((delivery) => delivery.number - number)

/** The waiting delivery that is due first, but for those whose numbers are given, and when. */
export const nextDueDelivery = (
  { due }: Deliveries,
  except: ReadonlySet<number> = NO_NUMBERS,
): { readonly number: number; readonly dueMs: number } | undefined => {
  const first = due.slice(0, except.size + 1).find(({ number }) => !except.has(number))
  // What stands among the due ones has a moment.
  return first && { number: first.number, dueMs: first.dueMs ?? 0 }
}

const NO_NUMBERS: ReadonlySet<number> = new Set()

/** Adds the delivery, or puts it in place of the one with its number. */
export const withDelivery = (deliveries: Deliveries, delivery: Delivery): Deliveries => {
  const before = deliveryByNumber(deliveries, delivery.number)
  const due = before && before.dueMs !== null ? deliveries.due.without(before) : deliveries.due
  const ended = before && before.dueMs === null ? deliveries.ended.without(before) : deliveries.ended
  const after = {
    next: Math.max(deliveries.next, delivery.number + 1),
    all: deliveries.all.with(delivery),
    due: delivery.dueMs === null ? due : due.with(delivery),
    ended: delivery.dueMs === null ? ended.with(delivery) : ended,
  }
  return after.ended.size > MAX_ENDED_DELIVERIES ? withoutOldestEnded(after) : after
}

const withoutOldestEnded = (deliveries: Deliveries): Deliveries => {
  const [oldest] = deliveries.ended.slice(0, 1)
  if (!oldest) return deliveries
  return { ...deliveries, all: deliveries.all.without(oldest), ended: deliveries.ended.without(oldest) }
}

/** The deliveries as a fork has them: what waits is sent by the world that it was copied from, and by that one alone. */
export const forkedDeliveries = (deliveries: Deliveries): Deliveries => {
  if (deliveries.due.size === 0) return deliveries
  const all = Array.from(deliveries.all, (delivery) => (delivery.dueMs === null ? delivery : asCopied(delivery)))
  const kept = SortedSet.from(byNumber, all.slice(-MAX_ENDED_DELIVERIES))
  return { next: deliveries.next, all: kept, due: noDeliveries.due, ended: kept }
}

const asCopied = (delivery: Delivery): Delivery => ({
  ...delivery,
  state: 'copied',
  why: 'The world that this one was forked from sends it.',
  dueMs: null,
})
