/** Figures of repeated measurements. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The value below which that share (0 to 1) of the samples lies; of an even number, the middle is the mean of the two. */
export const percentileOf = (samples: readonly number[], share: number): number => {
  const sorted = Float64Array.from(samples).sort()
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: percentileOf(samples, 0.5),
  min: percentileOf(samples, 0),
  max: percentileOf(samples, 1),
})

/** The quotients of samples taken side by side, so that whatever slows the machine for a while falls on both. */
export const quotientsOf = (first: readonly number[], second: readonly number[]): number[] =>
  first.map((value, i) => value / second[i]!)

/** Milliseconds that each call takes, in the given number of calls. */
export const timesOf = (calls: number, call: (i: number) => void): number[] => {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const before = performance.now()
    call(i)
    times.push(performance.now() - before)
  }
  return times
}
