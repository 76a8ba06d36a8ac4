import { parseJson } from '../../text/parse-json.ts'

/** Members of a JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>

/** Changes every object in a JSON value, inner ones first. */
export const mappedJson = (value: unknown, change: (members: JsonMembers) => JsonMembers): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mappedJson(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return change(eachMember(value, (inner) => mappedJson(inner, change)))
}

/** Changes the value of each member. */
export const eachMember = (members: object, change: (inner: unknown, name: string) => unknown): JsonMembers =>
  Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner, name)]))

/** Changes the objects that have a member of this name. */
export const withMembers =
  (name: string, change: (members: JsonMembers) => JsonMembers) =>
  (value: unknown): unknown =>
    mappedJson(value, (members) => (name in members ? { ...members, ...change(members) } : members))

/** Returns the members of an object; no members for any other value. */
export const jsonMembers = (value: unknown): JsonMembers =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Returns the entries of a collection; none for any other object (COM-05). */
export const listedEntries = ({ _entries }: JsonMembers): JsonMembers[] =>
  Array.isArray(_entries) ? _entries.map(jsonMembers) : []

/** Returns the `href` of the `self` link of an object; undefined without one (COM-03). */
export const selfAddress = (members: JsonMembers): unknown =>
  jsonMembers(jsonMembers(members['_links'])['self'])['href']

/** Returns the members of the JSON object in a text; no members for any other text. */
export const membersIn = (text: string): JsonMembers => jsonMembers(parseJson(text))
