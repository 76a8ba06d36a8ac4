/** Exposure levels, highest first: the order of `publications/exposure-fallback`. */
export const LEVELS = ['Alta', 'Media', 'Baja'] as const

/** An exposure level of a publication (PUB-07). */
export type Level = (typeof LEVELS)[number]

/** Returns whether a value is one of the levels. */
export const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value)
