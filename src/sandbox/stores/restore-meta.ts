import { type RecordFile, StoreError } from './record-file.ts'
import { META, readRecord, StoreBatch, type StoredWorldRecord, type StoreMeta } from './store-batch.ts'

/** Reads what a store says about itself; undefined where a new one says nothing. Throws a `StoreError`. */
export const readMeta = (file: RecordFile): StoreMeta | undefined => {
  const text = file.get(META)
  if (text !== undefined) return readRecord<StoreMeta>(META, text)
  for (const _ of file.range(['w']))
    throw new StoreError('What the store says about itself is missing: playa data repair rewrites it.')
  return undefined
}

/** Rewrites what a store says about itself if it cannot be read: no number of a world is used again. */
export const restoreMeta = (
  file: RecordFile,
  { format, release }: Pick<StoreMeta, 'format' | 'release'>,
): void => {
  if (isRead(() => readMeta(file))) return
  const meta = { format, release, nextId: 1, worlds: 0, named: 0 }
  const take = (id: unknown) => {
    meta.nextId = Math.max(meta.nextId, Number(id) + 1)
  }
  for (const kind of ['v', 'j']) for (const [key] of file.range([kind])) take(key[1])
  for (const [key, text] of file.range(['w'])) {
    meta.worlds += 1
    meta.named = Math.max(meta.named, Number(/^w(\d{1,15})$/.exec(String(key[1]))?.[1] ?? 0))
    isRead(() => take(readRecord<StoredWorldRecord>(key, text).id))
  }
  const batch = new StoreBatch(meta)
  batch.put(META, meta)
  file.write(batch.changes)
}

const isRead = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof StoreError) return false
    throw error
  }
}
