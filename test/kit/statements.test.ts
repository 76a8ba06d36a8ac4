import { expect, it } from 'vitest'
import { clauses, statements } from '../../src/cli/entries/kit-entry.ts'
import { allStatements } from '../coverage/statements.ts'

it('the statements are those of the description, each with a sentence', () => {
  expect(statements.map(({ id }) => id)).toEqual(allStatements())
  for (const { sentence } of statements) expect(sentence).toMatch(/^[A-Z/].{10,}\.$/)
})

it('every statement has a clause that holds a service to it, or a recorded reason why none can', () => {
  const cited = new Set(clauses.flatMap((entry) => entry.statements))
  expect(
    statements
      .filter(({ id, unobservable }) => !cited.has(id) && unobservable === undefined)
      .map(({ id }) => id),
  ).toEqual([])
})

it('no statement has a reason that a clause disproves', () => {
  const cited = new Set(clauses.flatMap((entry) => entry.statements))
  expect(
    statements
      .filter(({ id, unobservable }) => cited.has(id) && unobservable !== undefined)
      .map(({ id }) => id),
  ).toEqual([])
})

it('every clause cites statements that exist, unless it only advises', () => {
  const known = new Set(statements.map(({ id }) => id))
  expect(
    clauses
      .filter(({ advice }) => advice === undefined)
      .filter((entry) => entry.statements.length === 0 || entry.statements.some((id) => !known.has(id)))
      .map(({ id }) => id),
  ).toEqual([])
})
