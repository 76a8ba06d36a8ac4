import type { Mail } from '../../model/world/outbox.ts'
import type { GuardedOptions, GuardedResponse } from '../outbound/guarded-request.ts'
import type { PrivateTargets } from '../outbound/private-targets.ts'
import type { EventBus } from './event-bus.ts'
import type { WorldHandle } from './world-registry.ts'

/** Sends one mail to an SMTP server; resolves to the reason of a failure, or undefined. */
export type SendMail = (mail: Mail) => Promise<string | undefined>

/** Sends one request to a receiver or for a photo, as the guard of outgoing requests does. */
export type SendRequest = (options: GuardedOptions) => Promise<GuardedResponse>

/** How an attempt ended; `discarded`: its world was reset, restored or deleted during the attempt. */
export type AttemptOutcome = 'delivered' | 'failed' | 'cancelled' | 'discarded'

/** What deliveries need from outside. */
export interface DeliveryPorts {
  /** The wall clock, in milliseconds since the epoch. */
  wallMs(): number
  readonly eventBus: EventBus
  /** Resolves when the world is stored; undefined when there is nothing to wait for. */
  committed?(worldHandle: WorldHandle): Promise<void> | undefined
  /** True: callbacks may lead to private addresses. */
  readonly allowPrivate: PrivateTargets
  /** Counts an attempt. */
  counted?(outcome: AttemptOutcome): void
  /** Absent: the guard of outgoing requests sends. */
  readonly sendRequest?: SendRequest | undefined
  /** Absent: mails stay in the world's outbox. */
  readonly sendMail?: SendMail | undefined
}
