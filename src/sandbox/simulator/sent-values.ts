import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { parseJson } from '../../lib/text/parse-json.ts'
import { addValues } from '../faults/rewrites.ts'
import { requestDetails, requestText } from '../journal/request-details.ts'
import type { WorldHandle } from './world-registry.ts'

/** The values that requests to a world sent, as texts. */
interface SentValues {
  readonly values: Set<string>
  readonly generation: number
  /** Number of the first journal entry that has not been read. */
  next: number
}

const byWorld = new WeakMap<WorldHandle, SentValues>()

/**
 * Returns the values that requests of the world's journal sent (bodies, paths, queries), and those that
 * `addSentValues` added since the last reset: a rewrite of responses leaves them as they are.
 */
export const sentValues = (worldHandle: WorldHandle): { readonly values: ReadonlySet<string> } => {
  const { journal } = worldHandle
  const sent = currentOf(worldHandle)
  for (let n = Math.max(sent.next, journal.first); n < journal.next; n++) {
    const entry = journal.get(n)
    if (!entry) continue
    const { path, query } = requestDetails(entry)
    for (const part of path.split('/')) sent.values.add(decodedUri(part))
    for (const [, value] of new URLSearchParams(query)) sent.values.add(value)
    addValues(parseJson(requestText(entry)), sent.values)
  }
  sent.next = journal.next
  return sent
}

/** Adds the values of a control call that tests made, such as a lead. */
export const addSentValues = (worldHandle: WorldHandle, value: unknown): void =>
  addValues(value, currentOf(worldHandle).values)

const currentOf = (worldHandle: WorldHandle): SentValues => {
  const { generation } = worldHandle.journal
  const found = byWorld.get(worldHandle)
  if (found?.generation === generation) return found
  const made = { values: new Set<string>(), generation, next: 1 }
  byWorld.set(worldHandle, made)
  return made
}
