import { expect, it } from 'vitest'
import { leadTimes } from './lead-times.ts'

const SUNDAY = Date.parse('2026-03-01T00:00:00-03:00')
const HOUR = 3_600_000
const COUNT = 20_000

const drawn = (fromMs: number, toMs: number, zoneMinutes = -180) => {
  const timeOf = leadTimes({ fromMs, toMs, zoneMinutes })
  return Array.from({ length: COUNT }, (_, i) => timeOf((i + 0.5) / COUNT))
}

const shareOf = (moments: readonly number[], holds: (local: Date) => boolean) =>
  moments.filter((ms) => holds(new Date(ms - 3 * HOUR))).length / moments.length

it('over four weeks most leads come on Monday and fewest on Sunday, many in the evening and few at night', () => {
  const moments = drawn(SUNDAY, SUNDAY + 28 * 24 * HOUR)
  const weekday = (day: number) => shareOf(moments, (local) => local.getUTCDay() === day)
  const shares = [0, 1, 2, 3, 4, 5, 6].map(weekday)
  expect(shares.indexOf(Math.max(...shares))).toBe(1)
  expect(shares.indexOf(Math.min(...shares))).toBe(0)
  expect(shares[1]! / shares[0]!).toBeCloseTo(7 / 4, 1)
  const hour = (at: number) => shareOf(moments, (local) => local.getUTCHours() === at)
  expect(hour(20)).toBeGreaterThan(20 * hour(3))
})

it('days and hours are those of the time zone', () => {
  const [home, east] = [-180, 540].map((zone) => drawn(SUNDAY, SUNDAY + 7 * 24 * HOUR, zone))
  const night = (moments: readonly number[]) => shareOf(moments, (local) => local.getUTCHours() === 3)
  expect(night(east!)).toBeGreaterThan(5 * night(home!))
})

it('times grow and lie within the span, also for short and unaligned spans', () => {
  for (const [from, length] of [
    [SUNDAY, 1],
    [SUNDAY + 17, 999],
    [SUNDAY + 5.5 * HOUR, 40 * HOUR + 1],
    [-7e11, HOUR],
  ] as const) {
    const moments = drawn(from, from + length)
    expect(
      moments.every((ms, i) => ms >= from && ms < from + length && (i === 0 || ms >= moments[i - 1]!)),
    ).toBe(true)
  }
})
