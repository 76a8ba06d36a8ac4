import { expect, it } from 'vitest'
import { shortDurationMs } from './duration.ts'

it.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['30', 30_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['0', 0],
])('%s is %d ms', (text, ms) => {
  expect(shortDurationMs(text)).toBe(ms)
})

it.each(['', 's', '-1s', '1d', '1 s', '1e3', '.5s', '1,5s'])('%j is not a duration', (text) => {
  expect(shortDurationMs(text)).toBeUndefined()
})
