import type { Profile } from '../../api/assumptions/profile.ts'
import type { Agencies, Agency } from './agency.ts'
import type { Catalogue } from './catalogue.ts'
import type { Deliveries } from './delivery.ts'
import type { FaultRules } from './fault-rule.ts'
import type { Inquiries } from './inquiry.ts'
import type { Outbox } from './outbox.ts'
import type { PeoplePool } from './people.ts'
import type { Publications } from './publication.ts'
import type { Story, StoryEvent } from './story.ts'
import type { Usage } from './usage.ts'
import type { Visits } from './visit.ts'
import type { Webhooks } from './webhook.ts'

/**
 * The whole state of one sandboxed service as an immutable value. A write returns a new world that shares all
 * unchanged parts, so storing a world is a snapshot and restoring a stored one is a reset.
 */
export interface World {
  readonly setting: Setting
  readonly clock: WorldClock
  readonly agencies: Agencies
  readonly publications: Publications
  readonly inquiries: Inquiries
  readonly visits: Visits
  readonly webhooks: Webhooks
  /** Rate limiting and replay protection. */
  readonly usage: Usage
  /** The delivery queue: pending and ended notifications. */
  readonly deliveries: Deliveries
  readonly outbox: Outbox
  /** Rules of fault injection. */
  readonly faultRules: FaultRules
  readonly story: Story
  /** Next number of each kind of record; a number is never reused. */
  readonly next: { readonly publication: number; readonly inquiry: number; readonly branch: number }
}

/**
 * Configuration of a world that requests never change. Representations are cached by the identity of this
 * object.
 */
export interface Setting {
  readonly scenario: string
  readonly seed: number
  /** Start of the world, in milliseconds since the epoch. */
  readonly startMs: number
  /** Local midnight of the start: the zero of every `offsetMs`, so that scenarios need no absolute dates. */
  readonly anchorMs: number
  /** Scheduled events of the scenario, in order of time. */
  readonly events: readonly StoryEvent[]
  readonly profile: Profile
  readonly apps: readonly App[]
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
}

/** A client app with its credentials. */
export interface App {
  readonly name: string
  readonly key: string
  readonly secret: string
}

/**
 * The clock of a world. A frozen clock shows `atMs`. A running clock showed `atMs` at the wall time `wallMs`
 * and runs at `speed` times the wall clock.
 */
export interface WorldClock {
  readonly running: boolean
  readonly atMs: number
  readonly wallMs: number
  readonly speed: number
}

/**
 * The last moment of JavaScript's calendar, in milliseconds since the epoch, with a day to spare for every
 * zone.
 */
export const LAST_MS = 8.64e15 - 86_400_000

/**
 * Returns the world's time for a wall clock time, both in milliseconds since the epoch. A clock that runs
 * fast stands at the end of the calendar.
 */
export const worldTimeMs = ({ running, atMs, wallMs: setMs, speed }: WorldClock, wallMs: number): number =>
  running ? Math.max(-LAST_MS, Math.min(LAST_MS, atMs + (wallMs - setMs) * speed)) : atMs

/** Returns the instant of a record's `offsetMs`, in milliseconds since the epoch. */
export const recordTimeMs = (setting: Setting, at: number): number => setting.anchorMs + at

/** Finds an agency by `adminMail`, ignoring case (`common/adminmail-case`). */
export const agencyByMail = (world: World, adminMail: string): Agency | undefined =>
  world.agencies.get(adminMail.toLowerCase())
