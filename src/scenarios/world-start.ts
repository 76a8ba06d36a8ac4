import * as z from 'zod'
import { type OptionSource, type Profile, withOptions } from '../assumptions/profile.ts'
import { dateTime, startOfDay } from '../calendar/date-time.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeoplePool } from '../fixtures/people-pool.ts'
import { noDeliveries } from '../world/delivery.ts'
import { noFaultRules } from '../world/fault-rule.ts'
import { emptyOutbox } from '../world/outbox.ts'
import { emptyStory } from '../world/story.ts'
import { noUsage } from '../world/usage.ts'
import type { Setting, World, WorldClock } from '../world/world.ts'
import type { WorldBase } from './world-base.ts'

/** UTC offset of the days in scenarios. */
const SCENARIO_ZONE_MINUTES = -180

/** Counts the records of a world. */
export const recordCounts = (world: World) => ({
  agencies: world.agencies.size,
  publications: world.publications.size,
  inquiries: world.inquiries.size,
  visits: world.visits.size,
})

/** Formats an instant for the control API; `atMs` is milliseconds since the epoch. */
export const scenarioTime = (atMs: number): string => dateTime(atMs, SCENARIO_ZONE_MINUTES)

/** An instant of user input. The offset is required, since without it the meaning depends on the machine. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Expected an ISO 8601 date-time with offset, like 2026-03-01T12:00:00-03:00.' })
  // Within these years, all dates of a world have four-digit years.
  .refine((text) => text >= '1900' && text < '9999', 'Expected a year from 1900 to 9998.')

/** Parses an instant to milliseconds; undefined when it is invalid. */
export const instantMs = (text: string): number | undefined => {
  const read = Instant.safeParse(text)
  return read.success ? Date.parse(read.data) : undefined
}

/** Parameters of a new world besides its scenario. */
export interface WorldStart {
  readonly scenario: string
  readonly seed: number
  /** Given: the clock is frozen at this time. Absent: it runs with the wall clock. */
  readonly nowMs?: number
  readonly wallMs: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Starts a world. O(1) for any size of scenario: the records are shared with all other worlds of the base. */
export const startWorld = (base: WorldBase, start: WorldStart): World => {
  const { startMs, clock } = startingClock(base, start)
  const setting: Setting = {
    scenario: start.scenario,
    seed: start.seed,
    startMs,
    anchorMs: startOfDay(startMs, SCENARIO_ZONE_MINUTES),
    events: base.events,
    profile: start.profile ? withOptions(base.profile, start.profile, 'given') : base.profile,
    apps: base.apps,
    catalogue: readCatalogue,
    people: readPeoplePool,
  }
  const { agencies, publications, inquiries, visits, webhooks, next, receivers } = base
  const rows = { agencies, publications, inquiries, visits, webhooks, next }
  // Recorded usage only applies at the recorded time.
  const usage = start.nowMs === undefined ? base.usage : undefined
  return { setting, clock, ...rows, ...emptyState, story: { ...emptyStory, receivers }, ...(usage && { usage }) }
}

/**
 * Start and clock of a new world. Records with a clock continue from it. With another `now`, the day of the export
 * becomes the day of `now`, so that yesterday's records stay yesterday's.
 */
const startingClock = (
  { clock }: WorldBase,
  { nowMs, wallMs }: WorldStart,
): { readonly startMs: number; readonly clock: WorldClock } => {
  if (!clock) {
    const startMs = nowMs ?? wallMs
    return { startMs, clock: { running: nowMs === undefined, atMs: startMs, wallMs, speed: 1 } }
  }
  const { startMs, ...recorded } = clock
  if (nowMs === undefined) return { startMs, clock: { ...recorded, wallMs } }
  const daysMs = startOfDay(nowMs, SCENARIO_ZONE_MINUTES) - startOfDay(recorded.atMs, SCENARIO_ZONE_MINUTES)
  return { startMs: startMs + daysMs, clock: { running: false, atMs: nowMs, wallMs, speed: 1 } }
}

/** State that no scenario defines: no usage, deliveries, mails or fault rules. */
const emptyState = { usage: noUsage, deliveries: noDeliveries, outbox: emptyOutbox, faultRules: noFaultRules }

/** Changes the assumptions of a world; returns the new world. */
export const withProfile = (world: World, choices: Readonly<Record<string, unknown>>, source: OptionSource): World => {
  const profile: Profile = withOptions(world.setting.profile, choices, source)
  return { ...world, setting: { ...world.setting, profile } }
}
