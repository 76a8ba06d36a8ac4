import type { ApiResponse } from '../../model/http/request.ts'
import type { Agency } from '../../model/world/agency.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import { type CatalogueEntry, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Webhook } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { WorldSummary } from '../journal/world-summary.ts'
import { catalogueEntry } from '../scenarios/records.ts'
import type { RecordFile } from './record-file.ts'
import { readRecord, type StoreBatch } from './store-batch.ts'
import { partsOf, restoreSetting, type ValueParts } from './world-value.ts'

/** A body as text, or as base64 where it is not UTF-8. */
type StoredBody = string | { readonly base64: string } | null

/** Difference between two summaries of a world. */
interface StoredSummaryPart extends Pick<WorldSummary, 'clock' | 'counts' | 'nextDelivery'> {
  readonly setting?: ValueParts['setting']
  readonly agencies?: readonly Agency[]
  readonly webhooks?: readonly Webhook[]
  /** Tables that are not those of the moment before; only that is shown of them. */
  readonly others?: readonly (typeof OTHER_TABLES)[number][]
}

/** An exchange of a journal as plain data. */
export interface StoredExchange extends Omit<JournalEntry, 'request' | 'response' | 'before' | 'after'> {
  readonly request: Omit<JournalEntry['request'], 'body'> & {
    readonly body: { readonly bytes: StoredBody; readonly size: number }
  }
  readonly response: Omit<ApiResponse, 'body' | 'events'> & {
    readonly body: StoredBody
    readonly events: readonly unknown[]
  }
  readonly before: StoredSummaryPart
  /** Null: nothing changed. */
  readonly after: StoredSummaryPart | null
}

const OTHER_TABLES = ['visits', 'outbox', 'faultRules', 'usage'] as const

/** Returns an exchange as plain data; what its world had at the start is left out. */
export const storedExchange = (entry: JournalEntry, start: World): StoredExchange => {
  const { request, response, before, after } = entry
  return {
    ...entry,
    request: { ...request, body: { ...request.body, bytes: storedBody(request.body.bytes) } },
    response: {
      ...response,
      body: response.body === null ? null : storedBody(response.body),
      events: response.events.map(plainEvent),
    },
    before: storedSummary(start, before, start),
    after: after === before ? null : storedSummary(before, after, start),
  }
}

/** Returns the exchange that was stored of a world with this start. */
export const restoredExchange = (stored: StoredExchange, start: World): JournalEntry => {
  const { request, response } = stored
  const before = restoredSummary(start, stored.before, start)
  return {
    ...stored,
    request: { ...request, body: { ...request.body, bytes: bytesOf(request.body.bytes) } },
    response: {
      ...response,
      body:
        typeof response.body === 'string' || response.body === null ? response.body : bytesOf(response.body),
      events: response.events.map((event) => restoredEvent(event, start)),
    },
    before,
    after: stored.after ? restoredSummary(before, stored.after, start) : before,
  }
}

const storedBody = (body: Uint8Array | string): StoredBody => {
  if (typeof body === 'string') return body
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') }
}

const bytesOf = (body: StoredBody): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body?.base64 ?? '', 'base64')

/** An inquiry about a car of the catalogue names its version: the catalogue comes with the release. */
const plainEvent = (event: DomainEvent): unknown => {
  if (event.kind !== 'inquiry-received' || !isCatalogueEntry(event.inquiry.car)) return event
  const { version, Estado } = event.inquiry.car
  return { ...event, inquiry: { ...event.inquiry, car: { versionId: version.id, Estado } } }
}

const restoredEvent = (stored: unknown, { setting }: World): DomainEvent => {
  // It was stored by `plainEvent`.
  const event = stored as DomainEvent
  if (event.kind !== 'inquiry-received' || 'handle' in event.inquiry.car) return event
  // As above.
  const car = event.inquiry.car as unknown as { versionId: number; Estado: CatalogueEntry['Estado'] }
  return {
    ...event,
    inquiry: { ...event.inquiry, car: catalogueEntry(setting.catalogue, car.versionId, car.Estado) },
  }
}

type SummaryTables = Pick<WorldSummary, 'setting' | 'agencies' | 'webhooks' | (typeof OTHER_TABLES)[number]>

const storedSummary = (from: SummaryTables, summary: WorldSummary, start: World): StoredSummaryPart => {
  const { clock, counts, nextDelivery } = summary
  const { setting } = partsOf(start, { ...start, setting: summary.setting })
  const agencies = summary.agencies.changesSince(from.agencies).changed
  const webhooks = summary.webhooks.changesSince(from.webhooks).changed
  const others = OTHER_TABLES.filter((table) => summary[table] !== from[table])
  return {
    clock,
    counts,
    nextDelivery,
    ...(setting && { setting }),
    ...(agencies.length > 0 && { agencies }),
    ...(webhooks.length > 0 && { webhooks }),
    ...(others.length > 0 && { others }),
  }
}

const restoredSummary = (
  from: SummaryTables,
  { clock, counts, nextDelivery, setting, agencies = [], webhooks = [], others = [] }: StoredSummaryPart,
  start: World,
): WorldSummary => {
  const isOther = (table: (typeof OTHER_TABLES)[number]) => others.includes(table)
  return {
    clock,
    counts,
    nextDelivery,
    setting: setting ? restoreSetting(start.setting, setting) : start.setting,
    agencies: agencies.reduce((table, row) => table.put(row), from.agencies),
    webhooks: webhooks.reduce((table, row) => table.put(row), from.webhooks),
    // What is shown of these is only that they changed: an equal table that is another object says so.
    visits: isOther('visits') ? copyOf(from.visits) : from.visits,
    outbox: isOther('outbox') ? { ...from.outbox } : from.outbox,
    faultRules: isOther('faultRules') ? { ...from.faultRules } : from.faultRules,
    usage: isOther('usage') ? { ...from.usage } : from.usage,
  }
}

const copyOf = <Table extends object>(table: Table): Table =>
  // A table is its prototype and its fields; nothing reads the rows of this one.
  Object.create(table) as Table

/** Changes of a stored journal: entries that are new, and the numbers of those that are gone. */
export interface SavedExchanges {
  readonly added: readonly JournalEntry[]
  readonly gone: readonly number[]
  /** True: all that was stored is gone. */
  readonly replaces: boolean
}

/** Adds the changes of the journal of the world with this id to a batch. */
export const putExchanges = (
  batch: StoreBatch,
  file: RecordFile,
  { id, start, added, gone, replaces }: SavedExchanges & { readonly id: number; readonly start: World },
): void => {
  if (replaces) for (const [key] of file.range(['j', id])) batch.remove(key)
  for (const n of gone) batch.remove(['j', id, n])
  for (const entry of added) batch.put(['j', id, entry.n], storedExchange(entry, start))
}

/** Reads the stored journal of a world, oldest entry first. Throws a `StoreError` when one is damaged. */
export const readExchanges = (file: RecordFile, id: number, start: World): JournalEntry[] =>
  Array.from(file.range(['j', id]), ([key, text]) =>
    restoredExchange(readRecord<StoredExchange>(key, text), start),
  )
