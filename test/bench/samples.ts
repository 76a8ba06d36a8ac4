/** Median and range of samples. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Percentile of the samples for a share from 0 to 1, interpolated between neighbours. */
export const percentileOf = (samples: readonly number[], share: number): number => {
  const sorted = Float64Array.from(samples).sort()
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** Median and range of the samples. */
export const spreadOf = (samples: readonly number[]): Spread => ({
  median: percentileOf(samples, 0.5),
  min: percentileOf(samples, 0),
  max: percentileOf(samples, 1),
})

/** Quotients of paired samples, so that a temporary slowdown of the machine affects both. */
export const quotientsOf = (first: readonly number[], second: readonly number[]): number[] =>
  first.map((value, i) => value / second[i]!)

/** Times each of a number of calls, in milliseconds. */
export const timesOf = (calls: number, call: (i: number) => void): number[] => {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const before = performance.now()
    call(i)
    times.push(performance.now() - before)
  }
  return times
}
