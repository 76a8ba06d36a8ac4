import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { delay } from '../../src/kit/runner/pacing.ts'

/**
 * Yields after each pause, so that the caller can look again for work that a service does after its response.
 * Ends sooner if the session waits less for late work. Rejects when the run is interrupted.
 */
export async function* looksAfter(
  { session }: ClauseContext,
  pausesMs: readonly number[],
): AsyncGenerator<void, void> {
  let waitedMs = 0
  for (const ms of pausesMs) {
    waitedMs += ms
    if (waitedMs > (session.lateWorkMs ?? Number.POSITIVE_INFINITY)) return
    await delay(ms, session.signal)
    yield
  }
}
