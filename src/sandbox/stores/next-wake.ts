import { nextDueDelivery } from '../../model/world/delivery.ts'
import { firstToExpire } from '../../model/world/fault-rule.ts'
import { nextStoryEvent } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'

/**
 * Returns the wall time at which the next task of a world is due, in milliseconds since the epoch: 0 for one
 * that is due already on a frozen clock; undefined when none becomes due by itself.
 */
export const nextWakeMs = (world: World): number | undefined => {
  const dueMs = [
    nextDueDelivery(world.deliveries)?.dueMs,
    firstToExpire(world.faultRules)?.untilMs,
    nextStoryEvent(world)?.atMs,
  ].filter((ms) => ms !== undefined)
  if (dueMs.length === 0) return undefined
  const { running, atMs, wallMs, speed } = world.clock
  const leftMs = Math.min(...dueMs) - atMs
  if (leftMs <= 0) return running ? wallMs : 0
  return running ? Math.ceil(wallMs + leftMs / speed) : undefined
}
