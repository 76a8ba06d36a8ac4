import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type MetricFamily } from '../text/prometheus-text.ts'

let delays: IntervalHistogram | undefined

/** Resolution of the timer that measures the event loop, in milliseconds: its own wait is subtracted. */
const RESOLUTION_MS = 20

/**
 * Measures process and event loop. The loop is watched from the first call on, so that nothing is spent
 * without a scraper; each call begins a new span.
 */
export const processMetrics = (): readonly MetricFamily[] => {
  delays ??= startedMonitor()
  const lag = [
    ['50', delays.percentile(50)],
    ['99', delays.percentile(99)],
    ['100', delays.max],
  ] as const
  const count = delays.count
  delays.reset()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return [
    gauge(
      'playa_event_loop_lag_seconds',
      'Delay of the event loop since the last request for metrics, by percentile.',
      // Prometheus keeps the label `quantile` for summaries.
      lag.map(([percentile, ns]) => ({
        labels: { percentile },
        value: count === 0 ? 0 : Math.max(0, ns / 1e9 - RESOLUTION_MS / 1_000),
      })),
    ),
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process, user and system.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', [{ value: rss }]),
    gauge('process_start_time_seconds', 'Start of the process, in seconds since the epoch.', [
      { value: performance.timeOrigin / 1_000 },
    ]),
    gauge('nodejs_heap_size_total_bytes', 'Heap of V8.', [{ value: heapTotal }]),
    gauge('nodejs_heap_size_used_bytes', 'Used part of the heap of V8.', [{ value: heapUsed }]),
    gauge('nodejs_external_memory_bytes', 'Memory of objects outside the heap of V8.', [{ value: external }]),
  ]
}

const startedMonitor = (): IntervalHistogram => {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  monitor.enable()
  return monitor
}
