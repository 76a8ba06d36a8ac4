import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What the system says of the thread that opens it: first its processor time in nanoseconds. */
const OWN_THREAD = '/proc/thread-self/schedstat'

/**
 * Runs `work` and returns the longest turn of the event loop meanwhile, in milliseconds: of processor time,
 * which others on a busy machine do not lengthen by waiting; elsewhere than on Linux of the clock.
 */
export const longestTurnMs = async (work: () => Promise<unknown>): Promise<number> => {
  if (!existsSync(OWN_THREAD)) return longestDelayMs(work)
  const file = openSync(OWN_THREAD, 'r')
  const bytes = Buffer.alloc(64)
  const spentMs = () =>
    Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6
  let longest = 0
  let lastMs = spentMs()
  const tick = () => {
    const nowMs = spentMs()
    longest = Math.max(longest, nowMs - lastMs)
    lastMs = nowMs
  }
  const ticking = setInterval(tick, 1)
  try {
    await work()
    tick()
  } finally {
    clearInterval(ticking)
    closeSync(file)
  }
  return Math.round(longest)
}

const longestDelayMs = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return Math.round(delay.max / 1e6)
}
