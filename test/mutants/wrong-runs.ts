import { expect } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { type Clause, ruleOf } from '../../src/kit/runner/clause.ts'
import type { ClauseResult } from '../../src/kit/runner/clause-run.ts'
import { wrongServers } from './index.ts'
import { runClausesAgainst, type WrongServer } from './support/wrong-server.ts'

/** A test of a wrong server: the id of its clause, its mistake, itself. */
type WrongServerCase = readonly [clause: string, name: string, server: WrongServer]

const caseOf = (server: WrongServer): WrongServerCase => [server.clause, server.name, server]

const rules = new Map(clauses.map((entry) => [entry.id, ruleOf(entry)]))

/** The first wrong server of each rule, by the rule. */
const firstOfRules = new Map(wrongServers.toReversed().map((server) => [rules.get(server.clause), server]))

const isFirst = (server: WrongServer): boolean => firstOfRules.get(rules.get(server.clause)) === server

/** The first wrong server of each rule. */
export const firstWrongServers = wrongServers.filter(isFirst).map(caseOf)

/** All wrong servers but the first of each rule. */
export const furtherWrongServers = wrongServers.filter((server) => !isFirst(server)).map(caseOf)

/** Runs by wrong server: clauses that share one are run against it together. */
const runs = new Map<WrongServer['serve'], Promise<ClauseResult[]>>()

/** Finds the result of a clause in a run. */
const resultOf = async (run: Promise<ClauseResult[]>, id: string): Promise<ClauseResult> => {
  const result = (await run).find(({ clause }) => clause.id === id)
  if (!result) throw new Error(`there is no clause ${id}`)
  return result
}

/** Expects the clause of a wrong server to fail on it; one that advises never fails a service. */
export const caughtBy = async (...[, , server]: WrongServerCase): Promise<void> => {
  const expecting = wrongServers.filter(({ serve }) => serve === server.serve).map(({ clause }) => clause)
  const run =
    runs.get(server.serve) ??
    runClausesAgainst(
      clauses.filter(({ id }) => expecting.includes(id)),
      // Wrong servers work at once, unless they declare a delay.
      { lateWorkMs: 0, ...server },
    )
  runs.set(server.serve, run)
  const { clause, reason, verdict } = await resultOf(run, server.clause)
  expect(reason ?? verdict).toBe(clause.advice === undefined ? 'failed' : 'advised')
}

const HOLDING = ['passed', 'observed', 'warned']

const sectionOf = ({ id }: Pick<Clause, 'id'>): string => id.split('/')[0] ?? ''

/** Runs on the sandbox by section. */
const sectionRuns = new Map<string, Promise<ClauseResult[]>>()

/** Expects a clause to hold for the sandbox; those of `among` in the same section run in one session. */
export const holdsFor = async (among: readonly Clause[], id: string): Promise<void> => {
  const section = sectionOf({ id })
  const run =
    sectionRuns.get(section) ??
    runClausesAgainst(
      among.filter((entry) => sectionOf(entry) === section),
      // The settings of the demo may have a secret.
      { touchesWebhooks: true },
    )
  sectionRuns.set(section, run)
  const result = await resultOf(run, id)
  expect(result.violation ?? result.reason ?? result.verdict).toSatisfy((found: unknown) =>
    HOLDING.includes(String(found)),
  )
}
