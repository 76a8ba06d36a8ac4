import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'

const queues = new WeakMap<RunSession, Map<string, Promise<unknown>>>()

/**
 * Runs `work` while no other clause of the run holds the lock `thing`, so that no clause sees another's
 * temporary change.
 */
export const withLock = async <T>(t: ClauseContext, thing: string, work: () => Promise<T>): Promise<T> => {
  const things = queues.get(t.session) ?? new Map<string, Promise<unknown>>()
  queues.set(t.session, things)
  const mine = (things.get(thing) ?? Promise.resolve()).then(work)
  // The next clause waits for the end of this one, whether it succeeds or not.
  things.set(
    thing,
    mine.catch(() => {}),
  )
  return mine
}

/** Returns whether the clause sent a PUT that was accepted, so that there is something to restore. */
export const hasPut = (t: ClauseContext): boolean =>
  t.exchanges.some(({ request, response }) => request.method === 'PUT' && response.status < 300)
