import { nextDueDelivery } from '../world/delivery.ts'
import type { Mail } from '../world/outbox.ts'
import type { EventBus } from './event-bus.ts'
import type { CompletedTask, TaskSource } from './scheduler.ts'
import type { WorldHandle } from './world-registry.ts'

/** Sends one mail on; answers why it could not, or nothing. */
export type SendMail = (mail: Mail) => Promise<string | undefined>

export interface DeliveryPorts {
  wallMs(): number
  readonly feed: EventBus
  /** True: callbacks may lead to private addresses. */
  readonly allowPrivate: boolean
  /** Absent: mails go no further than the world's outbox. */
  readonly sendMail?: SendMail | undefined
}

/** The deliveries that wait for the clock, the first due first. */
export const deliveryTasks =
  (rim: DeliveryPorts): TaskSource =>
  ({ deliveries }, { attemptsUnderWay: underWay }) => {
    const first = nextDueDelivery(deliveries, underWay)
    if (!first) return undefined
    const { number, dueMs: atMs } = first
    return { atMs, run: (worldHandle) => delivered(rim, worldHandle, { number, atMs }) }
  }

const delivered = async (
  rim: DeliveryPorts,
  worldHandle: WorldHandle,
  { number, atMs }: { number: number; atMs: number },
): Promise<CompletedTask> => {
  const { epoch, attemptsUnderWay: underWay } = worldHandle
  underWay.add(number)
  try {
    // What draws and sends is loaded with the first delivery: most worlds have none.
    const { attemptDelivery } = await import('./delivery-attempt.ts')
    return { atMs, kind: 'delivery', id: `d${number}`, outcome: await attemptDelivery(rim, worldHandle, number) }
  } finally {
    underWay.delete(number)
    if (worldHandle.epoch === epoch) rim.feed.publish({ kind: 'delivery', world: worldHandle.name, number })
  }
}
