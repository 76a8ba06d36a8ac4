import { totalmem } from 'node:os'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the memory that the process may use, in bytes. */
export const availableMemoryBytes = (): number => process.constrainedMemory() || totalmem()

/** Returns how large the heap may become, in bytes. */
export const heapLimitBytes = (): number => getHeapStatistics().heap_size_limit

/** Returns what the heap and the objects outside of it hold, in bytes. */
export const usedMemoryBytes = (): number => {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/** Returns what the objects outside of the heap hold, in bytes. */
export const externalBytes = (): number => getHeapStatistics().external_memory

/** Returns what the system has given to the process and not taken back, in bytes. */
export const residentBytes = (): number => process.memoryUsage.rss()

/**
 * By how many per cent the heap may grow between two collections; 0: as V8 chooses. Holds for the process.
 */
export const setHeapGrowth = (percent: number): void =>
  setFlagsFromString(`--heap-growing-percent=${percent}`)

/**
 * Keeps the space of new objects small and empties pages of the heap from a fifth of unused room on, or lets
 * both be as V8 has them by default. Holds for the process.
 */
export const keepHeapSmall = (isSmall: boolean): void => {
  setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 1 : 2}`)
  setFlagsFromString(isSmall ? '--optimize-for-size' : '--no-optimize-for-size')
}

type Collector = (options: { type: 'major' | 'minor' }) => void

let collector: Collector | undefined

/**
 * Collects the garbage of the whole heap, so that what is used afterwards is what is held, or that of new
 * objects.
 */
export const collectGarbage = (type: 'major' | 'minor' = 'major'): void => {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    // Only contexts that are made after the flag was set have the function.
    collector = runInNewContext('gc') as Collector
  }
  collector({ type })
}
