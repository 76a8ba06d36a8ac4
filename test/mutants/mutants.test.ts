import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { wrongServers } from './index.ts'
import { clausesOfCompany } from './support/clauses-of-company.ts'
import { wrongServerTable } from './table.ts'
import { caughtBy, firstWrongServers, holdsFor } from './wrong-runs.ts'

/**
 * Of each rule, one clause fails on the first of the wrong servers that it must catch; the other clauses, and
 * all other wrong servers, are in `further-mutants.test.ts`. That each holds for the sandbox
 * `test/kit/check.test.ts` shows for all but those here, and `sandbox.test.ts` for each alone.
 */

it.each(clausesOfCompany.map(({ id }) => id))('%s holds for the sandbox', async (id) => {
  await holdsFor(clausesOfCompany, id)
})

// Concurrent, because wrong servers of deliveries mostly wait.
it.concurrent.each(firstWrongServers)('%s catches: %s', caughtBy)

it('every clause has a wrong server that it catches', () => {
  const caught = new Set(wrongServers.map(({ clause }) => clause))
  expect(clauses.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([])
})

it('ids are addresses made of words, each used once', () => {
  const ids = clauses.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/)
})

it('the committed table of clauses and wrong servers is up to date', () => {
  const committed = readFileSync(new URL('../../contracts/mutants.md', import.meta.url), 'utf8')
  expect(committed === wrongServerTable(), 'run npm run mutants').toBe(true)
})
