import type { World } from '../world/world.ts'
import { countsOf } from '../scenarios/world-start.ts'

/** What the journal keeps of a world: all that it tells of one, without the large tables, of which every write makes another version. */
export interface Glance
  extends Pick<World, 'setting' | 'clock' | 'agencies' | 'webhooks' | 'visits' | 'outbox' | 'disturbances' | 'usage'> {
  readonly counts: ReturnType<typeof countsOf>
  /** The number of the next delivery. */
  readonly nextDelivery: number
}

export const glanceAt = (world: World): Glance => {
  const { setting, clock, agencies, webhooks, visits, outbox, disturbances, usage, deliveries } = world
  const counts = countsOf(world)
  return {
    setting,
    clock,
    agencies,
    webhooks,
    visits,
    outbox,
    disturbances,
    usage,
    counts,
    nextDelivery: deliveries.next,
  }
}
