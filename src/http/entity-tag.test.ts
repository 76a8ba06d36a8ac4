import { expect, test } from 'vitest'
import { choose, defaultProfile } from '../assumptions/profile.ts'
import { entityTag, matchHits, noneMatchHits } from './entity-tag.ts'

const CURRENT = '"abc"'

test.each([
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
])('If-Match: %s against a strong tag: %s', (header, hit) => {
  expect(matchHits(header, CURRENT)).toBe(hit)
})

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc"', true],
  ['*', true],
  ['w/"abc"', false],
  ['"x"', false],
  ['', false],
  ['abc', false],
  ['"abc', false],
])('If-None-Match: %s compares weakly: %s', (header, hit) => {
  expect(noneMatchHits(header, CURRENT)).toBe(hit)
})

test('publications/etag-strength=weak: a service with weak tags alone accepts them in If-Match', () => {
  const weak = entityTag('abc', choose(defaultProfile, { 'publications/etag-strength': 'weak' }, 'given'))
  expect(weak).toBe('W/"abc"')
  expect(matchHits('W/"abc"', weak)).toBe(true)
  expect(matchHits('"x"', weak)).toBe(false)
})

test('an entity tag is quoted and strong by default', () => {
  expect(entityTag('abc', defaultProfile)).toBe('"abc"')
})
