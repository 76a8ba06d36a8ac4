import { expect, it } from 'vitest'
import { foldedWords, foldText } from './folded-text.ts'

it('folds case and accents', () => {
  expect(foldText('CITROËN Niño')).toBe('citroen nino')
})

it('finds words and numbers, and none in an absent value', () => {
  expect(foldedWords('Gol Trend 1.6, Edición-2018')).toEqual(['gol', 'trend', '1', '6', 'edicion', '2018'])
  expect([foldedWords(null), foldedWords(undefined), foldedWords('')]).toEqual([[], [], []])
})
