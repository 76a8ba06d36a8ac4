import type { World } from '../../model/world/world.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { RecordFile } from './record-file.ts'
import { readRecord, type StoreBatch } from './store-batch.ts'
import { restoredExchange, type StoredExchange, storedExchange } from './stored-exchange.ts'

/** Changes of a stored journal: entries that are new, and the numbers of those that are gone. */
export interface SavedExchanges {
  readonly added: readonly JournalEntry[]
  readonly gone: readonly number[]
  /** True: all that was stored is gone. */
  readonly replaces: boolean
}

/** Puts the changes of the journal of the world with this id into a batch. */
export const putExchanges = (
  batch: StoreBatch,
  file: RecordFile,
  { id, start, added, gone, replaces }: SavedExchanges & { readonly id: number; readonly start: World },
): void => {
  if (replaces) for (const [key] of file.range(['j', id])) batch.remove(key)
  for (const n of gone) batch.remove(['j', id, n])
  for (const entry of added) batch.put(['j', id, entry.n], storedExchange(entry, start))
}

/** Reads the stored journal of a world, oldest entry first. Throws a `StoreError` when one is damaged. */
export const readExchanges = (file: RecordFile, id: number, start: World): JournalEntry[] =>
  Array.from(file.range(['j', id]), ([key, text]) =>
    restoredExchange(readRecord<StoredExchange>(key, text), start),
  )
