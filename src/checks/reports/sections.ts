import type { Report, ReportedClause } from './schema.ts'

/** Groups the clauses of a report by section and keeps their order. */
export const bySection = (
  clauses: readonly ReportedClause[],
): ReadonlyMap<string, readonly ReportedClause[]> => {
  const out = new Map<string, ReportedClause[]>()
  for (const entry of clauses) out.set(entry.section, [...(out.get(entry.section) ?? []), entry])
  return out
}

/** Counts skipped clauses by reason, the most frequent reason first. */
export const skipReasons = (clauses: readonly ReportedClause[]): [reason: string, count: number][] => {
  const out = new Map<string, number>()
  for (const { verdict, reason } of clauses)
    if (verdict === 'skipped') out.set(reason ?? '', (out.get(reason ?? '') ?? 0) + 1)
  return [...out].sort(([, a], [, b]) => b - a)
}

/** Returns the result of the run as one sentence. */
export const conclusion = (report: Report): string => {
  const { exitCode, stopped, summary, missingCoverage, noCreate } = report
  if (exitCode === 130) return 'Interrupted.'
  if (stopped !== null) return stopped
  if (exitCode === 0) return conforms(report)
  if (exitCode === 4) return noCreate ?? 'Nothing meaningful could be checked.'
  if (exitCode === 5) return 'Nothing fails, but a waiver is at fault.'
  if (summary.failed + summary.broken > 0 || missingCoverage.length === 0)
    return report.cutShort
      ? 'Does not conform; the run ended early, so other failures may follow.'
      : 'Does not conform.'
  const ids = [...new Set(missingCoverage.map(({ id }) => id))]
  return `Nothing failed, but ${ids.length} of what --require names was not exercised: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', ...' : ''}.`
}

/** A run that skips more than this part of its clauses does not report that a service conforms. */
const MAX_SKIPPED_SHARE = 0.1

const conforms = ({ summary: { waived, known, skipped }, clauses, rules }: Report): string => {
  const { length } = clauses
  if (rules.findings.length > 0) return 'Every clause holds, but responses break a rule.'
  if (skipped > MAX_SKIPPED_SHARE * length)
    return `Nothing fails, but coverage is too low to say that it conforms: ${skipped} of ${length} clauses were skipped.`
  if (known > 0)
    return `Nothing new fails; ${known} of the baseline's failures ${known === 1 ? 'is' : 'are'} left.`
  if (waived > 0) return 'Conforms, except for waived failures.'
  const hasPhotos = !clauses.some(
    ({ verdict, reason }) => verdict === 'skipped' && reason?.includes('--photo'),
  )
  return hasPhotos
    ? 'Conforms.'
    : 'Conforms, but no used car was created: the service does not take the photos; --photo URL gives others.'
}

/** Returns the counts that are not zero. */
export const nonZeroCounts = (summary: Report['summary']): [name: string, count: number][] =>
  Object.entries(summary).filter(([, count]) => count > 0)

/** Returns a failure as one sentence. */
export const failureSentence = ({ violation, reason }: ReportedClause): string =>
  violation
    ? `expected ${violation.expected}, got ${violation.got}`
    : `the kit itself failed: ${reason ?? ''}`

/** Returns what the run advises, as sentences by clause. */
export const adviceIn = ({ clauses }: Report): { readonly id: string; readonly sentence: string }[] =>
  clauses
    .filter(({ verdict }) => verdict === 'advised')
    .map((entry) => ({
      id: entry.id,
      sentence: `${entry.title} (${entry.advice}): ${failureSentence(entry)}`,
    }))

/** Returns how much of the description was exercised, as one sentence. */
export const coverageSentence = ({ coverage }: Report): string =>
  `${coverage.exercised} of ${coverage.of} statements were exercised.`

/**
 * Maximum number of statements that a report lists; of more, it shows the first ones and the number of
 * others.
 */
const MAX_IDS = 20

/** Groups the statements that were not exercised by the reason, the largest group first. */
export const unexercised = ({ coverage }: Report): [reason: string, ids: readonly string[]][] => {
  const out = new Map<string, string[]>()
  for (const { id, exercised, reason } of coverage.statements)
    if (!exercised) out.set(reason ?? '', [...(out.get(reason ?? '') ?? []), id])
  return [...out]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, ids]) => [reason, ids.length > MAX_IDS ? shortened(ids) : ids])
}

const shortened = (ids: readonly string[]): string[] => [
  ...ids.slice(0, MAX_IDS / 4),
  `${ids.length - MAX_IDS / 4} others`,
]

/**
 * Groups the failures that no cause explains by operation. Those that block most clauses come first; then
 * writes, as a read that shows their result names the fault less well.
 */
export const failuresByOperation = (
  report: Report,
  failures: readonly ReportedClause[],
): [operation: string, entries: ReportedClause[]][] => {
  const causes = new Set(report.causes.map(({ clause }) => clause))
  const blocks = (entries: readonly ReportedClause[]) =>
    report.clauses.filter(({ blockedBy }) => entries.some(({ id }) => id === blockedBy)).length
  const groups = new Map<string, ReportedClause[]>()
  for (const entry of failures.filter(({ id }) => !causes.has(id)))
    groups.set(operationOfEntry(entry), [...(groups.get(operationOfEntry(entry)) ?? []), entry])
  const writes = ({ leaves }: ReportedClause) => Number(leaves !== 'nothing')
  const isWrite = (operation: string) => Number(!operation.startsWith('GET '))
  return [...groups]
    .map(([operation, entries]): [string, ReportedClause[]] => [
      operation,
      entries.toSorted((a, b) => blocks([b]) - blocks([a]) || writes(b) - writes(a)),
    ])
    .sort(
      ([of, a], [other, b]) => blocks(b) - blocks(a) || isWrite(other) - isWrite(of) || b.length - a.length,
    )
}

const operationOfEntry = ({ operation }: ReportedClause): string =>
  operation ?? 'Responses of several operations'
