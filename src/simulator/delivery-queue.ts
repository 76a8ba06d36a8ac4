import { nextDueDelivery } from '../world/delivery.ts'
import type { Mail } from '../world/outbox.ts'
import type { EventBus } from './event-bus.ts'
import type { CompletedTask, TaskSource } from './scheduler.ts'
import type { WorldHandle } from './world-registry.ts'

/** Sends one mail on; answers why it could not, or nothing. */
export type SendMail = (mail: Mail) => Promise<string | undefined>

export interface DeliveryPorts {
  wallMs(): number
  readonly eventBus: EventBus
  /** True: callbacks may lead to private addresses. */
  readonly allowPrivate: boolean
  /** Absent: mails go no further than the world's outbox. */
  readonly sendMail?: SendMail | undefined
}

/** The deliveries that wait for the clock, the first due first. */
export const deliveryTasks =
  (ports: DeliveryPorts): TaskSource =>
  ({ deliveries }, { attemptsInProgress: inProgress }) => {
    const first = nextDueDelivery(deliveries, inProgress)
    if (!first) return undefined
    const { number, dueMs: atMs } = first
    return { atMs, run: (worldHandle) => deliver(ports, worldHandle, { number, atMs }) }
  }

const deliver = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { number, atMs }: { number: number; atMs: number },
): Promise<CompletedTask> => {
  const { epoch, attemptsInProgress: inProgress } = worldHandle
  inProgress.add(number)
  try {
    // What draws and sends is loaded with the first delivery: most worlds have none.
    const { attemptDelivery } = await import('./delivery-attempt.ts')
    return { atMs, kind: 'delivery', id: `d${number}`, outcome: await attemptDelivery(ports, worldHandle, number) }
  } finally {
    inProgress.delete(number)
    if (worldHandle.epoch === epoch) ports.eventBus.publish({ kind: 'delivery', world: worldHandle.name, number })
  }
}
