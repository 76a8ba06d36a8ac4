/** Members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>

/** Returns a JSON value with every object in it, the inner ones first, changed. */
export const mappedJson = (value: unknown, change: (members: JsonMembers) => JsonMembers): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mappedJson(inner, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, mappedJson(inner, change)])
  return change(Object.fromEntries(entries))
}

/** Sets members of the objects that have one of a name. */
export const withMembers =
  (name: string, change: (members: JsonMembers) => JsonMembers) =>
  (value: unknown): unknown =>
    mappedJson(value, (members) => (name in members ? { ...members, ...change(members) } : members))
