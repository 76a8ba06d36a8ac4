import { expect, it } from 'vitest'
import { unusualLines } from './unusual-lines.ts'

const LOGGED = `ERROR:stock:car N4-001 at 12:00:01.250
ApiError: HTTP 400: {"VersionYear":["Debe ser mayor o igual que 1908."]}
ran in 0.127s on port 41523`

it('lines that a client also logs undisturbed are omitted, whatever their times and ports', () => {
  const output = `ERROR:stock:car N4-001 at 12:00:09.001
ApiError: HTTP 400: {"VersionYear":["Debe ser mayor o igual que 1908."]}
AssertionError: 1 != 0
ran in 1.4s on port 38001`
  expect(unusualLines(output, LOGGED)).toBe('AssertionError: 1 != 0')
})

it('a line with another status is kept', () => {
  expect(unusualLines('HTTP Error 503: x', 'HTTP Error 400: x')).toBe('HTTP Error 503: x')
})
