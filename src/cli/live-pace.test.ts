import { expect, test } from 'vitest'
import { livePace } from './live-pace.ts'

const paceOf = (live?: string) => livePace({ values: live === undefined ? {} : { live }, positionals: [] })

test.each([
  ['6/min', 6],
  ['1/s', 60],
  ['90/h', 1.5],
  ['0.5/min', 0.5],
])('--live %s is %d leads a minute', (text, perMinute) => {
  expect(paceOf(text)).toBe(perMinute)
})

test('without --live none come by themselves', () => {
  expect(paceOf()).toBeUndefined()
})

test.each(['6', '0/min', '6/day', '-1/min', '101/s', 'x/min', ''])(
  '--live %j is refused with what is expected',
  (text) => {
    expect(() => paceOf(text)).toThrow(/--live takes leads a second, minute or hour, like 6\/min/)
  },
)
