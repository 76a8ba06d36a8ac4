/**
 * Returns whether a path or target is what an orchestrator asks for the health of the server: answered under
 * any `Host` and without the control token.
 */
export const isHealthTarget = (target: string): boolean =>
  /^\/_playa\/(?:health|ready)\/?(?:\?|$)/.test(target)
