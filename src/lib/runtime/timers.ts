/** What `setTimeout` and `setInterval` return: an object in Node, a number in other runtimes. */
export type Timer = ReturnType<typeof setTimeout>

/** Lets the process end while the timer runs; other runtimes have no process to keep. */
export const inBackground = <T extends Timer>(timer: T): T => {
  timer.unref?.()
  return timer
}
