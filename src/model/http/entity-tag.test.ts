import { expect, it } from 'vitest'
import { defaultProfile, withOptions } from '../../api/assumptions/profile.ts'
import { entityTagHeader, ifMatchApplies, ifNoneMatchApplies } from './entity-tag.ts'

const CURRENT = '"abc"'

it.each([
  ['"abc"', true],
  ['  "abc"  ', true],
  ['"x", "abc"', true],
  ['"x","abc","y"', true],
  ['*', true],
  [' * ', true],
  ['"a,b", "abc"', true],
  ['W/"abc"', false],
  ['"x"', false],
  ['', false],
  ['abc', false],
  ['"abc', false],
  ['abc"', false],
  ["'abc'", false],
  ['"ABC"', false],
  ['x"abc"', false],
  ['w/"abc"', false],
  ['"abc"x', false],
  ['"a", *', false],
  [',,,', false],
  ['"x,"abc"', false],
])('PUB-34: If-Match %s matches a strong tag: %s', (header, hit) => {
  expect(ifMatchApplies(header, CURRENT, defaultProfile)).toBe(hit)
})

it.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc"', true],
  ['*', true],
  ['w/"abc"', false],
  ['"x"', false],
  ['', false],
  ['abc', false],
  ['"abc', false],
])('If-None-Match %s compares weakly: %s', (header, hit) => {
  expect(ifNoneMatchApplies(header, CURRENT)).toBe(hit)
})

it('publications/etag-strength=weak: a service with only weak tags accepts them in If-Match', () => {
  const weak = entityTagHeader(
    'abc',
    withOptions(defaultProfile, { 'publications/etag-strength': 'weak' }, 'given'),
  )
  expect(weak).toBe('W/"abc"')
  expect(ifMatchApplies('W/"abc"', weak, defaultProfile)).toBe(true)
  expect(ifMatchApplies('"x"', weak, defaultProfile)).toBe(false)
  expect(ifMatchApplies('"abc"', weak, defaultProfile)).toBe(false)
})

it('an entity tag is quoted and strong by default', () => {
  expect(entityTagHeader('abc', defaultProfile)).toBe('"abc"')
})
