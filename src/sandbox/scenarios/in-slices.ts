import { nextTurn } from '../../lib/runtime/next-turn.ts'

/** Maximum time that sliced work holds the event loop at once. */
export const SLICE_MS = 4

/** Runs steps to their end in slices of about 4 ms, before and between which other work gets its turn. */
export const inSlices = async <T>(steps: Generator<unknown, T>): Promise<T> => {
  await nextTurn()
  let sliceStartMs = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - sliceStartMs < SLICE_MS) continue
    await nextTurn()
    sliceStartMs = performance.now()
  }
}
