import { getHeapStatistics } from 'node:v8'

/** Returns how much the heap holds, garbage included, and how much it may, in bytes. */
export const heapUse = (): { readonly usedBytes: number; readonly limitBytes: number } => {
  const { used_heap_size: heap, external_memory: external, heap_size_limit: limitBytes } = getHeapStatistics()
  return { usedBytes: heap + external, limitBytes }
}
