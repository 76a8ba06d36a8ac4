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
  const others = known.get(t.session)
  const { context, seen } = others ?? observe(t.session, see)
  if (!others) known.set(t.session, { context, seen })
  try {
    return await (others ? t.session.lendPlaces(t, () => seen) : seen)
  } finally {
    t.exchanges.push(...context.exchanges)
  }
}

const observe = <T>(
  session: RunSession,
  see: (context: ClauseContext) => Promise<T>,
): SharedObservation<T> => {
  const context = new ClauseContext(session)
  return { context, seen: see(context) }
}
