import * as z from 'zod'
import type { WaiverIssue } from './schema.ts'

/** A failure that is known and accepted for a while. */
export const Waiver = z.strictObject({
  clause: z.string().min(1),
  owner: z.string().min(1),
  reason: z.string().min(1),
  issue: z.url(),
  /** The last day on which it holds. */
  expires: z.iso.date(),
})
export type Waiver = z.infer<typeof Waiver>

/** What a waiver file holds: a list, or a map with the list under `waivers`. An empty file is an empty list. */
export const WaiverFile = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'waivers' in value ? value.waivers : (value ?? [])),
  z.array(Waiver),
)
export type WaiverFile = z.infer<typeof WaiverFile>

interface WaiverRun {
  /** Ids of all clauses that there are. */
  readonly known: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  /** Those that were tried and not skipped. */
  readonly ran: ReadonlySet<string>
  /** ISO 8601. */
  readonly today: string
}

/** Holds the waivers against what the clauses did. `stale`: the clause holds now; `unused`: it was not tried, or skipped. */
export const checkWaivers = (waivers: readonly Waiver[], { known, failed, ran, today }: WaiverRun): WaiverIssue[] => {
  const seen = new Set<string>()
  return waivers.flatMap(({ clause, expires }): WaiverIssue[] => {
    const doubled = seen.has(clause)
    seen.add(clause)
    if (!known.has(clause)) return [{ clause, fault: 'unknown clause' }]
    if (doubled) return [{ clause, fault: 'duplicated' }]
    if (expires < today) return [{ clause, fault: 'expired' }]
    if (!ran.has(clause)) return [{ clause, fault: 'unused' }]
    return failed.has(clause) ? [] : [{ clause, fault: 'stale' }]
  })
}
