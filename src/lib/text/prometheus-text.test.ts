import { expect, it } from 'vitest'
import { RequestCounts } from '../../sandbox/metrics/request-counts.ts'
import { prometheusText } from './prometheus-text.ts'

it('escapes labels and help, and leaves out a metric without values', () => {
  const text = prometheusText([
    {
      name: 'a_total',
      help: 'One\\two\nthree.',
      type: 'counter',
      samples: [{ labels: { x: 'a"b\\c\nd' }, value: 1 }],
    },
    { name: 'b', help: 'None.', type: 'gauge', samples: [] },
    {
      name: 'c',
      help: 'Bounds.',
      type: 'gauge',
      samples: [{ value: Number.POSITIVE_INFINITY }, { value: Number.NaN }],
    },
  ])
  expect(text.split('\n')).toEqual([
    '# HELP a_total One\\\\two\\nthree.',
    '# TYPE a_total counter',
    'a_total{x="a\\"b\\\\c\\nd"} 1',
    '# HELP c Bounds.',
    '# TYPE c gauge',
    'c +Inf',
    'c NaN',
    '',
  ])
})

it('counts requests by operation and class, and durations in buckets that add up', () => {
  const counts = new RequestCounts()
  counts.add('publications.list', 200, 0.4)
  counts.add('publications.list', 404, 30)
  counts.add('publications.list', 0, 60_000)
  const lines = prometheusText(counts.families()).split('\n')
  expect(lines.filter((line) => line.startsWith('playa_requests_total'))).toEqual([
    'playa_requests_total{operation="publications.list",status="none"} 1',
    'playa_requests_total{operation="publications.list",status="2xx"} 1',
    'playa_requests_total{operation="publications.list",status="4xx"} 1',
  ])
  const bucket = (le: string) =>
    lines.find((line) => line.includes(`operation="publications.list",le="${le}"`))?.split(' ')[1]
  expect(['0.0005', '0.025', '0.05', '10', '+Inf'].map(bucket)).toEqual(['1', '1', '2', '2', '3'])
  expect(lines).toContain('playa_request_duration_seconds_sum{operation="publications.list"} 60.0304')
  expect(lines).toContain('playa_request_duration_seconds_count{operation="publications.list"} 3')
})
