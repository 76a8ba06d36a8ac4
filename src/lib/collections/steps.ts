import type { Comparator } from './compare-text.ts'

/**
 * Work in steps: a generator yields after a few hundred rows, so that its caller may pause. A server runs the
 * steps in slices of its event loop, anything else at once.
 */
export type Steps<T> = Generator<void, T>

/** Rows that a step handles. */
export const ROWS_PER_STEP = 256

/** Runs steps to their end at once. */
export const atOnce = <T>(steps: Generator<unknown, T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Maps rows to a list, in steps. */
export function* mapSteps<T, U>(rows: Iterable<T>, map: (row: T) => U): Steps<U[]> {
  const mapped: U[] = []
  for (const row of rows) if (mapped.push(map(row)) % ROWS_PER_STEP === 0) yield
  return mapped
}

/** Sorts a list in place, in steps; equal items keep their order. */
export function* sortSteps<T>(order: Comparator<T>, list: readonly T[]): Steps<readonly T[]> {
  let parts: (readonly T[])[] = []
  for (let i = 0; i < list.length; i += ROWS_PER_STEP) {
    parts.push(list.slice(i, i + ROWS_PER_STEP).sort(order))
    yield
  }
  while (parts.length > 1) {
    const merged: (readonly T[])[] = []
    for (let i = 0; i < parts.length; i += 2) {
      const [left = [], right] = [parts[i], parts[i + 1]]
      merged.push(right ? yield* mergeSteps(order, left, right) : left)
    }
    parts = merged
  }
  return parts[0] ?? []
}

function* mergeSteps<T>(order: Comparator<T>, left: readonly T[], right: readonly T[]): Steps<readonly T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const isLeft = j >= right.length || (i < left.length && order(left[i]!, right[j]!) <= 0)
    if (merged.push(isLeft ? left[i++]! : right[j++]!) % ROWS_PER_STEP === 0) yield
  }
  return merged
}
