/** Members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>

/** Returns a JSON value with every object in it, the inner ones first, changed. */
export const mappedJson = (value: unknown, change: (members: JsonMembers) => JsonMembers): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mappedJson(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return change(eachMember(value, (inner) => mappedJson(inner, change)))
}

/** Changes the value of each member. */
export const eachMember = (members: object, change: (inner: unknown, name: string) => unknown): JsonMembers =>
  Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner, name)]))

/** Sets members of the objects that have one of a name. */
export const withMembers =
  (name: string, change: (members: JsonMembers) => JsonMembers) =>
  (value: unknown): unknown =>
    mappedJson(value, (members) => (name in members ? { ...members, ...change(members) } : members))
