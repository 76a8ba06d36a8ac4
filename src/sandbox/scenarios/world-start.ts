import { chosen, type OptionSource, withOptions } from '../../api/assumptions/profile.ts'
import { startOfDay } from '../../lib/calendar/date-time.ts'
import { SCENARIO_ZONE_MINUTES } from '../../lib/calendar/instant.ts'
import { withFittingPackages } from '../../model/domain/publications/package.ts'
import { noDeliveries } from '../../model/world/delivery.ts'
import { noFaultRules } from '../../model/world/fault-rule.ts'
import { emptyOutbox } from '../../model/world/outbox.ts'
import { emptyStory } from '../../model/world/story.ts'
import { noUsage } from '../../model/world/usage.ts'
import type { Setting, World, WorldClock } from '../../model/world/world.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeoplePool } from '../fixtures/people-pool.ts'
import { lastStartMs } from './scenario-start.ts'
import type { WorldBase } from './world-base.ts'

/** Parameters of a new world besides its scenario. */
export interface WorldStart {
  readonly scenario: string
  readonly seed: number
  /** Given: the clock is frozen at this time. Absent: it runs, from now or from the scenario's `start`. */
  readonly nowMs?: number
  readonly wallMs: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/**
 * Starts a world. O(1) for any size of scenario: the records are shared with all other worlds of the
 * base, unless the profile makes packages grow.
 */
export const startWorld = (base: WorldBase, start: WorldStart): World => {
  const { startMs, clock } = startingClock(base, start)
  const setting: Setting = {
    scenario: start.scenario,
    seed: start.seed,
    startMs,
    anchorMs: startOfDay(startMs, SCENARIO_ZONE_MINUTES),
    events: base.events,
    profile: base.profile,
    apps: base.apps,
    catalogue: readCatalogue,
    people: readPeoplePool,
  }
  const { agencies, publications, inquiries, visits, webhooks, next, receivers } = base
  const rows = { agencies, publications, inquiries, visits, webhooks, next }
  // Recorded usage only applies at the recorded time.
  const usage = start.nowMs === undefined ? base.usage : undefined
  const world: World = {
    setting,
    clock,
    ...rows,
    ...emptyState,
    story: { ...emptyStory, receivers },
    ...(usage && { usage }),
  }
  return start.profile ? withProfile(world, start.profile, 'given') : world
}

/**
 * Start and clock of a new world. A scenario's `start` counts when no time is given. Records with a clock
 * continue from it. With another `now`, the day of the export becomes the day of `now`, so that yesterday's
 * records stay yesterday's.
 */
const startingClock = (
  { clock, start }: WorldBase,
  { nowMs, wallMs }: WorldStart,
): { readonly startMs: number; readonly clock: WorldClock } => {
  if (!clock) {
    const startMs = nowMs ?? (start ? lastStartMs(start, wallMs) : wallMs)
    return { startMs, clock: { running: nowMs === undefined, atMs: startMs, wallMs, speed: 1 } }
  }
  const { startMs, ...recorded } = clock
  if (nowMs === undefined) return { startMs, clock: { ...recorded, wallMs } }
  const daysMs = startOfDay(nowMs, SCENARIO_ZONE_MINUTES) - startOfDay(recorded.atMs, SCENARIO_ZONE_MINUTES)
  return { startMs: startMs + daysMs, clock: { running: false, atMs: nowMs, wallMs, speed: 1 } }
}

/** State that no scenario defines: no usage, deliveries, mails or fault rules. */
const emptyState = { usage: noUsage, deliveries: noDeliveries, outbox: emptyOutbox, faultRules: noFaultRules }

/**
 * Changes the assumptions of a world; returns the new world. Packages grow where `agencies/package-counts`
 * then counts more than they have.
 */
export const withProfile = (
  world: World,
  choices: Readonly<Record<string, unknown>>,
  source: OptionSource,
): World => {
  const before = world.setting.profile
  const profile = withOptions(before, choices, source)
  const changed = { ...world, setting: { ...world.setting, profile } }
  const counts = 'agencies/package-counts'
  return chosen(profile, counts) === chosen(before, counts) ? changed : withFittingPackages(changed)
}
