import type { ReportedClause } from './report.ts'

/** The clauses of a report by section, in their order. */
export const bySection = (clauses: readonly ReportedClause[]): ReadonlyMap<string, readonly ReportedClause[]> => {
  const out = new Map<string, ReportedClause[]>()
  for (const entry of clauses) out.set(entry.section, [...(out.get(entry.section) ?? []), entry])
  return out
}
