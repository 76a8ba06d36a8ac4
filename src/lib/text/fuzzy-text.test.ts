import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'
import {
  differingLetters,
  letterBitset,
  normalizeText,
  phoneticKey,
  tokenize,
  typosBetween,
} from './fuzzy-text.ts'

it('accents, case and punctuation are ignored, and a decimal number is one word', () => {
  expect(tokenize('Citroën C4-CACTUS 1,6 (usado)')).toEqual(['citroen', 'c4', 'cactus', '1.6', 'usado'])
  expect(normalizeText('  Mercedes-Benz ')).toBe('mercedes benz')
  expect(tokenize('T-Cross')).toEqual(tokenize('t cross'))
})

it('a text over 300 characters has no words', () => {
  expect(tokenize('gol '.repeat(75))).toHaveLength(75)
  expect(tokenize('gol '.repeat(76))).toEqual([])
})

it('an insertion, a deletion, a replacement and a swap are one edit each', () => {
  expect(
    ['corolla', 'coroolla', 'corola', 'corulla', 'croolla'].map((word) => editDistance(word, 'corolla', 2)),
  ).toEqual([0, 1, 1, 1, 1])
  expect(editDistance('peugeot', 'renault', 2)).toBeNull()
})

it('short words and words with digits have no typos', () => {
  expect([typosBetween('fox', 'fix'), typosBetween('2008', '3008'), typosBetween('c4c4', 'c4c3')]).toEqual([
    null,
    null,
    null,
  ])
  expect(typosBetween('2008', '2008')).toBe(0)
})

it('words that sound the same in Spanish have the same phonetic key', () => {
  const pairs = [
    ['chebrolet', 'chevrolet'],
    ['cruce', 'cruze'],
    ['corola', 'corolla'],
    ['sitroen', 'citroen'],
    ['kangu', 'cangu'],
  ]
  for (const [a = '', b = ''] of pairs) expect(phoneticKey(a)).toBe(phoneticKey(b))
  expect(phoneticKey('gol')).not.toBe(phoneticKey('polo'))
})

it('the distance is the same both ways, and letters never differ by more than two for each edit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const edits = editDistance(a, b, 7)
      expect(editDistance(b, a, 7)).toBe(edits)
      expect(differingLetters(letterBitset(a), letterBitset(b))).toBeLessThanOrEqual(2 * (edits ?? 7))
    }),
    { seed: 1 },
  )
})

it('any text can be tokenized', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }), (units) => {
      const text = String.fromCharCode(...units)
      expect(tokenize(text).join(' ')).toMatch(/^(( |^)(\d+\.\d+|[\p{L}\p{N}]+))*$/u)
    }),
    { seed: 2 },
  )
})
