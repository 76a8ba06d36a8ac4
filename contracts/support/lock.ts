import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'

/** The work that must end before another clause gets the lock alone, and before it shares it. */
interface Lock {
  readonly all: Promise<unknown>
  readonly lone: Promise<unknown>
}

const locks = new WeakMap<RunSession, Map<string, Lock>>()
const OPEN: Lock = { all: Promise.resolve(), lone: Promise.resolve() }

/**
 * Runs `work` while no other clause of the run holds the lock `thing`, so that no clause sees another's
 * temporary change. Those that share it, because they change nothing, run at the same time.
 */
export const withLock = async <T>(
  t: ClauseContext,
  thing: string,
  work: () => Promise<T>,
  isShared = false,
): Promise<T> => {
  const things = locks.get(t.session) ?? new Map<string, Lock>()
  locks.set(t.session, things)
  const { all, lone } = things.get(thing) ?? OPEN
  const mine = (isShared ? lone : all).then(work)
  // The next clause waits for the end of this one, whether it succeeds or not.
  const ended = mine.catch(() => {})
  things.set(thing, isShared ? { all: Promise.all([all, ended]), lone } : { all: ended, lone: ended })
  return mine
}

/** Runs `work` while no clause edits the notification settings of the agency. */
export const whileSettingsStay = <T>(t: ClauseContext, work: () => Promise<T>): Promise<T> =>
  withLock(t, 'settings', work, true)

/** Returns whether the clause sent a PUT that was accepted, so that there is something to restore. */
export const hasPut = (t: ClauseContext): boolean =>
  t.exchanges.some(({ request, response }) => request.method === 'PUT' && response.status < 300)
