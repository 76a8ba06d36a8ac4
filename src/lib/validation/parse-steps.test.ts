import { expect, it } from 'vitest'
import * as z from 'zod'
import { ScenarioFile } from '../../sandbox/scenarios/schema/scenario-schema.ts'
import { atOnce } from '../collections/steps.ts'
import { parseSteps } from './parse-steps.ts'

const Item = z
  .strictObject({
    name: z.string(),
    sizes: z.array(z.int()).min(1).default([1]),
    of: z.string().nullable().optional(),
  })
  .check(({ value, issues }) => {
    if (value.name === 'bad')
      issues.push({ code: 'custom', path: ['name'], message: 'expected good', input: value })
  })
const Whole = z
  .strictObject({
    items: z.array(Item).min(1).max(900).optional(),
    others: z.array(z.union([z.int(), z.strictObject({ a: z.string() })])).default([]),
    title: z.string(),
  })
  .describe('whole')

const good = Array.from({ length: 300 }, (_, i) => ({ name: `n${i}`, of: null }))
const many = Array.from({ length: 2_000 }, (_, i) => i)

it.each([
  ['what is good', { items: good, others: [...many, { a: 'x' }], title: 'x' }],
  ['an absent member', { others: many }],
  ['a wrong item', { items: [...good, { name: 1, of: 2, more: 3, sizes: [] }], title: 'x', more: many }],
  ['what an item demands', { items: [...good, { name: 'bad', sizes: many }], title: 'x' }],
  ['a long list', { items: [...good, ...good, ...good, ...good], title: 'x' }],
  ['an empty list', { items: [], others: many, title: 'x' }],
  ['another type', many],
  ['a text for a list', { items: 'x', others: many, title: 1 }],
  ['no alternative', { others: [...many, many], title: 'x' }],
])('%s is parsed as at once', (_, value) => {
  const { success, data, error } = Whole.safeParse(value)
  expect(atOnce(parseSteps(Whole, value))).toEqual(
    success ? { success, data } : { success, issues: issuesOf(error) },
  )
})

/** The texts of alternatives are not shown. */
const issuesOf = (error: z.ZodError) =>
  error.issues.map((issue) => expect.objectContaining({ code: issue.code, path: issue.path }))

it('it ends after the first thousand issues', () => {
  const value = { agencies: Array.from({ length: 50_000 }, () => ({})) }
  const parsed = atOnce(parseSteps(ScenarioFile, value))
  expect(parsed.success || parsed.issues.length).toBeLessThan(1_100)
})

it('a large value takes many steps', () => {
  let steps = 0
  const parsing = parseSteps(Whole, { items: good, others: many, title: 'x' })
  while (!parsing.next().done) steps += 1
  expect(steps).toBeGreaterThan(2_000)
})
