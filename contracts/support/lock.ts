import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { SharedLock } from '../../src/kit/runner/shared-lock.ts'

const newLocks = (): Map<string, SharedLock> => new Map()

/**
 * Runs `work` while no other clause of the run holds the lock `thing`, so that no clause sees another's
 * temporary change. Those that share it, because they change nothing, run at the same time.
 */
export const withLock = <T>(
  t: ClauseContext,
  thing: string,
  work: () => Promise<T>,
  isShared = false,
): Promise<T> => {
  const locks = t.once(newLocks)
  const lock = locks.get(thing) ?? new SharedLock()
  locks.set(thing, lock)
  return isShared ? lock.share(work) : lock.exclude(work)
}

/** Runs `work` while no clause edits the notification settings of the agency. */
export const whileSettingsStay = <T>(t: ClauseContext, work: () => Promise<T>): Promise<T> =>
  withLock(t, 'settings', work, true)

/** Returns whether the clause sent a PUT that was accepted, so that there is something to restore. */
export const hasPut = (t: ClauseContext): boolean =>
  t.exchanges.some(({ request, response }) => request.method === 'PUT' && response.status < 300)
