import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { wrongServers } from './index.ts'
import { runClauseAgainst } from './wrong-server.ts'
import { wrongServerTable } from './table.ts'

const GOOD = ['passed', 'observed', 'warned']

it.each(clauses.map((clause) => [clause.id, clause] as const))('%s holds for the sandbox', async (_, clause) => {
  const result = await runClauseAgainst(clause)
  expect(result.violation ?? result.reason ?? result.verdict).toSatisfy((said: unknown) => GOOD.includes(String(said)))
})

it.each(wrongServers.map((mutant) => [mutant.clause, mutant.name, mutant] as const))(
  '%s catches: %s',
  async (id, _, mutant) => {
    const clause = clauses.find((entry) => entry.id === id)
    if (!clause) throw new Error(`there is no clause ${id}`)
    const result = await runClauseAgainst(clause, mutant)
    expect(result.reason ?? result.verdict).toBe('failed')
  },
)

it('every clause has a wrong server that it catches', () => {
  const caught = new Set(wrongServers.map((mutant) => mutant.clause))
  expect(clauses.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([])
})

it('ids are addresses made of words, each used once', () => {
  const ids = clauses.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/)
})

it('the committed table of clauses and wrong servers is the one of today', () => {
  const committed = readFileSync(new URL('../../contracts/mutants.md', import.meta.url), 'utf8')
  expect(committed === wrongServerTable(), 'run npm run mutants').toBe(true)
})
