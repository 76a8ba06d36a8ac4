import type { Call } from '../http/call.ts'
import { Href } from '../http/href.ts'

export type Document = Record<string, unknown>

/** Returns whether `value` is an object of a document: no array, and no address. */
export const isRecord = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Href)

/** Gives the object that a request carries; an empty one when it carries none. */
export const bodyIn = ({ body }: Call): Document =>
  body.kind === 'value' && isRecord(body.value) ? body.value : {}

/** Lists the entries of a collection; none when it is not a collection. */
export const entriesIn = (document: Document): Document[] => {
  const { _entries: entries } = document
  return Array.isArray(entries) ? entries : []
}

/** Gives a text as it is, and an empty one for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Leaves one member out. */
export const without =
  (member: string) =>
  (document: Document): Document =>
    Object.fromEntries(Object.entries(document).filter(([name]) => name !== member))

/** Gives one member another value. */
export const set =
  (member: string, value: unknown) =>
  (document: Document): Document => ({ ...document, [member]: value })

/** Exchanges the values of two members, when both are there. */
export const swap =
  (one: string, other: string) =>
  (document: Document): Document =>
    one in document && other in document
      ? { ...document, [one]: document[other], [other]: document[one] }
      : document

/** Changes one member when it is a text. */
export const textIn =
  (name: string, change: (text: string) => unknown) =>
  (document: Document): Document =>
    typeof document[name] === 'string' ? { ...document, [name]: change(document[name]) } : document

/** Turns one member into a text, when it is there. */
export const asText =
  (member: string) =>
  (document: Document): Document =>
    member in document ? { ...document, [member]: String(document[member]) } : document

/** Changes one member when it is an object or an array. */
export const inside =
  (member: string, change: (inner: Document) => unknown) =>
  (document: Document): Document => {
    const inner = document[member]
    return typeof inner === 'object' && inner !== null
      ? { ...document, [member]: change(inner as Document) }
      : document
  }

/** Changes those of `members` that are objects. */
const insideEach =
  (members: readonly string[], change: (inner: Document) => unknown) =>
  (document: Document): Document =>
    members.reduce((changed, member) => inside(member, change)(changed), document)

/** Changes those of `members` that are there. */
export const changeMembers = (
  document: Document,
  members: readonly string[],
  change: (value: unknown) => unknown,
): Document =>
  Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, members.includes(name) ? change(value) : value]),
  )

/** Changes every object of a document, the inner ones first. */
export const mapObjects = (value: unknown, change: (object: Document) => Document): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => mapObjects(item, change))
  if (!isRecord(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])),
  )
}

/** Changes the amounts of a publication. */
export const amountsIn = (change: (amount: Document) => unknown) =>
  insideEach(['Precio', 'Adelanto', 'Cuota'], change)

/** Changes the custom headers of a webhook. */
export const headersIn = (change: (header: Document) => unknown) =>
  insideEach(['HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03'], change)

/** Leaves accents and every letter outside ASCII out. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
