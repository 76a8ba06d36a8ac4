import { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'
import { LostWriteError } from '../../src/kit/target/exchange.ts'

/** An observation that a run makes once, with the context that made it. */
export interface SharedObservation<T> {
  readonly context: ClauseContext
  readonly seen: Promise<T>
}

/**
 * Returns an observation that the run makes once. Every clause that uses it has its exchanges as evidence.
 * One that a closed connection ended is made again by the clause that starts again.
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
  } catch (error) {
    if (isMadeAgain(error) && known.get(t.session)?.seen === seen) known.delete(t.session)
    throw error
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

/**
 * Returns what a run finds once, when a clause first needs it. What a closed connection ended is made again
 * by the clause that starts again.
 */
export const oncePerRun = async <T>(
  { session }: ClauseContext,
  known: WeakMap<RunSession, Promise<T>>,
  find: () => Promise<T>,
): Promise<T> => {
  const found = known.get(session) ?? find()
  known.set(session, found)
  try {
    return await found
  } catch (error) {
    if (isMadeAgain(error) && known.get(session) === found) known.delete(session)
    throw error
  }
}

/** The service closed a kept connection instead of answering, which it may do at any time. */
const isMadeAgain = (error: unknown): boolean => error instanceof LostWriteError
