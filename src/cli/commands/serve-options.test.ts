import { expect, it } from 'vitest'
import { liveRate } from './serve-options.ts'

it.each([
  ['6/min', 6],
  ['1/s', 60],
  ['90/h', 1.5],
  ['0.5/min', 0.5],
])('--live %s is %d leads a minute', (text, perMinute) => {
  expect(liveRate(text)).toBe(perMinute)
})

it.each(['6', '0/min', '6/day', '-1/min', '101/s', 'x/min', ''])(
  '--live %j is refused with what is expected',
  (text) => {
    expect(() => liveRate(text)).toThrow(/--live takes leads a second, minute or hour, like 6\/min/)
  },
)
