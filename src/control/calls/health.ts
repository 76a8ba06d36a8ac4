import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { processMetrics } from '../../lib/runtime/process-metrics.ts'
import { gauge, type MetricFamily, PROMETHEUS_TYPE, prometheusText } from '../../lib/text/prometheus-text.ts'
import type { Simulator } from '../../sandbox/simulator/simulator.ts'
import { controlCall } from '../call/call.ts'

const Status = z.object({ status: z.literal('ok') }).meta({ id: 'HealthStatus' })

const health = controlCall({
  method: 'GET',
  path: '/health',
  summary: 'Report whether the process is alive',
  description: 'Needs no control token.',
  status: 200,
  answer: Status,
  isServerWide: true,
  handle: () => ({ json: { status: 'ok' } }),
})

const ready = controlCall({
  method: 'GET',
  path: '/ready',
  summary: 'Report whether worlds can be served',
  description: 'Needs no control token.',
  status: 200,
  answer: Status,
  errors: { 503: 'The server stops, or its data folder cannot be written; the problem says which.' },
  isServerWide: true,
  handle: ({ simulator }) => {
    const obstacle = simulator.obstacle()
    if (obstacle !== undefined) throw new ControlError(503, obstacle)
    return { json: { status: 'ok' } }
  },
})

const metrics = controlCall({
  method: 'GET',
  path: '/metrics',
  summary: 'Metrics in the text format of Prometheus',
  description: 'Counters start with the process. No label holds the name of a world.',
  status: 200,
  answer: z.string(),
  answerType: PROMETHEUS_TYPE,
  isServerWide: true,
  handle: ({ simulator }) => ({
    raw: prometheusText([
      ...simulator.requests.families(),
      ...simulatorMetrics(simulator),
      ...processMetrics(),
    ]),
    headers: { 'Content-Type': PROMETHEUS_TYPE },
  }),
})

const simulatorMetrics = ({ worlds, attempts, version }: Simulator): readonly MetricFamily[] => {
  const held = worlds.all()
  const pending = held.reduce((sum, { world }) => sum + world.deliveries.due.size, 0)
  return [
    gauge('playa_info', 'Release of the server.', [{ labels: { version }, value: 1 }]),
    gauge('playa_worlds', 'Worlds, those in memory and those that are stored.', [
      { labels: { state: 'held' }, value: held.length },
      { labels: { state: 'stored' }, value: worlds.stored?.size ?? 0 },
    ]),
    gauge('playa_journal_bytes', 'Estimated size of all journals.', [{ value: worlds.journalMemory.bytes }]),
    gauge('playa_deliveries_pending', 'Deliveries of the worlds in memory that are still to be made.', [
      { value: pending },
    ]),
    {
      name: 'playa_delivery_attempts_total',
      help: 'Attempts to deliver webhooks, ADF messages and mails, by outcome.',
      type: 'counter',
      samples: Object.entries(attempts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
  ]
}

export const healthCalls = { health, ready, metrics }
