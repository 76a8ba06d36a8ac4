import { expect, it } from 'vitest'
import { isNestedTooDeep, MAX_JSON_DEPTH } from './json-nesting.ts'

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

it('JSON of the deepest nesting passes, one level more does not', () => {
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
  expect(isNestedTooDeep(`[${nested(MAX_JSON_DEPTH)}]`)).toBe(true)
  expect(isNestedTooDeep('['.repeat(1_000_000))).toBe(true)
})

it('brackets side by side, and those inside texts, nest nothing', () => {
  expect(isNestedTooDeep(`[${'[],'.repeat(1_000)}[]]`)).toBe(false)
  expect(isNestedTooDeep(JSON.stringify({ a: `\\"${'['.repeat(1_000)}\\` }))).toBe(false)
  expect(isNestedTooDeep(`{"a\\\\": ${'['.repeat(1_000)}`)).toBe(true)
})
