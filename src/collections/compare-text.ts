/** Compares two texts by UTF-16 units, for sorting. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
