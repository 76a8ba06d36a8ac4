/** Compares two items; returns a negative number when `a` sorts first, 0 when they are equal. */
export type Comparator<T> = (a: T, b: T) => number

/** Compares two texts by UTF-16 units, for sorting. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
