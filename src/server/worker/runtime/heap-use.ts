/** Returns that nothing is known to be used of the 128 MiB of an isolate: the platform measures it. */
export const heapUse = (): { readonly usedBytes: number; readonly limitBytes: number } => ({
  usedBytes: 0,
  limitBytes: 128 * 1024 * 1024,
})
