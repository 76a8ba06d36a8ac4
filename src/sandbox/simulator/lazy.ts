/**
 * Returns a function that creates the value on its first call and reuses it; a failed creation is tried
 * again.
 */
export const lazy = <T>(create: () => Promise<T>): (() => Promise<T>) => {
  let created: Promise<T> | undefined
  return () =>
    (created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    }))
}
