import { expect, it } from 'vitest'
import * as z from 'zod'
import { schemaIssues } from './schema-issues.ts'

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const read = schema.safeParse(value)
  return read.success ? [] : schemaIssues(schema, value, read.error.issues)
}

it('the first 1,000 issues are described', () => {
  const numbers = Array.from({ length: 5_000 }, (_, i) => String(i))
  expect(issuesOf(z.array(z.number()), numbers)).toHaveLength(1_000)
  const unknown = Object.fromEntries(numbers.map((name) => [`x${name}`, 1]))
  expect(issuesOf(z.strictObject({}), unknown)).toHaveLength(1_000)
})

it('of many unknown members the first five are asked about, and long names are shown cut', () => {
  const value = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((i) => [`colou${i}`, 1]))
  const sentences = issuesOf(z.strictObject({ colour: z.int().optional() }), value).map(([, text]) => text)
  expect(sentences.map((text) => text.includes('did you mean colour?'))).toEqual([
    ...Array(5).fill(true),
    ...Array(2).fill(false),
  ])
  const [[path, sentence] = []] = issuesOf(z.strictObject({}), { ['a'.repeat(100_000)]: 1 })
  expect([String(path).length, sentence?.length]).toEqual([103, 'expected one of , got '.length + 103])
})

it('a large value is shown by its beginning', () => {
  const [[, sentence] = []] = issuesOf(z.number(), { a: [1, 2, { b: 'x'.repeat(1_000_000) }] })
  expect(sentence).toBe(`expected a number, got {"a":[1,2,{"b":"${'x'.repeat(44)}...`)
})
