import { expect, it } from 'vitest'
import { lastStartMs } from './scenario-start.ts'

const SATURDAY = { weekday: 'saturday', time: '08:00' } as const

it.each([
  ['2026-03-01T12:00:00-03:00', '2026-02-28T08:00:00-03:00'],
  ['2026-02-28T08:00:00-03:00', '2026-02-28T08:00:00-03:00'],
  ['2026-02-28T07:59:59-03:00', '2026-02-21T08:00:00-03:00'],
  // Still Saturday there, Sunday in UTC.
  ['2026-03-01T01:30:00Z', '2026-02-28T08:00:00-03:00'],
])('at %s the last Saturday at eight is %s', (now, start) => {
  expect(lastStartMs(SATURDAY, Date.parse(now))).toBe(Date.parse(start))
})
