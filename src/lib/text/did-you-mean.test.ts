import { expect, it } from 'vitest'
import { closestWords } from './did-you-mean.ts'
import { editDistance } from './edit-distance.ts'

it('the distance counts added, dropped, changed and swapped letters', () => {
  expect(editDistance('brand', 'brand', 9)).toBe(0)
  expect(editDistance('brand', 'brands', 9)).toBe(1)
  expect(editDistance('brand', 'rand', 9)).toBe(1)
  expect(editDistance('brand', 'grand', 9)).toBe(1)
  expect(editDistance('brand', 'barnd', 9)).toBe(1)
  expect(editDistance('', 'abc', 9)).toBe(3)
  expect(editDistance('abc', '', 9)).toBe(3)
  expect(editDistance('kitten', 'sitting', 9)).toBe(3)
})

it('similar words come closest first, at most `max`', () => {
  expect(closestWords('serv', ['serve', 'server', 'check', 'send'])).toEqual(['serve'])
  expect(closestWords('clocks', ['blocks', 'clock', 'clicks', 'cloaks', 'check'], 2)).toEqual([
    'blocks',
    'clock',
  ])
})

it('case is ignored', () => {
  expect(closestWords('SERVE', ['serve'])).toEqual(['serve'])
})

it('without a similar word the result is empty', () => {
  expect(closestWords('zebra', ['serve', 'check'])).toEqual([])
})

it('a word over 100 characters has no candidates', () => {
  expect(closestWords('a'.repeat(100), ['a'.repeat(99)])).toEqual(['a'.repeat(99)])
  expect(closestWords('a'.repeat(101), ['a'.repeat(101)])).toEqual([])
})
