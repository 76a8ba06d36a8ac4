/** What clients see of a world: answers by app and path, without the name of the world. */
export type View = ReadonlyMap<string, string>

/** Returns a view in which configurations of notifications do not show whether they are active. */
export const withoutActivity = (view: View): View =>
  new Map(
    [...view].map(([key, text]) => [
      key,
      /^\d+ (app)?notificaciones/.test(key) ? text.replace(/"Activo":(true|false)/g, '"Activo":*') : text,
    ]),
  )

/** Describes the first difference between two views; undefined without one. */
export const differenceOf = (expected: View, found: View): string | undefined => {
  for (const [key, text] of expected)
    if (found.get(key) !== text) return `${key}\n${differenceOfTexts(text, found.get(key) ?? 'nothing')}`
  return undefined
}

/** Shows two texts from a little before their first difference. */
export const differenceOfTexts = (expected: string, found: string): string => {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at += 1
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 160)
  return `expected …${part(expected)}\nfound    …${part(found)}`
}
