import { setTimeout as pause } from 'node:timers/promises'

/** Measures memory of the current process, which must run with `--expose-gc`. */

const MIB = 1024 ** 2

/** Runs the garbage collector repeatedly, so that weak references and finalizers are processed too. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) {
    if (!globalThis.gc) throw new Error('expected node --expose-gc')
    globalThis.gc()
    await pause(20)
  }
}

/** Used heap. */
export const heapMiB = (): number => process.memoryUsage().heapUsed / MIB

/** Array buffers outside the heap, such as response bodies. */
export const outsideMiB = (): number => process.memoryUsage().arrayBuffers / MIB

/** Resident set size. */
export const residentMiB = (): number => process.memoryUsage.rss() / MIB
