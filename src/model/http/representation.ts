import type * as z from 'zod'
import type { ResourceForm } from '../../api/wire/media-types.ts'
import type { World } from '../world/world.ts'
import type { AvailableForms } from './accept.ts'
import type { LinksByRelation, RenderContext } from './render-context.ts'
import { RepresentationCache } from './representation-cache.ts'

/** Name of a response's schema. The OpenAPI document resolves it; serving needs no schemas. */
type ResponseSchemas = typeof import('../../api/wire/response-schemas.ts')
type ResponseSchemaName = {
  [Name in keyof ResponseSchemas]: ResponseSchemas[Name] extends z.ZodType ? Name : never
}[keyof ResponseSchemas]

/** A value as its schema describes it, which the sandbox never changes. */
type Shown<T> = T extends object ? { readonly [Name in keyof T]: Shown<T[Name]> } : T
/** A response as the schema of that name describes it. */
export type ShownAs<Name> = Name extends ResponseSchemaName ? Shown<z.infer<ResponseSchemas[Name]>> : never

/** Names of the forms' schemas in `wire/response-schemas.ts`; every record has a full form. */
interface FormSchemas extends Readonly<Partial<Record<ResourceForm, ResponseSchemaName>>> {
  readonly full: ResponseSchemaName
}

/** Renders one kind of record in each of its forms. */
export interface Representation<R = unknown> {
  readonly schemas: FormSchemas
  full(record: R, context: RenderContext, world: World): object
  ref?(record: R, context: RenderContext, world: World): object
  detail?(record: R, context: RenderContext, world: World): object
  /** Renders `_links`, the last member of the full form, as JSON text; `full` then omits it. */
  linksText?(record: R, context: RenderContext): string
  /**
   * Returns the opaque part of the entity tag, the same for all forms; absent when the resource has none
   * (ERR-10).
   */
  entityTag?(record: R, context: RenderContext): string
  /**
   * Returns the immutable record that, with the context, determines the representation. Absent: nothing is
   * cached.
   */
  cacheKey?(record: R): object
  /** Returns false where the representation depends on more than that record; absent: always cacheable. */
  isCacheable?(context: RenderContext): boolean
}

/**
 * Declares a representation of records of type `R` and hides that type. The compiler checks each form against
 * its schema, but for the members `Apart`, which `linksText` renders.
 */
export const representationOf =
  <R, Apart extends string = never>() =>
  <const S extends FormSchemas>(
    declared: Omit<Representation<R>, ResourceForm | 'schemas'> & { readonly schemas: S } & {
      readonly [Form in keyof S & ResourceForm]: (
        record: R,
        context: RenderContext,
        world: World,
      ) => Omit<ShownAs<S[Form]>, Apart>
    },
  ): Representation =>
    // Only the operation that returns a record passes it to its representation, so the record's type can be
    // hidden here.
    declared as unknown as Representation

/** Returns the forms of the representation besides the full one. */
export const formsOf = ({ ref, detail }: Representation): AvailableForms => ({
  ref: ref !== undefined,
  detail: detail !== undefined,
})

/** The result of an operation: one record, or a list. */
export type OperationResult = { readonly record: unknown } | ListResult

/** A list of records, with its links. */
export interface ListResult {
  readonly records: readonly unknown[]
  /** Members that precede `_links`, such as those of a page. */
  readonly head?: object
  readonly links: LinksByRelation
}

/** How a result is rendered. */
export interface RenderOptions {
  readonly representation: Representation
  readonly form: ResourceForm
  readonly context: RenderContext
  readonly world: World
  /** False for the response to a write: the new record may never be read. */
  readonly storesInCache: boolean
}

/**
 * Renders the body of a result: as bytes, from the cache where possible, or as the text of a record that is
 * not stored there, which leaves it to the socket to encode it.
 */
export const renderBody = (result: OperationResult, options: RenderOptions): Uint8Array | string => {
  if ('record' in result)
    return options.storesInCache
      ? renderEntry(result.record, options).subarray(COMMA.length)
      : renderText(result.record, options)
  const head = JSON.stringify({ ...result.head, _links: result.links })
  const entries = result.records.map((record) => renderEntry(record, options))
  const start = `${head.slice(0, -1)},"_entries":[`
  const [first] = result.records
  const isKept =
    first !== undefined &&
    options.storesInCache &&
    cacheKeyOf(first, options.representation, options.context) !== undefined
  return isKept ? sharedList(start, entries) : joinEntries(Buffer.from(start), entries)
}

/** A rendered list with the parts that it was made of. */
interface SharedList {
  readonly bytes: Uint8Array
  readonly head: string
  readonly entries: readonly Uint8Array[]
}

/** The last list that begins with an entry, by the bytes of that entry. */
const sharedLists = new RepresentationCache<SharedList>()

/**
 * Returns the bytes of a list. A client that polls it while nothing changes gets the same bytes each time, so
 * neither the journal nor the connections hold a copy for each poll.
 */
const sharedList = (head: string, entries: readonly Uint8Array[]): Uint8Array => {
  const [first] = entries
  const known = first && sharedLists.get(first)
  if (known?.head === head && known.entries.length === entries.length)
    if (entries.every((entry, i) => entry === known.entries[i])) return known.bytes
  const bytes = joinEntries(Buffer.from(head), entries)
  if (first) sharedLists.set(first, { bytes, head, entries })
  return bytes
}

const COMMA = ','

/**
 * Renders a record with the comma that precedes it in a list: copying one piece per entry is faster than
 * copying two, and a record alone is the part after the comma.
 */
const renderEntry = (record: unknown, options: RenderOptions): Uint8Array => {
  const { representation: renderer, context, form } = options
  const key = cacheKeyOf(record, renderer, context)
  const cached = key && context.cache[form].get(key)
  if (cached !== undefined) return cached.bytes
  const bytes = Buffer.from(COMMA + renderText(record, options))
  if (key && options.storesInCache) context.cache[form].set(key, { bytes })
  return bytes
}

const cacheKeyOf = (record: unknown, renderer: Representation, context: RenderContext): object | undefined =>
  renderer.isCacheable?.(context) === false ? undefined : renderer.cacheKey?.(record)

/** Renders a record as JSON text. */
export const renderText = (record: unknown, options: Omit<RenderOptions, 'storesInCache'>): string => {
  const { representation: renderer, form, context } = options
  const text = JSON.stringify(renderObject(record, options))
  const links = form === 'full' ? renderer.linksText?.(record, context) : undefined
  return links === undefined ? text : `${text.slice(0, -1)},"_links":${links}}`
}

const renderObject = (record: unknown, options: Omit<RenderOptions, 'storesInCache'>): object => {
  const { representation: renderer, form, context, world } = options
  const render = form === 'ref' ? renderer.ref : form === 'detail' ? renderer.detail : renderer.full
  return (render ?? renderer.full).call(renderer, record, context, world)
}

const joinEntries = (head: Uint8Array, entries: readonly Uint8Array[]): Uint8Array => {
  let size = head.length + END.length
  for (const part of entries) size += part.length
  // Every byte is written below; the head overwrites the comma of the first entry.
  const out = Buffer.allocUnsafeSlow(entries.length === 0 ? size : size - 1)
  let at = entries.length === 0 ? head.length : head.length - 1
  for (const part of entries) {
    out.set(part, at)
    at += part.length
  }
  out.set(head, 0)
  out.set(END, at)
  return out
}

const END = Buffer.from(']}')
