/** Returns whether two values are one text, apart from the case of its letters. */
export const sameInAnyCase = (a: unknown, b: unknown): boolean =>
  String(a).toLowerCase() === String(b).toLowerCase()
