import { expect, it } from 'vitest'
import { durationMs } from './iso-duration.ts'

it('weeks, days, hours, minutes and seconds add up', () => {
  expect(durationMs('P3DT4H')).toBe(3 * 86_400_000 + 4 * 3_600_000)
  expect(durationMs('P1W')).toBe(7 * 86_400_000)
  expect(durationMs('PT1H2M3.5S')).toBe(3_723_500)
  expect(durationMs('P0D')).toBe(0)
})

it('what has no fixed length or no part is not a duration', () => {
  for (const text of ['', 'P', 'PT', 'P1DT', 'P1M', 'P1Y', '1D', 'P-1D', 'P1H'])
    expect(durationMs(text), text).toBeUndefined()
})
