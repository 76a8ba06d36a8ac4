import { expect, test } from 'vitest'
import { isYamlNestedTooDeep } from './yaml-nesting.ts'

test.each([
  ['brackets', '['],
  ['braces', '{a: '],
  ['lists in one line', '- '],
  ['explicit keys', '? '],
])('%s nest too deep when there are thousands', (_, open) => {
  expect(isYamlNestedTooDeep(open.repeat(20_000))).toBe(true)
  expect(isYamlNestedTooDeep(open.repeat(90))).toBe(false)
})

test('maps in lines nest too deep when each is indented further', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`)
  expect(isYamlNestedTooDeep(lines.join('\n'))).toBe(true)
  expect(isYamlNestedTooDeep(lines.slice(0, 90).join('\n'))).toBe(false)
})

test('brackets in texts do not count', () => {
  expect(isYamlNestedTooDeep(`a: "${'['.repeat(1_000)}"\nb: |\n  ${'['.repeat(1_000)}\n`)).toBe(false)
})
