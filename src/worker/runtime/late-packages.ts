/** Empty: the modules of a Worker are evaluated before its first request. */
export const latePackages: readonly (() => Promise<unknown>)[] = []
