/**
 * Tells whether a path or target is what an orchestrator asks about the process: answered under any `Host`
 * and without the control token.
 */
export const isProbe = (target: string): boolean => /^\/_playa\/(?:health|ready)\/?(?:\?|$)/.test(target)
