import { expect, it } from 'vitest'
import { optionsProblem } from './known-options.ts'

it.each([
  [{}, undefined],
  [{ seed: undefined, now: 1 }, undefined],
  [{ sed: 1 }, 'sed: no such option; expected seed, now; did you mean seed?'],
  [{ other: 1 }, 'other: no such option; expected seed, now'],
  ['demo', 'options: expected an object of seed, now, got "demo"'],
  [['demo'], 'options: expected an object of seed, now, got ["demo"]'],
  [null, 'options: expected an object of seed, now, got null'],
  [7, 'options: expected an object of seed, now, got 7'],
])('optionsProblem(%j) is %s', (options, expected) => {
  expect(optionsProblem(options, ['seed', 'now'])).toBe(expected)
})
