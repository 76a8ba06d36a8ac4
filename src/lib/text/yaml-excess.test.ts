import { expect, test } from 'vitest'
import { yamlExcess } from './yaml-excess.ts'

test.each([
  ['brackets', '['],
  ['braces', '{a: '],
  ['lists in one line', '- '],
  ['explicit keys', '? '],
])('%s nest too deep when there are thousands', (_, open) => {
  expect(yamlExcess(open.repeat(20_000))).toBe('that nests less deep')
  expect(yamlExcess(open.repeat(90))).toBeUndefined()
})

test('maps in lines nest too deep when each is indented further', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`)
  expect(yamlExcess(lines.join('\n'))).toBe('that nests less deep')
  expect(yamlExcess(lines.slice(0, 90).join('\n'))).toBeUndefined()
})

test('brackets in texts do not count', () => {
  expect(yamlExcess(`a: "${'['.repeat(1_000)}"\nb: |\n  ${'['.repeat(1_000)}\n`)).toBeUndefined()
})

test.each([
  ['in lines', '', (name: string) => `${name}: &${name} x\n`],
  ['in braces', '{', (name: string) => `"${name}":1,`],
])('maps %s have a bound, since names are compared with each other', (_, open, member) => {
  const members = (count: number) => open + Array.from({ length: count }, (_, i) => member(`a${i}`)).join('')
  expect(yamlExcess(members(100_000))).toBe('with at most 5000 members in a map')
  expect(yamlExcess(members(4_000))).toBeUndefined()
})
