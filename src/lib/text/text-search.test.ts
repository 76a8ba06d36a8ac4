import { expect, it } from 'vitest'
import { normalizeText } from './fuzzy-text.ts'
import { textMatcher } from './text-search.ts'

it.each([
  [undefined, true],
  [' ', true],
  ['CRUCE', true],
  ['u-0', true],
  ['nada', false],
  ['🚗', false],
  ['--', false],
  ['x'.repeat(400), false],
])('textMatcher(%j) is %s', (query, expected) => {
  expect(textMatcher(query)('Chevrolet Crucé', null, 'U-0001')).toBe(expected)
})

it('a quick decision equals that of a comparison of the whole texts', () => {
  const texts = [
    'Citroën C4-Cactus 1,6',
    'VW Gol 1.6 MSI',
    'GOL',
    'g.o.l',
    'U-0001',
    'ﬁat ½',
    'İ',
    '',
    'á'.repeat(400),
  ]
  const queries = [
    'citroen',
    'c4 cactus',
    '1,6',
    '1.6',
    '6',
    'gol 1',
    'GOL',
    'g o l',
    'u 0',
    'u0',
    'fi',
    '½',
    'i',
    'İ',
    'K',
  ]
  for (const query of queries) {
    const matches = textMatcher(query)
    for (const text of [...texts, ...texts])
      expect([query, text, matches(text)]).toEqual([
        query,
        text,
        normalizeText(text).includes(normalizeText(query)),
      ])
  }
})
