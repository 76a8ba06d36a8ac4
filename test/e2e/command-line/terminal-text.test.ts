import { expect, it } from 'vitest'
import { columns, lines, oneLine, padded, widthOf } from '../../../src/cli/support/terminal-text.ts'

it.each([
  ['Nunez', 5],
  ['Núñez', 5],
  ['Nu\u0301n\u0303ez', 5],
  ['\u001b[31mrojo\u001b[0m', 4],
  ['🚗 auto', 7],
  ['漢字', 4],
  ['👨‍👩‍👧', 2],
  ['', 0],
])('%j takes %i cells', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

it('columns are aligned whatever letters and colours they contain', () => {
  const rows = [
    ['Núñez', 'a', 'x'],
    ['Nu\u0301n\u0303ez', '\u001b[31mb\u001b[0m', 'y'],
    ['Al', 'ccc', 'z'],
  ]
  const starts = columns(rows)
    .split('\n')
    .map((line) => widthOf(line.slice(0, -1)))
  expect(starts).toEqual([12, 12, 12])
  expect(columns([['a', ''], ['b']], '  ')).toBe('  a\n  b')
  expect(padded('ñu', 4, 'left')).toBe('  ñu')
})

it('texts of others neither move the cursor nor begin a line', () => {
  expect(oneLine('a\u001b[2Jb\u0007c\nd\te\u202ef')).toBe('a?[2Jb?c d?e?f')
  expect(lines('{\r\n\t"a": "\u001b]0;x"\n}')).toEqual(['{', '  "a": "?]0;x"', '}'])
  expect(oneLine('Señor Ñandú, 10 €')).toBe('Señor Ñandú, 10 €')
})
