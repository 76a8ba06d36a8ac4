import { type Statement, statements } from '../../api/statements/statements.ts'
import type { Clause } from '../../kit/runner/clause.ts'
import type { ClauseResult } from '../../kit/runner/clause-run.ts'
import { selectClauses } from '../../kit/runner/clause-selection.ts'
import type { Coverage, MissingCoverage } from './schema.ts'

/** Returns which statements of the description the run exercised, and why it did not exercise the others. */
export const coverageOf = (clauses: readonly Clause[], results: readonly ClauseResult[]): Coverage => {
  const all = statements.map((statement) => statementCoverage(statement, clauses, results))
  return { exercised: all.filter(({ exercised }) => exercised).length, of: all.length, statements: all }
}

const statementCoverage = (
  { id, unobservable }: Statement,
  clauses: readonly Clause[],
  results: readonly ClauseResult[],
): Coverage['statements'][number] => {
  const citing = results.filter(({ clause }) => clause.statements.includes(id))
  const exercised = citing.some(({ verdict }) => verdict !== 'skipped' && verdict !== 'broken')
  return { id, exercised, reason: exercised ? null : (unobservable ?? reasonOf(id, clauses, citing)) }
}

const reasonOf = (id: string, clauses: readonly Clause[], citing: readonly ClauseResult[]): string => {
  if (!clauses.some((clause) => clause.statements.includes(id))) return 'no clause can observe it'
  const counts = new Map<string, number>()
  for (const { reason = 'the kit itself failed' } of citing) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 'no clause about it was run'
}

/**
 * Returns the statements and clauses of the required areas that the run did not exercise. An area is a
 * clause, a section or a statement; a clause means itself, the others the statements that are cited
 * there.
 */
export const missingCoverage = (
  clauses: readonly Clause[],
  results: readonly ClauseResult[],
  required: readonly string[],
): MissingCoverage[] => {
  const byStatement = new Map(coverageOf(clauses, results).statements.map((entry) => [entry.id, entry]))
  const missing = required.flatMap((area): MissingCoverage[] => {
    if (clauses.some(({ id }) => id === area)) return missingClause(area, results)
    const statement = area.toUpperCase()
    const cited = byStatement.has(statement)
      ? [statement]
      : selectClauses(clauses, [area]).flatMap((clause) => clause.statements)
    return [...new Set(cited)].flatMap((id) => {
      const entry = byStatement.get(id)
      return entry && !entry.exercised ? [{ area, id, reason: entry.reason ?? '' }] : []
    })
  })
  return missing
}

const missingClause = (id: string, results: readonly ClauseResult[]): MissingCoverage[] => {
  const result = results.find(({ clause }) => clause.id === id)
  if (result && result.verdict !== 'skipped' && result.verdict !== 'broken') return []
  return [{ area: id, id, reason: result?.reason ?? 'it was not run' }]
}
