import { clauses } from '../../contracts/index.ts'
import { type CheckOptions, checkWith, type CheckProgress } from '../kit/check.ts'
import { InvalidOptionsError } from '../kit/target/invalid-options-error.ts'
import type { Report } from '../kit/reports/schema.ts'
import { progressMark } from '../kit/reports/terminal.ts'
import type { Arguments } from './command.ts'
import { receiverOf } from './contract-options.ts'
import type { Settings } from './contract-settings.ts'
import { isColoured } from './terminal-text.ts'

/** A command whose misuse is told in one sentence, with exit code 2. */
export const told =
  (run: (args: Arguments) => Promise<number>) =>
  async (args: Arguments): Promise<number> => {
    try {
      return await run(args)
    } catch (error) {
      if (!(error instanceof InvalidOptionsError)) throw error
      console.error(error.message)
      return 2
    }
  }

/** Runs the clauses, with marks as they end, a receiver of callbacks when one is wanted, and Ctrl-C that still cleans up. */
export const contractRun = async (settings: Settings, options: CheckOptions): Promise<Report> => {
  const receiver = await receiverOf(settings)
  const { signal, end } = interruption()
  try {
    return await checkWith(clauses, { ...options, signal, onProgress: progress(), ...(receiver && { receiver }) })
  } finally {
    endProgress()
    end()
    await receiver?.close()
  }
}

interface Interruption {
  readonly signal: AbortSignal
  /** Stops listening for it. */
  end(): void
}

const INTERRUPTED = 130

/** Ctrl-C ends the run, which still cleans up; a second one ends the process at once. */
const interruption = (): Interruption => {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    console.error('\nInterrupted: archiving what was created. Ctrl-C again ends at once.')
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

const MARKS_A_LINE = 80

/** One mark for each clause as it ends, on a terminal only. */
const progress = (): ((step: CheckProgress) => void) => {
  if (!process.stderr.isTTY) return () => {}
  let shown = 0
  return ({ verdict }) => {
    shown += 1
    process.stderr.write(progressMark(verdict, isColoured(process.stderr)) + (shown % MARKS_A_LINE === 0 ? '\n' : ''))
  }
}

/** Ends the line of the marks. */
const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\n\n')
}
