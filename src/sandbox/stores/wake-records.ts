import { nextDueDelivery } from '../../model/world/delivery.ts'
import { firstToExpire } from '../../model/world/fault-rule.ts'
import { nextStoryEvent } from '../../model/world/story.ts'
import type { World } from '../../model/world/world.ts'
import { unlessDamaged } from './read-value.ts'
import type { RecordFile, RecordKey } from './record-file.ts'
import { readRecord } from './store-batch.ts'

/** What is wrong with the records of the next tasks of worlds. */
export interface WakeProblems {
  /** Worlds whose next task is not recorded. */
  readonly worlds: readonly string[]
  /** Records of tasks that no world has. */
  readonly others: number
}

/** A record of the next task of a world; its name is undefined where the record is damaged. */
export interface WakeRecord {
  readonly key: RecordKey
  readonly name: string | undefined
}

/** Reads the records of next tasks, the one due first first. */
export function* recordedWakes(file: RecordFile): IterableIterator<WakeRecord> {
  for (const [key, text] of file.range(['k']))
    yield { key, name: unlessDamaged(() => readRecord<string>(key, text)) }
}

/** What a repair writes: records to remove, and records of worlds that have none. */
interface ComparedWakes extends WakeProblems {
  readonly removed: readonly RecordKey[]
  readonly missing: readonly { readonly key: RecordKey; readonly name: string }[]
}

/**
 * Compares the records of tasks with those that the worlds should have: by name their key, undefined for a
 * world without a task, `unread` for one that cannot be read and is not judged.
 */
export const compareWakes = (
  recorded: Iterable<WakeRecord>,
  expected: ReadonlyMap<string, RecordKey | 'unread' | undefined>,
): ComparedWakes => {
  const missing = new Map<string, { readonly key: RecordKey; readonly name: string }>()
  for (const [name, key] of expected)
    if (key !== undefined && key !== 'unread') missing.set(JSON.stringify(key), { key, name })
  const removed: RecordKey[] = []
  let others = 0
  for (const { key, name } of recorded) {
    if (name !== undefined && expected.get(name) === 'unread') continue
    const place = JSON.stringify(key)
    if (name !== undefined && missing.get(place)?.name === name) {
      missing.delete(place)
      continue
    }
    if (!missing.has(place)) others += 1
    removed.push(key)
  }
  const left = [...missing.values()]
  return { worlds: left.map(({ name }) => name), others, removed, missing: left }
}

/**
 * Returns the wall time at which the next task of a world is due, in milliseconds since the epoch: 0 for one
 * that is due already on a frozen clock; undefined when none becomes due by itself.
 */
export const nextWakeMs = (world: World): number | undefined => {
  const dueMs = [
    nextDueDelivery(world.deliveries)?.dueMs,
    firstToExpire(world.faultRules)?.untilMs,
    nextStoryEvent(world)?.atMs,
  ].filter((ms) => ms !== undefined)
  if (dueMs.length === 0) return undefined
  const { running, atMs, wallMs, speed } = world.clock
  const leftMs = Math.min(...dueMs) - atMs
  if (leftMs <= 0) return running ? wallMs : 0
  return running ? Math.ceil(wallMs + leftMs / speed) : undefined
}
