import { afterAll, beforeAll, test } from 'vitest'
import { clauses } from '../contracts/index.ts'
import { type CheckOptions, prepareCheck } from './kit/check.ts'
import { reportedClause } from './kit/reports/report.ts'
import { failureText } from './kit/reports/terminal.ts'
import { type OpenRun, openRun, runnableClauses } from './kit/runner/run.ts'

export type ConformanceOptions = Omit<CheckOptions, 'onProgress' | 'concurrency'>

/**
 * Registers every clause that the options choose as a test: skipped clauses are skipped tests, waived failures too. What the run created
 * is archived after the last of them.
 */
export const conformance = (options: ConformanceOptions): void => {
  const { run, context: about, close } = prepareCheck(clauses, options)
  const waived = new Set((options.waivers ?? []).map(({ clause }) => clause))
  let open: OpenRun | undefined
  beforeAll(async () => {
    open = await openRun(run)
    if (open.stopped) throw new Error(open.stopped.message)
  })
  for (const entry of runnableClauses(run)) {
    test(`${entry.id}: ${entry.title}`, async ({ skip }) => {
      if (!open) throw new Error('the run was not opened')
      const told = reportedClause(await open.runClause(entry), about, waived)
      if (told.verdict === 'skipped') skip(told.reason ?? '')
      if (told.waived) skip('waived')
      if (told.verdict === 'failed' || told.verdict === 'broken') throw new Failed(failureText(told, false))
    })
  }
  afterAll(async () => {
    const left = (await open?.close()) ?? []
    close()
    if (left.length > 0) throw new Error(`left behind, to be archived by hand: ${left.join(', ')}`)
  })
}

/** A clause that the service breaks. Where the kit threw it tells nobody anything. */
class Failed extends Error {
  override readonly name = 'Failed'
  override readonly stack: string

  constructor(message: string) {
    super(message)
    this.stack = `Failed: ${message}`
  }
}
