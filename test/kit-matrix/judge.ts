import { checkWith } from '../../src/kit/check.ts'
import type { Clause } from '../../src/kit-entry.ts'
import type { Choices } from '../outsider/choices.ts'
import { startOutsider } from '../outsider/outsider.ts'

/** What the kit made of one variant of the outsider's implementation. */
export interface Judgement {
  readonly name: string
  /** Clauses that failed or broke, each with what it expected and got. */
  readonly failures: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: number
}

/** Runs the clauses against the outsider with these switches on. */
export const judge = async (
  clauses: readonly Clause[],
  name: string,
  switches: Partial<Choices>,
): Promise<Judgement> => {
  const startMs = performance.now()
  // Where an api-url-path begins shows only below a path.
  const basePath = switches.pathPrefix === undefined ? '' : '/api/gateway'
  const outsider = await startOutsider({ switches, basePath })
  try {
    const report = await checkWith(clauses, {
      url: outsider.url,
      agency: outsider.agency,
      headers: { 'X-Api-Key': outsider.keys.first },
      sameOrigins: [outsider.url.replace('127.0.0.1', 'localhost')],
      timeoutMs: 20_000,
      patienceMs: 700,
    })
    const failures = report.clauses
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
      .map(
        ({ id, verdict, violation, reason }) =>
          `${id} [${verdict}] expected ${violation?.expected}, got ${violation?.got ?? reason}`,
      )
    const counts: Record<string, number> = {}
    for (const { verdict } of report.clauses) counts[verdict] = (counts[verdict] ?? 0) + 1
    return { name, failures, counts, seconds: (performance.now() - startMs) / 1_000 }
  } finally {
    await outsider.close()
  }
}
