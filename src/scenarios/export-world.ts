import { upcomingEvents } from '../world/story.ts'
import type { World } from '../world/world.ts'
import { exportScenario } from './export-scenario.ts'
import type { Scenario } from './scenario-schema.ts'

/**
 * Exports the current state of a world as a scenario: records, next numbers, clock, assumptions, webhooks,
 * settings, usage and the pending events of its story. Journal, deliveries, outbox, faults and snapshots are
 * not exported.
 */
export const exportWorld = ({ setting, clock, story, ...rows }: World, nowMs: number): Scenario => {
  const { scenario, seed, startMs, profile, apps } = setting
  const { running, speed } = clock
  return exportScenario(
    { ...rows, profile, apps, events: upcomingEvents({ setting, story }), receivers: story.receivers },
    {
      name: nameIn(scenario),
      title: `${scenario}, exported`,
      story: 'A world as it stood at one moment, written by its export.',
      seed,
      clock: { startMs, atMs: nowMs, running, speed },
    },
  )
}

/** Makes a valid scenario name: a name taken from a file may contain other characters. */
const nameIn = (name: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return plain.replace(/^[^a-z0-9]+/, '').slice(0, 64) || 'world'
}
