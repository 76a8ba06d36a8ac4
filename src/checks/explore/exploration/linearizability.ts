/**
 * Wing and Gong's search. A history of overlapping operations is linearizable if an order explains it: every
 * response is that of the model. An operation that ended before another began comes first.
 */

/** One operation of a client, with its interval on one clock. */
export interface TimedOperation<Call, Result> {
  readonly call: Call
  readonly result: Result
  readonly startMs: number
  readonly endMs: number
}

/**
 * Returns the states that may follow an operation with its result; none when no state can. Returns several if
 * the description leaves the effect open.
 */
export type Step<State, Call, Result> = (state: State, call: Call, result: Result) => readonly State[]

/** Returns an order that explains a history; undefined when there is none. */
export const linearization = <State, Call, Result>(
  initial: State,
  operations: readonly TimedOperation<Call, Result>[],
  { step, keyOf }: { step: Step<State, Call, Result>; keyOf: (state: State) => string },
): readonly TimedOperation<Call, Result>[] | undefined => {
  const failed = new Set<string>()
  const search = (state: State, left: readonly number[]): readonly number[] | undefined => {
    if (left.length === 0) return []
    const key = `${left.join()} ${keyOf(state)}`
    if (failed.has(key)) return undefined
    // An operation that ended before another began comes first.
    const firstEnd = Math.min(...left.map((at) => operations[at]?.endMs ?? 0))
    for (const at of left) {
      const operation = operations[at]
      if (!operation || operation.startMs > firstEnd) continue
      for (const next of step(state, operation.call, operation.result)) {
        const rest = search(
          next,
          left.filter((other) => other !== at),
        )
        if (rest) return [at, ...rest]
      }
    }
    failed.add(key)
    return undefined
  }
  const order = search(
    initial,
    operations.map((_, at) => at),
  )
  return order?.flatMap((at) => operations[at] ?? [])
}
