import { expect, it } from 'vitest'
import { matchesText } from './text-search.ts'

it.each([
  [undefined, true],
  [' ', true],
  ['CRUCE', true],
  ['u-0', true],
  ['nada', false],
  ['🚗', false],
  ['--', false],
  ['x'.repeat(400), false],
])('matchesText(%j) is %s', (query, expected) => {
  expect(matchesText(query, 'Chevrolet Crucé', null, 'U-0001')).toBe(expected)
})
