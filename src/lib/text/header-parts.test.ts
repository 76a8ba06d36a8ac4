import { expect, it } from 'vitest'
import { headerParts } from './header-parts.ts'

it.each([
  ['a, b', ['a', ' b']],
  ['a;p="x,y", b', ['a;p="x,y"', ' b']],
  ['a;p="x\\",y",b', ['a;p="x\\",y"', 'b']],
  ['a;p="x,y', ['a;p="x', 'y']],
  ['', ['']],
  ['"",', ['""', '']],
])('%s has the parts %j', (value, parts) => expect(headerParts(value, ',')).toEqual(parts))

it('semicolons inside quotes separate nothing', () =>
  expect(headerParts('application/json;v="a;charset=latin1";charset="utf-8"', ';')).toEqual([
    'application/json',
    'v="a;charset=latin1"',
    'charset="utf-8"',
  ]))
