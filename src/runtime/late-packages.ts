/** Imports the packages that late parts share, in steps of up to 20 ms: evaluating each is work at once. */
export const latePackages: readonly (() => Promise<unknown>)[] = [
  () => import('zod/v4/core'),
  () => import('zod'),
  () => import('yaml/util'),
  () => import('yaml'),
]
