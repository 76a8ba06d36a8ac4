/**
 * Returns how long a `Retry-After` header asks the client to wait. It may be given in seconds or as a date;
 * undefined when it is absent or unreadable.
 */
export const retryAfterMs = ({
  'retry-after': value,
}: Readonly<Record<string, string>>): number | undefined => {
  if (value === undefined || value === '') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

/** Resolves after `ms`; rejects with the signal's reason when the run is interrupted before. */
export const delay = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(done, ms)
    function done() {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    function abort() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })

/**
 * Returns a function that resolves when the next request may be sent: at most `rps` a second, 0 for no limit.
 */
export const requestPacer = (rps: number, signal: AbortSignal | undefined): (() => Promise<void>) => {
  let nextMs = 0
  return async () => {
    if (rps <= 0) return
    const now = performance.now()
    const slotMs = Math.max(now, nextMs)
    nextMs = slotMs + 1_000 / rps
    if (slotMs > now) await delay(slotMs - now, signal)
  }
}
