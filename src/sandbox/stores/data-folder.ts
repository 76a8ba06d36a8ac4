import { type LmdbOptions, openLmdbFile } from './lmdb-file.ts'
import { restoreMeta } from './restore-meta.ts'
import { STORE_FORMAT, WorldStore } from './world-store.ts'

/** Opens the store in a data folder. Throws a `StoreError` that says what to do. */
export const openDataFolder = async (
  folder: string,
  options: LmdbOptions,
  release: string,
): Promise<WorldStore> => {
  const file = await openLmdbFile(folder, options)
  try {
    if (options.repaired) restoreMeta(file, { format: STORE_FORMAT, release })
    return new WorldStore(file, release)
  } catch (error) {
    await file.close()
    throw error
  }
}
