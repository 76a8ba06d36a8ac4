import { upcomingEvents } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'
import { exportScenario, exportSteps, type ScenarioHeading } from './export-scenario.ts'
import { inSlices } from './in-slices.ts'
import type { Scenario } from './schema/scenario-schema.ts'
import type { WorldBase } from './world-base.ts'

/**
 * Exports the current state of a world as a scenario: records, next numbers, clock, assumptions, webhooks,
 * settings, usage and the pending events of its story. Journal, deliveries, outbox, faults and snapshots are
 * not exported.
 */
export const exportWorld = (world: World, nowMs: number): Scenario =>
  exportScenario(baseFrom(world), headingOf(world, nowMs))

/** Exports like `exportWorld`, in slices: a world is a value, so it does not change in between. */
export const exportWorldInSlices = (world: World, nowMs: number): Promise<Scenario> =>
  inSlices(exportSteps(baseFrom(world), headingOf(world, nowMs)))

const baseFrom = ({ setting, story, clock: _, ...rows }: World): WorldBase => ({
  ...rows,
  profile: setting.profile,
  apps: setting.apps,
  events: upcomingEvents({ setting, story }),
  receivers: story.receivers,
})

const headingOf = (
  { setting: { scenario, seed, startMs }, clock: { running, speed } }: World,
  nowMs: number,
): ScenarioHeading => ({
  name: nameIn(scenario),
  title: `${scenario}, exported`,
  story: 'A world as it stood at one moment, written by its export.',
  seed,
  clock: { startMs, atMs: nowMs, running, speed },
})

/** Returns a valid scenario name: a name taken from a file may contain other characters. */
const nameIn = (name: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return plain.replace(/^[^a-z0-9]+/, '').slice(0, 64) || 'world'
}
