import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import type { ClauseResult } from '../../src/kit/runner/clause-run.ts'
import { wrongServers } from './index.ts'
import { wrongServerTable } from './table.ts'
import { runClausesAgainst, type WrongServer } from './wrong-server.ts'

/** Every clause holds for the sandbox, and fails on the wrong servers that it must catch. */

const HOLDING = ['passed', 'observed', 'warned']

const sectionOf = (id: string): string => id.split('/')[0] ?? ''

/** Runs by section, and by wrong server: clauses that share one are run against it together. */
const sectionRuns = new Map<string, Promise<ClauseResult[]>>()
const wrongServerRuns = new Map<WrongServer['serve'], Promise<ClauseResult[]>>()

const resultOf = async (run: Promise<ClauseResult[]>, id: string): Promise<ClauseResult> => {
  const result = (await run).find(({ clause }) => clause.id === id)
  if (!result) throw new Error(`there is no clause ${id}`)
  return result
}

const onSandbox = (id: string): Promise<ClauseResult> => {
  const section = sectionOf(id)
  const run =
    sectionRuns.get(section) ?? runClausesAgainst(clauses.filter((entry) => sectionOf(entry.id) === section))
  sectionRuns.set(section, run)
  return resultOf(run, id)
}

const onWrongServer = (server: WrongServer): Promise<ClauseResult> => {
  const expecting = wrongServers.filter(({ serve }) => serve === server.serve).map(({ clause }) => clause)
  const run =
    wrongServerRuns.get(server.serve) ??
    runClausesAgainst(
      clauses.filter(({ id }) => expecting.includes(id)),
      server,
    )
  wrongServerRuns.set(server.serve, run)
  return resultOf(run, server.clause)
}

it.each(clauses.map(({ id }) => id))('%s holds for the sandbox', async (id) => {
  const result = await onSandbox(id)
  expect(result.violation ?? result.reason ?? result.verdict).toSatisfy((found: unknown) =>
    HOLDING.includes(String(found)),
  )
})

// Concurrent, because wrong servers of deliveries mostly wait.
it.concurrent.each(wrongServers.map((server) => [server.clause, server.name, server] as const))(
  '%s catches: %s',
  async (_clause, _name, server) => {
    const result = await onWrongServer(server)
    // A clause that advises never fails a service.
    const expected = result.clause.advice === undefined ? 'failed' : 'advised'
    expect(result.reason ?? result.verdict).toBe(expected)
  },
  // They start together, and wait for each other's processor.
  60_000,
)

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
