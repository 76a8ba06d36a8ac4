import type { RunSession } from '../../src/kit/runner/session.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'

const last = new WeakMap<RunSession, Map<string, Promise<unknown>>>()

/** Clauses that change one thing and put it back take turns, so that none sees what another has changed for a moment. */
export const inTurn = async <T>(t: ClauseContext, thing: string, work: () => Promise<T>): Promise<T> => {
  const things = last.get(t.session) ?? new Map<string, Promise<unknown>>()
  last.set(t.session, things)
  const mine = (things.get(thing) ?? Promise.resolve()).then(work)
  // Whoever comes next waits for the end of this turn, not for its success.
  things.set(
    thing,
    mine.catch(() => {}),
  )
  return mine
}

/** Whether this clause wrote something with PUT that was accepted, so that there is something to put back. */
export const hasWritten = (t: ClauseContext): boolean =>
  t.exchanges.some(({ request, response }) => request.method === 'PUT' && response.status < 300)
