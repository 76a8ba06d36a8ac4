/**
 * Statuses that the writes of publications list for a refusal. The conditions of 403 and 409 are not shown,
 * and no sentence ties a state to one of them, so a refusal may have any.
 */
export const LISTED_REFUSALS = [400, 403, 409, 412] as const

/** Statuses of a write to what does not exist: no 404 is listed, but it is what reads answer. */
export const UNKNOWN_TARGET = [404, 428, ...LISTED_REFUSALS] as const
