import { expect, it } from 'vitest'
import { jsonProblem } from './json-problem.ts'

it.each([
  ['{"Importe":Infinity}', 'no JSON: Infinity at position 11, in {"Importe":Infinity}'],
  ['[1,NaN]', 'no JSON: NaN at position 3, in [1,NaN]'],
  ["{'a':1}", "no JSON: ' at position 1, in {'a':1}"],
  ['{"a":1,}', 'no JSON: } at position 7, in {"a":1,}'],
  ['{"a":"x\ty"}', 'no JSON: \t at position 7, in {"a":"x\ty"}'],
  ['{"a":[1,2', 'JSON that breaks off after 9 characters, with {"a":[1,2'],
])('%s is not JSON, and the place is named', (body, problem) => {
  expect(jsonProblem(body)).toBe(problem)
})

it.each(['{"a":1e2}', '[]', 'not found', ''])('%s has no such place', (body) => {
  expect(jsonProblem(body)).toBeUndefined()
})
