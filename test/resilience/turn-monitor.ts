import { openSync, readSync } from 'node:fs'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server before its own code: a connection to the socket of `PLAYA_TURN_MONITOR` reads the
 * longest turn of its event loop since the last connection, in milliseconds of processor time, which other
 * processes on a busy machine do not lengthen.
 */

/** What the system says of the thread that opens it: first its processor time in nanoseconds. */
const OWN_THREAD = '/proc/thread-self/schedstat'

const socket = process.env['PLAYA_TURN_MONITOR']
if (isMainThread && socket) {
  const file = openSync(OWN_THREAD, 'r')
  const bytes = Buffer.alloc(64)
  const spentMs = () =>
    Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6
  let longestMs = 0
  let lastMs = spentMs()
  const tick = () => {
    const nowMs = spentMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  setInterval(tick, 1).unref()
  createServer((reader) => {
    tick()
    reader.on('error', () => {})
    reader.end(String(longestMs))
    longestMs = 0
  })
    .listen(socket)
    .unref()
}
