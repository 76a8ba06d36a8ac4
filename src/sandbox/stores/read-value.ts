import { mapSteps, type Steps } from '../../lib/collections/steps.ts'
import type { World } from '../../model/world/world.ts'
import { checkedText, type RecordFile, type RecordKey, StoreError } from './record-file.ts'
import { headKey, partKey, readRecord } from './store-batch.ts'
import { restoreValue, type ValueHead, type ValueParts } from './world-value.ts'

/** Reads a record of a file; undefined when there is none. Throws a `StoreError` when it is damaged. */
export const readFrom = <T>(file: RecordFile, key: RecordKey): T | undefined => {
  const text = file.get(key)
  return text === undefined ? undefined : readRecord<T>(key, text)
}

/** Returns what `read` reads; undefined where a record is damaged. */
export const unlessDamaged = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

/**
 * Reads the value of a world with this number, in steps. Throws a `StoreError` when a record of it is missing
 * or damaged.
 */
export function* valueSteps(
  file: RecordFile,
  [id, value]: readonly [id: number, value: number],
  reference: World,
  given: { readonly head?: ValueHead; readonly parts?: ValueParts } = {},
): Steps<World> {
  const head = given.head ?? readFrom<ValueHead>(file, headKey(id, value))
  if (!head) throw new StoreError('A value of a world is missing from the data folder.')
  const rows = yield* mapSteps(file.range(['v', id, value, 'r']), ([key, text]) => ({
    table: String(key[4]),
    key: key[5] ?? '',
    text: checkedText(key, text),
  }))
  if (rows.length !== head.rows)
    throw new StoreError(
      `The data folder holds ${rows.length} changed rows of a world that has ${head.rows}: the file is damaged.`,
    )
  const part = <Part extends keyof ValueParts>(name: Part): ValueParts => {
    const stored = readFrom<ValueParts[Part]>(file, partKey(id, value, name))
    return stored === undefined ? {} : { [name]: stored }
  }
  const parts = given.parts ?? { ...part('setting'), ...part('story'), ...part('faultRules') }
  return yield* restoreValue(reference, { head, parts, rows })
}
