import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import type { ClauseResult } from '../../src/kit/runner/clause-run.ts'
import { wrongServers } from './index.ts'
import { runClausesAgainst } from './support/wrong-server.ts'
import { wrongServerTable } from './table.ts'
import { caughtBy, firstWrongServers, resultOf } from './wrong-runs.ts'

/**
 * Every clause holds for the sandbox, and fails on the first of the wrong servers that it must catch; on the
 * others in `further-mutants.test.ts`.
 */

const HOLDING = ['passed', 'observed', 'warned']

const sectionOf = (id: string): string => id.split('/')[0] ?? ''

const sectionRuns = new Map<string, Promise<ClauseResult[]>>()

const onSandbox = (id: string): Promise<ClauseResult> => {
  const section = sectionOf(id)
  const run =
    sectionRuns.get(section) ?? runClausesAgainst(clauses.filter((entry) => sectionOf(entry.id) === section))
  sectionRuns.set(section, run)
  return resultOf(run, id)
}

it.each(clauses.map(({ id }) => id))('%s holds for the sandbox', async (id) => {
  const result = await onSandbox(id)
  expect(result.violation ?? result.reason ?? result.verdict).toSatisfy((found: unknown) =>
    HOLDING.includes(String(found)),
  )
})

// Concurrent, because wrong servers of deliveries mostly wait.
it.concurrent.each(firstWrongServers)('%s catches: %s', caughtBy, 60_000)

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
