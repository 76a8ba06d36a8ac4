import { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'

/** An observation that a run makes once, with the context that made it. */
export interface SharedObservation<T> {
  readonly context: ClauseContext
  readonly seen: Promise<T>
}

/**
 * Returns an observation that the run makes once. Every clause that uses it has its exchanges as evidence.
 */
export const sharedObservation = async <T>(
  t: ClauseContext,
  known: WeakMap<RunSession, SharedObservation<T>>,
  see: (context: ClauseContext) => Promise<T>,
): Promise<T> => {
  let found = known.get(t.session)
  if (!found) {
    const context = new ClauseContext(t.session)
    found = { context, seen: see(context) }
    known.set(t.session, found)
  }
  try {
    return await found.seen
  } finally {
    t.exchanges.push(...found.context.exchanges)
  }
}
