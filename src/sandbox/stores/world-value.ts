import { optionsBeyond, type StoredOption, withStoredOptions } from '../../api/assumptions/profile.ts'
import type { Steps } from '../../lib/collections/steps.ts'
import type { FaultRules } from '../../model/world/fault-rule.ts'
import { recordCounts } from '../../model/world/record-counts.ts'
import type { Story } from '../../model/world/story.ts'
import type { Usage } from '../../model/world/usage.ts'
import type { Setting, World, WorldClock } from '../../model/world/world.ts'
import { type StoredRow, withStoredRows } from './world-rows.ts'

/** The small part of a value, written with every change: what is not a row of a table. */
export interface ValueHead {
  readonly clock: WorldClock
  readonly next: World['next']
  readonly nextDelivery: number
  readonly nextMail: number
  readonly windows: Usage['windows']
  readonly counts: ReturnType<typeof recordCounts>
  /** Rows that are stored for this value: fewer or more found means that the file is damaged. */
  readonly rows: number
  /** Wall time of the last use, in milliseconds since the epoch. */
  readonly lastUseMs: number
}

/** The parts of a value that seldom change; each is absent while it is that of the reference. */
export interface ValueParts {
  readonly setting?: StoredSetting
  readonly story?: Story
  readonly faultRules?: FaultRules
}

interface StoredSetting {
  readonly scenario: string
  readonly seed: number
  readonly startMs: number
  readonly anchorMs: number
  readonly profile: readonly StoredOption[]
}

/** Returns the head of a value. */
export const headOf = (world: World, rows: number, lastUseMs: number): ValueHead => ({
  clock: world.clock,
  next: world.next,
  nextDelivery: world.deliveries.next,
  nextMail: world.outbox.next,
  windows: world.usage.windows,
  counts: recordCounts(world),
  rows,
  lastUseMs,
})

/** Returns the parts of a value that are not those of its reference. */
export const partsOf = (reference: World, world: World): ValueParts => ({
  ...(world.setting !== reference.setting && { setting: storedSetting(reference.setting, world.setting) }),
  ...(world.story !== reference.story && { story: world.story }),
  ...(world.faultRules !== reference.faultRules && { faultRules: world.faultRules }),
})

const storedSetting = (reference: Setting, setting: Setting): StoredSetting => ({
  scenario: setting.scenario,
  seed: setting.seed,
  startMs: setting.startMs,
  anchorMs: setting.anchorMs,
  profile: optionsBeyond(reference.profile, setting.profile),
})

/** The stored form of a value. */
export interface StoredValue {
  readonly head: ValueHead
  readonly parts: ValueParts
  readonly rows: readonly StoredRow[]
}

/** Returns the value that was stored as different from its reference, in steps. */
export function* restoreValue(reference: World, { head, parts, rows }: StoredValue): Steps<World> {
  const { setting, story, faultRules } = parts
  const world = yield* withStoredRows(reference, rows)
  return {
    ...world,
    clock: head.clock,
    next: head.next,
    deliveries: { ...world.deliveries, next: head.nextDelivery },
    outbox: { ...world.outbox, next: head.nextMail },
    usage: { ...world.usage, windows: head.windows },
    setting: setting ? restoreSetting(reference.setting, setting) : reference.setting,
    ...(story && { story }),
    ...(faultRules && { faultRules }),
  }
}

/** Returns the setting that was stored as different from its reference. */
export const restoreSetting = (reference: Setting, { profile, ...rest }: StoredSetting): Setting => ({
  ...reference,
  ...rest,
  profile: withStoredOptions(reference.profile, profile),
})
