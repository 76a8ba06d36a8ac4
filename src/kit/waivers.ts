import * as z from 'zod'

/** A failure that is known and accepted for a while. */
export const Waiver = z.strictObject({
  clause: z.string(),
  owner: z.string().min(1),
  reason: z.string().min(1),
  issue: z.url(),
  expires: z.iso.date(),
})
export type Waiver = z.infer<typeof Waiver>

export const WaiverFile = z.array(Waiver)

/** What is wrong with the waivers themselves; any of it ends a run with exit code 5. */
export interface WaiverFault {
  readonly clause: string
  readonly fault: 'unknown clause' | 'duplicated' | 'expired' | 'unused' | 'stale'
}

/** Holds the waivers against what the clauses did. `stale`: the clause passes now; `unused`: it was not run. */
export const judgeWaivers = (
  waivers: readonly Waiver[],
  { known, failed, ran, today }: { known: ReadonlySet<string>; failed: ReadonlySet<string>; ran: ReadonlySet<string>; today: string },
): WaiverFault[] => {
  const seen = new Set<string>()
  return waivers.flatMap(({ clause, expires }): WaiverFault[] => {
    const doubled = seen.has(clause)
    seen.add(clause)
    if (!known.has(clause)) return [{ clause, fault: 'unknown clause' }]
    if (doubled) return [{ clause, fault: 'duplicated' }]
    if (expires < today) return [{ clause, fault: 'expired' }]
    if (!ran.has(clause)) return [{ clause, fault: 'unused' }]
    return failed.has(clause) ? [] : [{ clause, fault: 'stale' }]
  })
}
