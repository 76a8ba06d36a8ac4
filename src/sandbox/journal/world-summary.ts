import { recordCounts } from '../../model/world/record-counts.ts'
import type { World } from '../../model/world/world.ts'

/**
 * What the journal stores of a world: all that it shows, without the large tables, to free their old
 * versions.
 */
export interface WorldSummary
  extends Pick<
    World,
    'setting' | 'clock' | 'agencies' | 'webhooks' | 'visits' | 'outbox' | 'faultRules' | 'usage'
  > {
  readonly counts: ReturnType<typeof recordCounts>
  /** Number of the next delivery. */
  readonly nextDelivery: number
}

/** Summarizes a world. */
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
