/** Waits some milliseconds of the wall clock; false as soon as the signal says that nobody waits any more. */
export const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const left = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', left)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', left, { once: true })
  })
