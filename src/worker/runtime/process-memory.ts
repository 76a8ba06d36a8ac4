const MIB = 1024 * 1024

/**
 * Memory of an isolate. Usage is not measured here: the platform does, and ends an isolate above the limit.
 */
const ISOLATE_BYTES = 128 * MIB

/** Returns the memory that the isolate may use, in bytes. */
export const availableMemoryBytes = (): number => ISOLATE_BYTES

/** Returns how large the heap may become, in bytes. */
export const heapLimitBytes = (): number => ISOLATE_BYTES

/** Returns 0: nothing is known to be used. */
export const usedMemoryBytes = (): number => 0

/** Returns 0: nothing is known to be used. */
export const externalBytes = (): number => 0

/** Returns 0: nothing is known to be resident. */
export const residentBytes = (): number => 0

/** Does nothing: the heap is the platform's. */
export const setHeapGrowth = (): void => {}

/** Does nothing: the heap is the platform's. */
export const keepHeapSmall = (): void => {}

/** Does nothing: the heap is the platform's. */
export const collectGarbage = (): void => {}
