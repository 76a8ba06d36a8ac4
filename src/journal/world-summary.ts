import { recordCounts } from '../world/record-counts.ts'
import type { World } from '../world/world.ts'

/** What the journal keeps of a world: all that it tells of one, without the large tables, of which every write makes another version. */
export interface WorldSummary
  extends Pick<World, 'setting' | 'clock' | 'agencies' | 'webhooks' | 'visits' | 'outbox' | 'faultRules' | 'usage'> {
  readonly counts: ReturnType<typeof recordCounts>
  /** The number of the next delivery. */
  readonly nextDelivery: number
}

export const worldSummaryOf = (world: World): WorldSummary => {
  const { setting, clock, agencies, webhooks, visits, outbox, faultRules, usage, deliveries } = world
  const counts = recordCounts(world)
  return {
    setting,
    clock,
    agencies,
    webhooks,
    visits,
    outbox,
    faultRules,
    usage,
    counts,
    nextDelivery: deliveries.next,
  }
}
