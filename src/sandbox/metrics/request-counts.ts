import type { MetricFamily, MetricSample } from '../../lib/text/prometheus-text.ts'

/** Upper bounds of the buckets of durations, in seconds. */
const BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Classes of statuses; the first is for requests that get no response, as an injected fault wants it. */
const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Counts of one operation. */
interface OperationCounts {
  /** By class of status, in the order of `CLASSES`. */
  readonly statuses: number[]
  /** By bucket of duration, not summed up; the last one is for those beyond all bounds. */
  readonly buckets: number[]
  sumS: number
}

/**
 * Counts requests by operation, with their durations. Counting is a look-up and three additions; names of
 * operations come from tables, so their number is bounded.
 */
export class RequestCounts {
  readonly #byOperation = new Map<string, OperationCounts>()
  /** Requests that wait for their response. */
  inProgress = 0

  /** Counts a request; `status` is 0 for one that gets no response. */
  add(operation: string, status: number, durationMs: number): void {
    let counts = this.#byOperation.get(operation)
    if (!counts) {
      counts = { statuses: CLASSES.map(() => 0), buckets: [...BOUNDS_S, 0].map(() => 0), sumS: 0 }
      this.#byOperation.set(operation, counts)
    }
    const durationS = durationMs / 1_000
    const found = BOUNDS_S.findIndex((boundS) => durationS <= boundS)
    const bucket = found < 0 ? BOUNDS_S.length : found
    const statusClass = Math.min(CLASSES.length - 1, Math.floor(status / 100))
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
    counts.statuses[statusClass] = (counts.statuses[statusClass] ?? 0) + 1
    counts.sumS += durationS
  }

  /** Returns the counts as metrics, operations in order. */
  families(): readonly MetricFamily[] {
    const operations = [...this.#byOperation].sort(([a], [b]) => (a < b ? -1 : 1))
    return [
      {
        name: 'playa_requests_total',
        help: 'Requests by operation and class of status; none: an injected fault left them without a response.',
        type: 'counter',
        samples: operations.flatMap(([operation, { statuses }]) =>
          statuses.flatMap((value, i) =>
            value === 0 ? [] : [{ labels: { operation, status: CLASSES[i] ?? '' }, value }],
          ),
        ),
      },
      {
        name: 'playa_request_duration_seconds',
        help: 'Time until the response was ready, injected delays included.',
        type: 'histogram',
        samples: operations.flatMap(([operation, counts]) => histogramSamples(operation, counts)),
      },
      {
        name: 'playa_requests_in_progress',
        help: 'Requests that wait for their response.',
        type: 'gauge',
        samples: [{ value: this.inProgress }],
      },
    ]
  }
}

const histogramSamples = (operation: string, { buckets, sumS }: OperationCounts): MetricSample[] => {
  let below = 0
  const samples: MetricSample[] = buckets.map((count, i) => {
    below += count
    const le = i < BOUNDS_S.length ? String(BOUNDS_S[i]) : '+Inf'
    return { suffix: '_bucket', labels: { operation, le }, value: below }
  })
  return [
    ...samples,
    { suffix: '_sum', labels: { operation }, value: sumS },
    { suffix: '_count', labels: { operation }, value: below },
  ]
}
