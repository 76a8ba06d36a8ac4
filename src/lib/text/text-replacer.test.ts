import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textReplacer } from './text-replacer.ts'

it('replaces like a pattern of all texts, the longest first', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '\ud83d'), minLength: 2, maxLength: 6 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '\ud83d', 'x'), maxLength: 40 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), text, (known, given) => {
      const longest = [...known].sort((a, b) => b.length - a.length)
      const expected = given.replace(
        new RegExp(longest.join('|'), 'g'),
        (found) => `<${known.indexOf(found)}>`,
      )
      expect(textReplacer(new Map(known.map((one, i) => [one, `<${i}>`])))(given)).toBe(expected)
    }),
    { seed: 7, numRuns: 2_000 },
  )
})

it('replaces nothing without known texts, and nothing inside of replacements', () => {
  expect(textReplacer(new Map())('abc')).toBe('abc')
  expect(textReplacer(new Map([['ab', 'abab']]))('xabab')).toBe('xabababab')
})
