/** Exit code of a run that a signal ended. */
const INTERRUPTED = 130

/** A run that signals can end early. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Stops listening for signals. */
  end(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts at the first signal, after printing `sentence`; a second one ends the process at once. */
export const onInterruption = (sentence: string): Interruption => {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    console.error(`\nInterrupted: ${sentence} Ctrl-C again ends at once.`)
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    signal: controller.signal,
    end: () => {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
