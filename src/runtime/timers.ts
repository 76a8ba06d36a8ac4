/** What `setTimeout` and `setInterval` return: an object in Node, a number in other runtimes. */
export type Timer = ReturnType<typeof setTimeout>

/** Lets the process end while the timer runs; other runtimes have no process to keep. */
export const inBackground = <T extends Timer>(timer: T): T => {
  timer.unref?.()
  return timer
}

/** Taken when this module is loaded: fake timers of a test that come later stand still. */
const soon: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0)

/** Resolves when other work had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void soon(resolve))
