/** Most names that a sentence lists. */
const MAX_LISTED = 20

/** Lists names for a sentence, the first twenty of many. */
export const listedNames = (names: readonly string[]): string =>
  names.length <= MAX_LISTED ? names.join(', ') : `${names.slice(0, MAX_LISTED).join(', ')}, ...`
