/**
 * Statuses that the writes of publications list for a refusal. The description does not show the conditions
 * of 403 and 409, and ties no state to one of them, so a refusal may have any.
 */
export const LISTED_REFUSALS = [400, 403, 409, 412] as const

/** Statuses of a write to a missing resource: no 404 is listed, but reads answer it. */
export const UNKNOWN_TARGET = [404, 428, ...LISTED_REFUSALS] as const
