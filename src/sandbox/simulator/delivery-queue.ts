import { agencyByOrdinal } from '../../model/world/agency.ts'
import { type Delivery, deliveryByNumber, isSignable, nextDueDelivery } from '../../model/world/delivery.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { type DeliveryFaultPlan, planDeliveryFault } from '../faults/fault-plan.ts'
import type { AttemptOutcome, DeliveryPorts } from './delivery-ports.ts'
import { pause } from './pause.ts'
import type { CompletedTask, TaskSource } from './scheduler.ts'
import type { WorldHandle } from './world-registry.ts'

/** Creates the task source of pending deliveries, the first due first. */
export const deliveryTasks =
  (ports: DeliveryPorts): TaskSource =>
  ({ deliveries }, { attempts }) => {
    if (deliveries.due.size === 0) return undefined
    const first = nextDueDelivery(deliveries, (delivery) => attempts.allows(delivery))
    if (!first) return undefined
    const { number, dueMs: atMs } = first
    return { atMs, run: (worldHandle) => deliver(ports, worldHandle, { number, atMs }) }
  }

const deliver = async (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { number, atMs }: { number: number; atMs: number },
): Promise<CompletedTask> => {
  const { epoch, attempts } = worldHandle
  const delivery = deliveryByNumber(worldHandle.world.deliveries, number)
  const fault = delivery && deliveryFault(ports, worldHandle, delivery)
  if (delivery && fault?.isHeld) {
    attempts.hold(number)
    await pause(HELD_MS)
    attempts.release(number)
    if (worldHandle.epoch !== epoch) return { atMs, kind: 'delivery', id: `d${number}`, outcome: 'discarded' }
  }
  if (delivery) attempts.start(delivery)
  try {
    // Rendering and sending are loaded with the first delivery: most worlds have none.
    const { attemptDelivery } = await import('./delivery-attempt.ts')
    // A receiver must not learn of a change that a crash or a failed commit would undo.
    await ports.committed?.(worldHandle)?.catch(() => undefined)
    const outcome = await attemptDelivery(ports, worldHandle, { number, isTwice: fault?.fault === 'twice' })
    const last = deliveryByNumber(worldHandle.world.deliveries, number)?.attempts.at(-1)
    ports.counted?.(outcomeOf(outcome, last?.delivered === true))
    return { atMs, kind: 'delivery', id: `d${number}`, outcome }
  } finally {
    const last = deliveryByNumber(worldHandle.world.deliveries, number)?.attempts.at(-1)
    attempts.end(number, last?.delivered === false)
    if (worldHandle.epoch === epoch)
      ports.eventBus.publish({ kind: 'delivery', world: worldHandle.name, number })
  }
}

/** How long a webhook is held back, in milliseconds of the wall clock. */
const HELD_MS = 800

/** Returns the injected fault of an attempt to reach a webhook, and counts it in the rules of the world. */
const deliveryFault = (
  ports: DeliveryPorts,
  worldHandle: WorldHandle,
  { to, agency }: Delivery,
): DeliveryFaultPlan | undefined => {
  const { world } = worldHandle
  const isWebhook = isSignable(to)
  if (world.faultRules.rules.length === 0 || !isWebhook) return undefined
  const nowMs = worldTimeMs(world.clock, ports.wallMs())
  const mail = agencyByOrdinal(world.agencies, agency)?.adminMail
  const draw = { seed: world.setting.seed, nowMs }
  const { faultRules, plan } = planDeliveryFault(world.faultRules, mail, draw)
  worldHandle.world = { ...world, faultRules }
  return plan
}

const outcomeOf = (outcome: string, isDelivered: boolean): AttemptOutcome => {
  if (outcome === 'dropped' || outcome.startsWith('discarded')) return 'discarded'
  if (outcome.startsWith('cancelled')) return 'cancelled'
  return isDelivered ? 'delivered' : 'failed'
}
