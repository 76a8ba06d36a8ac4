import { setTimeout as pause } from 'node:timers/promises'

/** Memory of the process that asks, which must run with `--expose-gc`. */

const MIB = 1024 ** 2

/** Collects garbage until nothing more is found, weak references and finalizers included. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) {
    if (!globalThis.gc) throw new Error('expected node --expose-gc')
    globalThis.gc()
    await pause(20)
  }
}

export const heapMiB = (): number => process.memoryUsage().heapUsed / MIB

/** Bytes that stand outside the heap, as bodies of answers do. */
export const outsideMiB = (): number => process.memoryUsage().arrayBuffers / MIB

export const residentMiB = (): number => process.memoryUsage.rss() / MIB
