import { eventsToCome } from '../world/story.ts'
import type { World } from '../world/world.ts'
import { exportScenario } from './export-scenario.ts'
import type { Scenario } from './schema.ts'

/**
 * A world as it stands, as a scenario that makes it again: its records, numbers, clock, assumptions, webhooks, settings, what callers used up and
 * what is still to come of its story.
 * Journal, deliveries, outbox, faults and snapshots belong to its past and are not part of it.
 */
export const exportWorld = ({ setting, clock, story, ...rows }: World, nowMs: number): Scenario => {
  const { scenario, seed, startMs, profile, apps } = setting
  const { running, speed } = clock
  return exportScenario(
    { ...rows, profile, apps, events: eventsToCome({ setting, story }), receivers: story.receivers },
    {
      name: nameIn(scenario),
      title: `${scenario}, exported`,
      story: 'A world as it stood at one moment, written by its export.',
      seed,
      clock: { startMs, atMs: nowMs, running, speed },
    },
  )
}

/** A scenario takes its name from its file when it says none, and files may be called what names may not. */
const nameIn = (name: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return plain.replace(/^[^a-z0-9]+/, '').slice(0, 64) || 'world'
}
