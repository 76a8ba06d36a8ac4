import * as z from 'zod'
import type { ReportedClause, WaiverIssue } from './schema.ts'
import { failureSentence } from './sections.ts'

/** Members of every waiver: who accepts the failure, why, and its last day. */
export const WAIVER_MEMBERS = {
  owner: z.string().min(1),
  reason: z.string().min(1),
  expires: z.iso.date(),
}

/** A waiver file: a list, or a map with the list under `waivers`. An empty file is an empty list. */
export const waiverFile = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && 'waivers' in value ? value.waivers : (value ?? []),
    z.array(entry),
  )

/** Placeholders of a new entry for a person and an issue; entries that still have one are refused. */
export const WAIVER_PLACEHOLDERS = { owner: 'who answers for it', issue: 'https://example.com/the-issue' }

const isCompleted = (value: string) => !Object.values(WAIVER_PLACEHOLDERS).includes(value)
const COMPLETED = { error: 'expected an entry that is completed, got the placeholder' }

/** Accepts a known failure until a date. */
export const Waiver = z.strictObject({
  clause: z.string().min(1),
  issue: z.url().refine(isCompleted, COMPLETED),
  ...WAIVER_MEMBERS,
  owner: WAIVER_MEMBERS.owner.refine(isCompleted, COMPLETED),
})
export type Waiver = z.infer<typeof Waiver>

/** A waiver file of the contract kit. */
export const WaiverFile = waiverFile(Waiver)
export type WaiverFile = z.infer<typeof WaiverFile>

interface WaiverRun {
  /** Ids of all clauses. */
  readonly known: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  /** Ids of clauses that ran and were not skipped. */
  readonly ran: ReadonlySet<string>
  /**
   * Ids of the clauses that were selected for the run: the waivers of others are not judged. Default: all.
   */
  readonly selected?: ReadonlySet<string>
  /** Date in ISO 8601. */
  readonly today: string
}

/**
 * Returns what is wrong with the waivers. `stale`: the clause does not fail; `unused`: it was skipped.
 */
export const checkWaivers = (
  waivers: readonly Waiver[],
  { known, failed, ran, today, selected = known }: WaiverRun,
): WaiverIssue[] => {
  const seen = new Set<string>()
  return waivers.flatMap(({ clause, expires }): WaiverIssue[] => {
    const isDuplicate = seen.has(clause)
    seen.add(clause)
    if (!known.has(clause)) return [{ clause, fault: 'unknown clause' }]
    if (isDuplicate) return [{ clause, fault: 'duplicated' }]
    if (!selected.has(clause)) return []
    if (expires < today) return [{ clause, fault: 'expired' }]
    if (!ran.has(clause)) return [{ clause, fault: 'unused' }]
    return failed.has(clause) ? [] : [{ clause, fault: 'stale' }]
  })
}

/** Term of a new waiver: long enough for a fix, short enough that it is reviewed. */
const TERM_MS = 30 * 24 * 60 * 60 * 1_000

/**
 * Returns an entry of a waiver file for each failure; `owner` and `issue` are placeholders that the reader
 * replaces.
 */
export const waiverEntries = (failures: readonly ReportedClause[], startedAt: string): string =>
  failures
    .filter(({ verdict }) => verdict === 'failed')
    .map((entry) =>
      [
        `- clause: ${entry.id}`,
        `  owner: ${WAIVER_PLACEHOLDERS.owner}`,
        `  reason: ${JSON.stringify(failureSentence(entry))}`,
        `  issue: ${WAIVER_PLACEHOLDERS.issue}`,
        `  expires: ${new Date(Date.parse(startedAt) + TERM_MS).toISOString().slice(0, 10)}`,
      ].join('\n'),
    )
    .join('\n')
