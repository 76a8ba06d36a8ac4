/** A JSON object of a request or a response. */
export type JsonBody = Record<string, unknown>

/** Returns a change that adds or replaces members. */
export const having =
  (members: JsonBody) =>
  (body: JsonBody): JsonBody => ({ ...body, ...members })

/** Returns a change that removes a member. */
export const without =
  (name: string) =>
  ({ [name]: _, ...rest }: JsonBody): JsonBody =>
    rest

/** Returns the entries of a collection or a page. */
export const entriesOf = (body: JsonBody): JsonBody[] => body._entries as JsonBody[] // a collection has them (COM-05)

/** Returns a change of every entry of a collection or a page. */
export const everyEntry =
  (change: (entry: JsonBody) => JsonBody) =>
  (body: JsonBody): JsonBody => ({ ...body, _entries: entriesOf(body).map(change) })

/** Returns a change of every value of a member, at any depth. */
export const mapsMember =
  (name: string, change: (value: unknown) => unknown) =>
  (body: JsonBody): JsonBody =>
    JSON.parse(JSON.stringify(body), (member, value: unknown) => (member === name ? change(value) : value))
