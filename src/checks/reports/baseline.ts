import * as z from 'zod'

/** The clauses of an earlier report, with which a run compares its failures. */
export const Baseline = z.object({
  clauses: z.array(
    z.object({ id: z.string(), verdict: z.string(), blockedBy: z.string().nullable().default(null) }),
  ),
})
export type Baseline = z.infer<typeof Baseline>

/**
 * Returns the ids of the clauses that failed in a report, including those blocked by another failure: the
 * clause that shows a fault may differ from run to run.
 */
export const failedIn = (baseline: Baseline | undefined): ReadonlySet<string> =>
  new Set(
    (baseline?.clauses ?? [])
      .filter(({ verdict, blockedBy }) => verdict === 'failed' || blockedBy !== null)
      .map(({ id }) => id),
  )
