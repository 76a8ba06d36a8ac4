import { clauses } from '../../../contracts/index.ts'
import { type CheckOptions, type CheckProgress, checkWith } from '../../checks/check/check.ts'
import type { Report } from '../../checks/reports/schema.ts'
import { progressMark } from '../../checks/reports/terminal.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { UsageError } from '../support/errors.ts'
import { onInterruption } from '../support/interruption.ts'
import { isColoured } from '../support/terminal-text.ts'
import { receiverOf } from './contract-options.ts'
import type { Settings } from './contract-settings.ts'

/** Turns options that the kit refuses into misuse of the command line. */
export const withUsageErrors =
  (run: () => Promise<number>): (() => Promise<number>) =>
  async () => {
    try {
      return await run()
    } catch (error) {
      throw error instanceof InvalidOptionsError ? new UsageError(error.message) : error
    }
  }

/**
 * Runs the clauses with a mark for each, a webhook receiver when `--callback-url` is given, and cleans up
 * after Ctrl-C.
 */
export const contractRun = async (settings: Settings, options: CheckOptions): Promise<Report> => {
  const receiver = await receiverOf(settings)
  const { signal, end } = onInterruption('archiving what was created.')
  const progress = process.stderr.isTTY ? progressMarks() : progressLines()
  try {
    return await checkWith(clauses, {
      ...options,
      signal,
      onProgress: progress.step,
      ...(receiver && { receiver }),
    })
  } finally {
    progress.end()
    end()
    await receiver?.close()
  }
}

/** Shows how far a run is. */
interface Progress {
  readonly step: (step: CheckProgress) => void
  readonly end: () => void
}

const MARKS_A_LINE = 80

const LINE_EVERY_MS = 10_000

/** Shows one mark for each clause as it ends, on a terminal. */
const progressMarks = (): Progress => {
  let shown = 0
  const step = ({ verdict }: CheckProgress) => {
    shown += 1
    process.stderr.write(
      progressMark(verdict, isColoured(process.stderr)) + (shown % MARKS_A_LINE === 0 ? '\n' : ''),
    )
  }
  return { step, end: () => process.stderr.write('\n\n') }
}

/** Shows a line every ten seconds, also while no clause ends. */
const progressLines = (): Progress => {
  let failed = 0
  let last: CheckProgress | undefined
  const timer = setInterval(() => {
    const count =
      last === undefined ? 'No clause has ended yet' : `${last.done} of ${last.total} clauses ended`
    console.error(last?.done === last?.total && last ? 'Cleaning up.' : `${count}, ${failed} failed.`)
  }, LINE_EVERY_MS)
  timer.unref()
  const step = (progress: CheckProgress) => {
    last = progress
    if (progress.verdict === 'failed' || progress.verdict === 'broken') failed += 1
  }
  return { step, end: () => clearInterval(timer) }
}
