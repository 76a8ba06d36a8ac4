import { latePackages } from '../runtime/late-packages.ts'
import { nextTurn } from '../runtime/next-turn.ts'
import { lazy } from './lazy.ts'

/** Loads a part after the common imports of all late parts; its first use is in another turn. */
export const loadLate = async <T>(load: () => Promise<T>): Promise<T> => {
  await shared()
  const part = await load()
  await nextTurn()
  return part
}

// Each in its own turn: together they hold a server for 90 ms.
const shared = lazy(async () => {
  for (const load of [...latePackages, () => import('../scenarios/reading/scenario-file.ts')]) {
    await load()
    await nextTurn()
  }
})
