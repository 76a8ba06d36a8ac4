import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** In the built package this module is a chunk below the thread's file; the sources have no such file. */
const THREAD_FILE = fileURLToPath(new URL('../photo-worker.js', import.meta.url))

/**
 * A picture needs rows and strips of less than a MiB; without bounds the heap of a thread grows for its
 * garbage.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }

let thread: Worker | undefined

/**
 * Renders a photo in a thread, which starts with the first one and does not keep the process. Undefined where
 * there is no thread to render in.
 */
export const renderInThread = (request: unknown): Promise<Uint8Array> | undefined => {
  if (!existsSync(THREAD_FILE)) return undefined
  const running = (thread ??= new Worker(THREAD_FILE, { resourceLimits: LIMITS }))
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      // Without event names the thread's own listeners would be removed too, and no more messages would
      // arrive.
      for (const event of ['message', 'error', 'exit']) running.removeAllListeners(event)
      running.unref()
      end()
    }
    const fail = (error: unknown): void => {
      thread = undefined
      settle(() => reject(error))
    }
    running.ref()
    running.once('message', (bytes: Uint8Array) => settle(() => resolve(bytes)))
    running.once('error', fail)
    running.once('exit', () => fail(new Error('the thread that renders photos ended')))
    running.postMessage(request)
  })
}
