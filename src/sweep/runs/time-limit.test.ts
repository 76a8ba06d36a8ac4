import { expect, it } from 'vitest'
import { TimeLimit } from './time-limit.ts'

it('the time limit of runs grows when the machine becomes busier, and never shrinks', () => {
  const limit = new TimeLimit({ longestMs: 3_000 })
  expect(limit.ms).toBe(20_000)
  limit.measured({ tookMs: 12_000 })
  expect(limit.ms).toBe(48_000)
  limit.measured({ tookMs: 3_000 })
  expect(limit.ms).toBe(48_000)
})
