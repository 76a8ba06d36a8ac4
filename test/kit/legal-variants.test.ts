import { expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { judge } from '../kit-matrix/judge.ts'
import { legalRuns } from '../kit-matrix/legal-runs.ts'
import { isFullRun } from '../support/full-run.ts'

/**
 * The kit fails no other implementation of the description. Each run combines legal variants that do not
 * concern the same choice. `npm run test:slow` does two of the runs, `npm run test:full` all; `npm run
 * kit:matrix` runs every variant alone.
 */

const RUNS = legalRuns(7).slice(0, isFullRun ? 7 : 2)

it('each run covers dozens of legal variants', () => {
  for (const { names } of RUNS) expect(names.length).toBeGreaterThanOrEqual(45)
})

it.each(RUNS.map((run, at) => [at + 1, run] as const))(
  'run %i of combined legal variants has no failure, and breaks no rule',
  { timeout: 60_000 },
  async (_, { names, switches }) => {
    const { failures, findings, counts } = await judge(clauses, { name: names.join('; '), switches })
    expect([...failures, ...findings], `with ${names.join('; ')}`).toEqual([])
    // A run that skips nearly everything would fail no service either.
    expect((counts['passed'] ?? 0) + (counts['observed'] ?? 0), JSON.stringify(counts)).toBeGreaterThan(300)
  },
)
