import * as z from 'zod'
import { choose, type Profile, type Source } from '../assumptions/profile.ts'
import { noDeliveries } from '../world/delivery.ts'
import { undisturbed } from '../world/fault-rule.ts'
import { emptyOutbox } from '../world/mail.ts'
import { untold } from '../world/story.ts'
import { dateTime, startOfDay } from '../calendar/date-time.ts'
import { unused } from '../world/usage.ts'
import type { Clock, Setting, World } from '../world/world.ts'
import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeople } from '../fixtures/people-pool.ts'
import type { Base } from './world-base.ts'

/** Offset of the days that scenarios are told in. */
const HOME_ZONE_MINUTES = -180

/** How many records a world holds. */
export const countsOf = (world: World) => ({
  agencies: world.agencies.size,
  publications: world.publications.size,
  inquiries: world.inquiries.size,
  visits: world.visits.size,
})

/** An instant, in milliseconds since the epoch, as the control API tells it. */
export const homeTime = (atMs: number): string => dateTime(atMs, HOME_ZONE_MINUTES)

/** An instant as people give it. Without an offset it would mean another moment on every machine. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Expected an ISO 8601 date-time with offset, like 2026-03-01T12:00:00-03:00.' })
  // Within these years every day that a world speaks of is written with four digits.
  .refine((text) => text >= '1900' && text < '9999', 'Expected a year from 1900 to 9998.')

/** Milliseconds of an instant; undefined when the text is none. */
export const instantMs = (text: string): number | undefined => {
  const read = Instant.safeParse(text)
  return read.success ? Date.parse(read.data) : undefined
}

/** What a world is made of beside its scenario. */
export interface Start {
  readonly scenario: string
  readonly seed: number
  /** Given: the clock stands still there. Absent: it runs with the wall clock. */
  readonly nowMs?: number
  readonly wallMs: number
  readonly profile?: Readonly<Record<string, unknown>>
}

/**
 * A world in its first moment. It costs the same whatever the size of the scenario: everything but a few small objects is shared
 * with every other world of that base.
 */
export const startWorld = (base: Base, start: Start): World => {
  const { startMs, clock } = beginningOf(base, start)
  const setting: Setting = {
    scenario: start.scenario,
    seed: start.seed,
    startMs,
    anchorMs: startOfDay(startMs, HOME_ZONE_MINUTES),
    events: base.events,
    profile: start.profile ? choose(base.profile, start.profile, 'given') : base.profile,
    apps: base.apps,
    catalogue: readCatalogue,
    people: readPeople,
  }
  const { agencies, publications, inquiries, visits, webhooks, next, receivers } = base
  const rows = { agencies, publications, inquiries, visits, webhooks, next }
  // What was used up was used up at the recorded moment, and says nothing of another.
  const usage = start.nowMs === undefined ? base.usage : undefined
  return { setting, clock, ...rows, ...untouched, story: { ...untold, receivers }, ...(usage && { usage }) }
}

/**
 * When the world began and how its clock stands. Records that tell their clock go on from there. With another `now` the day on which they were
 * written becomes the day of that, so that what happened yesterday stays yesterday.
 */
const beginningOf = (
  { clock }: Base,
  { nowMs, wallMs }: Start,
): { readonly startMs: number; readonly clock: Clock } => {
  if (!clock) {
    const startMs = nowMs ?? wallMs
    return { startMs, clock: { running: nowMs === undefined, atMs: startMs, wallMs, speed: 1 } }
  }
  const { startMs, ...recorded } = clock
  if (nowMs === undefined) return { startMs, clock: { ...recorded, wallMs } }
  const daysMs = startOfDay(nowMs, HOME_ZONE_MINUTES) - startOfDay(recorded.atMs, HOME_ZONE_MINUTES)
  return { startMs: startMs + daysMs, clock: { running: false, atMs: nowMs, wallMs, speed: 1 } }
}

/** What no scenario says: nothing was used up, sent or disturbed yet. */
const untouched = { usage: unused, deliveries: noDeliveries, outbox: emptyOutbox, disturbances: undisturbed }

/** The same world under other assumptions, from now on. */
export const withProfile = (world: World, choices: Readonly<Record<string, unknown>>, source: Source): World => {
  const profile: Profile = choose(world.setting.profile, choices, source)
  return { ...world, setting: { ...world.setting, profile } }
}
