/** Replaces `{name}` by the value of that name; a name without a value stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )

/** Returns the names in braces that are not in `known`; numbers, as in a pattern, are not names. */
export const unknownPlaceholders = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(/\{([a-z]\w*)\}/gi)].flatMap(([, name = '']) => (known.includes(name) ? [] : [name]))
