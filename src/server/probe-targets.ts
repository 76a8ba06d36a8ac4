/**
 * Returns whether a path or target is a probe of an orchestrator: answered under any `Host` and without the
 * control token.
 */
export const isProbe = (target: string): boolean => /^\/_playa\/(?:health|ready)\/?(?:\?|$)/.test(target)
