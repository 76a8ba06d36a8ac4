import type * as z from 'zod'
import type { ResourceForm } from '../wire/media-types.ts'
import type { World } from '../world/world.ts'
import type { AvailableForms } from './accept.ts'
import type { RepresentationCache } from './representation-cache.ts'
import type { Links, RenderContext } from './render-context.ts'

/** How one kind of record looks in each of its forms. */
export interface Representation<R = unknown> {
  /** Name of the full form's schema in the OpenAPI document. */
  readonly name: string
  readonly schemas: Readonly<Partial<Record<ResourceForm, z.ZodType>>>
  full(record: R, view: RenderContext, world: World): object
  ref?(record: R, view: RenderContext, world: World): object
  detail?(record: R, view: RenderContext, world: World): object
  /** The text of the full form's `_links`, its last member, which `full` then leaves out. */
  linksText?(record: R, view: RenderContext): string
  /** Opaque part of the entity tag, the same for all forms; absent when the resource has none (ERR-10). */
  entityTag?(record: R, view: RenderContext): string
  /** The immutable record on which alone, with the view, the representation depends; bytes are kept by it. Absent: nothing is kept. */
  cacheKey?(record: R): object
  /** False where more than that record decides on the representation; absent: nowhere. */
  isCacheable?(view: RenderContext): boolean
}

/** Declares a representation; the type of its record stays inside. */
export const representation = <R>(declared: Representation<R>): Representation =>
  // Records reach a representation only through the operation that shows them.
  declared as Representation

export const formsOf = (shows: Representation): AvailableForms => ({
  ref: shows.ref !== undefined,
  detail: shows.detail !== undefined,
})

/** What an answer shows: one record, or a list of them. */
export type OperationResult = { readonly record: unknown } | ListResult

export interface ListResult {
  readonly records: readonly unknown[]
  /** Members before `_links`: those of a page. */
  readonly head?: object
  readonly links: Links
}

export interface RenderOptions {
  readonly representation: Representation
  readonly form: ResourceForm
  readonly context: RenderContext
  readonly world: World
  /** Whether what is drawn up is worth keeping: what was only just written may never be read. */
  readonly storesInCache: boolean
}

/** An answer's body, as far as possible from what the view keeps: a text for one record, bytes for a list. */
export const renderBody = (shown: OperationResult, drawing: RenderOptions): string | Uint8Array => {
  const { texts, bytes } = drawing.context.cache[drawing.form]
  const keptBy = drawing.representation.isCacheable?.(drawing.context) === false ? undefined : drawing.representation.cacheKey
  if ('record' in shown) return renderRecord(shown.record, drawing, keptBy, texts, (text) => text)
  const head = JSON.stringify({ ...shown.head, _links: shown.links })
  const entries = shown.records.map((record) => renderRecord(record, drawing, keptBy, bytes, encodeListEntry))
  return joinEntries(Buffer.from(`${head.slice(0, -1)},"_entries":[`), entries)
}

const renderRecord = <T extends string | Uint8Array>(
  record: unknown,
  drawing: RenderOptions,
  keptBy: Representation['cacheKey'],
  kept: RepresentationCache<T>,
  encoded: (text: string) => T,
): T => {
  const key = keptBy?.(record)
  const known = key && kept.get(key)
  if (known !== undefined) return known
  const drawn = encoded(renderText(record, drawing))
  if (key && drawing.storesInCache) kept.set(key, drawn)
  return drawn
}

const renderText = (record: unknown, drawing: RenderOptions): string => {
  const { representation: shows, form, context: view } = drawing
  const text = JSON.stringify(renderObject(record, drawing))
  const links = form === 'full' ? shows.linksText?.(record, view) : undefined
  return links === undefined ? text : `${text.slice(0, -1)},"_links":${links}}`
}

const renderObject = (record: unknown, { representation: shows, form, context: view, world }: RenderOptions): object => {
  const draw = form === 'ref' ? shows.ref : form === 'detail' ? shows.detail : shows.full
  return (draw ?? shows.full).call(shows, record, view, world)
}

/** An entry is kept with the comma that parts it from the one before, since copying many small pieces takes longer than what is in them. */
const encodeListEntry = (text: string): Uint8Array => Buffer.from(`,${text}`)

const joinEntries = (head: Uint8Array, entries: readonly Uint8Array[]): Uint8Array => {
  let size = head.length + END.length
  for (const part of entries) size += part.length
  // Every byte is written below; the first entry's comma is overwritten by the head.
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
