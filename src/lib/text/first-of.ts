/** Returns the first of many lines, and how many more there are. */
export const firstOf = (all: readonly string[], most: number): string[] =>
  all.length <= most ? [...all] : [...all.slice(0, most), `and ${all.length - most} more`]
