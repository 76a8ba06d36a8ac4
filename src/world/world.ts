import type { Profile } from '../assumptions/profile.ts'
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
 * Everything that one sandboxed service holds, as one immutable value. A write makes a new world that shares what it did not
 * change, so keeping a world is a snapshot, and putting a kept one back is a reset.
 */
export interface World {
  readonly setting: Setting
  readonly clock: WorldClock
  readonly agencies: Agencies
  readonly publications: Publications
  readonly inquiries: Inquiries
  readonly visits: Visits
  readonly webhooks: Webhooks
  /** What callers used up: rate windows and signatures that were seen. */
  readonly usage: Usage
  /** Notifications on their way, and those that arrived or failed. */
  readonly deliveries: Deliveries
  readonly outbox: Outbox
  /** Rules that disturb exchanges on purpose. */
  readonly faultRules: FaultRules
  readonly story: Story
  /** The next number of each kind of record; never given twice. */
  readonly next: { readonly publication: number; readonly inquiry: number; readonly branch: number }
}

/** What stays while requests come and go. Representations are kept per setting, so its identity changes when it does. */
export interface Setting {
  readonly scenario: string
  readonly seed: number
  /** The instant at which the world began. */
  readonly startMs: number
  /** Local midnight of that day: the zero of every `at` in the records, so that scenarios need no dates of their own. */
  readonly anchorMs: number
  /** What happens by itself as the clock goes on, in the order of its happening. */
  readonly events: readonly StoryEvent[]
  readonly profile: Profile
  readonly apps: readonly App[]
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
}

/** A client app that calls the service. */
export interface App {
  readonly name: string
  readonly key: string
  readonly secret: string
}

/**
 * A frozen clock stands at `atMs`. A running one stood at `atMs` when the wall clock said `wallMs` and goes `speed` times
 * as fast as it.
 */
export interface WorldClock {
  readonly running: boolean
  readonly atMs: number
  readonly wallMs: number
  readonly speed: number
}

/** The world's time, given the wall clock's. */
export const worldTimeMs = (clock: WorldClock, wallMs: number): number =>
  clock.running ? clock.atMs + (wallMs - clock.wallMs) * clock.speed : clock.atMs

/** The instant of a record's `at`. */
export const recordTimeMs = (setting: Setting, at: number): number => setting.anchorMs + at

/** Finds the agency whatever the case of its address (`common/adminmail-case`). */
export const agencyByMail = (world: World, adminMail: string): Agency | undefined =>
  world.agencies.get(adminMail.toLowerCase())
