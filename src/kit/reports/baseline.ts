import * as z from 'zod'

/** What a run compares its failures with: the clauses of an earlier report. */
export const Baseline = z.object({
  clauses: z.array(
    z.object({ id: z.string(), verdict: z.string(), blockedBy: z.string().nullable().default(null) }),
  ),
})
export type Baseline = z.infer<typeof Baseline>

/**
 * Returns the ids of the clauses that failed in a report, also those that another failure blocked: which of
 * several clauses shows one fault may differ from run to run.
 */
export const failedIn = (baseline: Baseline | undefined): ReadonlySet<string> =>
  new Set(
    (baseline?.clauses ?? [])
      .filter(({ verdict, blockedBy }) => verdict === 'failed' || blockedBy !== null)
      .map(({ id }) => id),
  )
