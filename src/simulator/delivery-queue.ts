import { nextDueDelivery } from '../world/delivery.ts'
import type { DeliveryPorts } from './delivery-ports.ts'
import type { CompletedTask, TaskSource } from './scheduler.ts'
import type { WorldHandle } from './world-registry.ts'

/** Creates the task source of pending deliveries: the one due first. */
export const deliveryTasks =
  (ports: DeliveryPorts): TaskSource =>
  ({ deliveries }, { attemptsInProgress }) => {
    const first = nextDueDelivery(deliveries, attemptsInProgress)
    if (!first) return undefined
    const { number, dueMs: atMs } = first
    return { atMs, run: (worldHandle) => deliver(ports, worldHandle, { number, atMs }) }
  }

const deliver = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { number, atMs }: { number: number; atMs: number },
): Promise<CompletedTask> => {
  const { epoch, attemptsInProgress } = worldHandle
  attemptsInProgress.add(number)
  try {
    // Rendering and sending are loaded with the first delivery: most worlds have none.
    const { attemptDelivery } = await import('./delivery-attempt.ts')
    return {
      atMs,
      kind: 'delivery',
      id: `d${number}`,
      outcome: await attemptDelivery(ports, worldHandle, number),
    }
  } finally {
    attemptsInProgress.delete(number)
    if (worldHandle.epoch === epoch)
      ports.eventBus.publish({ kind: 'delivery', world: worldHandle.name, number })
  }
}
