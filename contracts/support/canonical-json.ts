/**
 * Lists that a client sends in an order of its own. The description orders nothing else, so every other list
 * is a set: a service may show it in another order at each read.
 */
const ORDERED: readonly string[] = ['Fotos', 'DatosTecnicosCustom']

/** Returns the value of a member as JSON, with the members of its objects, and of its sets, in one order. */
export const canonicalJson = (value: unknown, name = ''): string => JSON.stringify(canonical(value, name))

const canonical = (value: unknown, name: string): unknown => {
  // JSON has no number beyond its range: it must not look like null.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => canonical(item, ''))
    if (ORDERED.includes(name)) return items
    const texts = new Map(items.map((item) => [item, JSON.stringify(item) ?? '']))
    return items.toSorted((one, other) => compared(texts.get(one) ?? '', texts.get(other) ?? ''))
  }
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => compared(one, other))
      .map(([key, inner]) => [key, canonical(inner, key)]),
  )
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
