import type { IndexedTable } from '../../lib/collections/indexed-table.ts'
import type { SortedSet } from '../../lib/collections/sorted-set.ts'
import { mapSteps, type Steps } from '../../lib/collections/steps.ts'
import { type Delivery, deliveriesFromRows, deliveryByNumber } from '../../model/world/delivery.ts'
import { type CatalogueEntry, type Inquiry, inquirySid, isCatalogueEntry } from '../../model/world/inquiry.ts'
import { type Mail, mailByNumber, outboxFromRows } from '../../model/world/outbox.ts'
import type { Publication } from '../../model/world/publication.ts'
import { type SeenSignature, usageFromRows } from '../../model/world/usage.ts'
import { type Visit, visitKey } from '../../model/world/visit.ts'
import { type Webhook, webhookKey, webhookTable } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'
import { catalogueEntry } from '../scenarios/records.ts'

/** A row's key inside its table. */
export type RowKey = string | number

/** A row to write; null removes its record, so that the row is again what its reference has. */
export interface RowChange {
  readonly table: string
  readonly key: RowKey
  readonly text: string | null
}

/** A stored row. */
export interface StoredRow {
  readonly table: string
  readonly key: RowKey
  readonly text: string
}

/** Placeholder for a row that the reference has and this value has not. */
const ABSENT = '-'

/** One table of a world, as rows with keys. */
interface RowTable<Row extends object> {
  readonly mark: string
  changes(
    before: World,
    after: World,
  ): Steps<{ readonly changed: readonly Row[]; readonly gone: readonly Row[] }>
  key(row: Row): RowKey
  find(world: World, key: RowKey): Row | undefined
  text(row: Row): string
}

/**
 * Creates the rows to write where a stored value changes from `before` to `after`, one at a step and
 * undefined at one that made none; returns how many more are stored afterwards. Rows that are those of
 * `reference` need no record. Costs about as much as the change did.
 */
export function* changedRows(
  reference: World,
  before: World,
  after: World,
): Generator<RowChange | undefined, number> {
  const compared: Compared = { reference, before, after }
  return (
    (yield* compareTable(agencies, compared)) +
    (yield* compareTable(publications, compared)) +
    (yield* compareTable(inquiries, compared)) +
    (yield* compareTable(visits, compared)) +
    (yield* compareTable(webhooks, compared)) +
    (yield* compareTable(deliveries, compared)) +
    (yield* compareTable(mails, compared)) +
    (yield* compareTable(signatures, compared))
  )
}

interface Compared {
  readonly reference: World
  readonly before: World
  readonly after: World
}

/** Creates the changes of a table; returns how many more of its rows are stored afterwards. */
function* compareTable<Row extends object>(
  table: RowTable<Row>,
  { reference, before, after }: Compared,
): Generator<RowChange | undefined, number> {
  const changes = table.changes(before, after)
  let compared = changes.next()
  for (; !compared.done; compared = changes.next()) yield undefined
  const { changed, gone } = compared.value
  let stored = 0
  const change = (key: RowKey, row: Row | undefined): RowChange => {
    const kept = table.find(reference, key)
    const isStored = row !== kept
    if (isStored) stored += 1
    if (table.find(before, key) !== kept) stored -= 1
    return { table: table.mark, key, text: isStored ? (row ? table.text(row) : ABSENT) : null }
  }
  // Hundreds of thousands may have changed, so that no list is made of them beside these two.
  for (const row of gone) {
    const key = table.key(row)
    if (table.find(after, key) === undefined) yield change(key, undefined)
  }
  for (const row of changed) yield change(table.key(row), row)
  return stored
}

const tableOf = <Row extends object, Handle>(
  mark: string,
  tableIn: (world: World) => IndexedTable<Row, Handle>,
  key: (row: Row) => string,
  text: (row: Row) => string = JSON.stringify,
): RowTable<Row> => ({
  mark,
  changes: (before, after) => tableIn(after).changeSteps(tableIn(before)),
  key,
  find: (world, wanted) => tableIn(world).get(String(wanted)),
  text,
})

const setOf = <Row extends object>(
  mark: string,
  setIn: (world: World) => SortedSet<Row>,
  access: Pick<RowTable<Row>, 'key' | 'find'>,
  text: (row: Row) => string = JSON.stringify,
): RowTable<Row> => ({
  mark,
  *changes(before, after) {
    yield
    const { added, removed } = setIn(after).changesSince(setIn(before))
    return { changed: added, gone: removed }
  },
  ...access,
  text,
})

/** An inquiry as text: a catalogue entry is named by the id of its version. */
const inquiryText = (inquiry: Inquiry): string => JSON.stringify(plainInquiry(inquiry))

const plainInquiry = (inquiry: Inquiry) => ({
  ...inquiry,
  car: isCatalogueEntry(inquiry.car)
    ? { versionId: inquiry.car.version.id, Estado: inquiry.car.Estado }
    : inquiry.car,
})

const deliveryText = (delivery: Delivery): string =>
  delivery.event.kind === 'inquiry-received'
    ? JSON.stringify({
        ...delivery,
        event: { ...delivery.event, inquiry: plainInquiry(delivery.event.inquiry) },
      })
    : JSON.stringify(delivery)

const agencies = tableOf(
  'a',
  (world) => world.agencies,
  ({ adminMail }) => adminMail.toLowerCase(),
)
const publications = tableOf(
  'p',
  (world) => world.publications,
  ({ handle }) => handle.key,
)
const inquiries = tableOf('q', (world) => world.inquiries, inquirySid, inquiryText)
const visits = tableOf(
  'v',
  (world) => world.visits,
  ({ agency, day, ExternalId }: Visit) => visitKey(agency, day, ExternalId),
)
const webhooks = tableOf(
  'h',
  (world) => world.webhooks,
  ({ app, topic }: Webhook) => webhookKey(app, topic),
)
const deliveries = setOf<Delivery>(
  'd',
  (world) => world.deliveries.all,
  {
    key: ({ number }) => number,
    find: (world, key) => deliveryByNumber(world.deliveries, Number(key)),
  },
  deliveryText,
)
const mails = setOf<Mail>('m', (world) => world.outbox.mails, {
  key: ({ number }) => number,
  find: (world, key) => mailByNumber(world.outbox, Number(key)),
})
const signatures = setOf<SeenSignature>('u', (world) => world.usage.signatures, {
  key: ({ signature }) => signature,
  find: ({ usage }, key) =>
    usage.signatures.find(({ signature }) => (signature < key ? -1 : signature > key ? 1 : 0)),
})

/** Returns the value that differs from its reference by these rows, in steps. */
export function* withStoredRows(reference: World, rows: Iterable<StoredRow>): Steps<World> {
  const texts = new Map<string, Map<RowKey, string>>()
  yield* mapSteps(rows, ({ table, key, text }) => {
    const inTable = texts.get(table)
    if (inTable) inTable.set(key, text)
    else texts.set(table, new Map([[key, text]]))
  })
  const rowsOf = (mark: string) => texts.get(mark) ?? NO_TEXTS
  const put = function* <Row extends object, Handle>(
    table: IndexedTable<Row, Handle>,
    mark: string,
    finish: (row: Row) => Row = (row) => row,
  ): Steps<IndexedTable<Row, Handle>> {
    return yield* table.putSteps(
      yield* mapSteps(rowsOf(mark).values(), (text) => finish(parseRow<Row>(text))),
    )
  }
  const currentPublications = yield* put(reference.publications, 'p')
  const cars = new Cars(reference, (key) => currentPublications.get(key))
  const deliveryRows = yield* changedSet(reference.deliveries.all, deliveries, rowsOf('d'), (text) =>
    withCar(parseRow<Delivery>(text), cars),
  )
  const mailRows = yield* changedSet(reference.outbox.mails, mails, rowsOf('m'))
  const seen = yield* changedSet(reference.usage.signatures, signatures, rowsOf('u'))
  // Of these alone a copy may have fewer than its scenario.
  const hooks = yield* changedSet(reference.webhooks, webhooks, rowsOf('h'))
  return {
    ...reference,
    agencies: yield* put(reference.agencies, 'a'),
    publications: currentPublications,
    inquiries: yield* put(reference.inquiries, 'q', (inquiry: Inquiry) => cars.resolve(inquiry)),
    visits: yield* put(reference.visits, 'v'),
    ...(hooks && { webhooks: webhookTable(hooks) }),
    ...(deliveryRows && { deliveries: yield* deliveriesFromRows(reference.deliveries.next, deliveryRows) }),
    ...(mailRows && { outbox: yield* outboxFromRows(reference.outbox.next, mailRows) }),
    ...(seen && { usage: usageFromRows({ windows: reference.usage.windows, signatures: seen }) }),
  }
}

// Each text was written from a row of its table, and its checksum was right.
const parseRow = <Row>(text: string): Row => JSON.parse(text) as Row

const NO_TEXTS: ReadonlyMap<RowKey, string> = new Map()

/** Returns the rows of a set, in no particular order; undefined where it is that of the reference. */
function* changedSet<Row extends object>(
  set: Iterable<Row>,
  { key }: RowTable<Row>,
  texts: ReadonlyMap<RowKey, string>,
  parse: (text: string) => Row = parseRow,
): Steps<Row[] | undefined> {
  if (texts.size === 0) return undefined
  const rows = new Map<RowKey, Row>()
  yield* mapSteps(set, (row) => void rows.set(key(row), row))
  yield* mapSteps(texts, ([rowKey, text]) => {
    if (text === ABSENT) rows.delete(rowKey)
    else rows.set(rowKey, parse(text))
  })
  return [...rows.values()]
}

const withCar = (delivery: Delivery, cars: Cars): Delivery =>
  delivery.event.kind === 'inquiry-received'
    ? { ...delivery, event: { ...delivery.event, inquiry: cars.resolve(delivery.event.inquiry) } }
    : delivery

/** Turns stored cars into rows; equal ones become one object, as they were before. */
class Cars {
  readonly #world: World
  readonly #publication: (key: string) => Publication | undefined
  readonly #byText = new Map<string, Inquiry['car']>()

  constructor(world: World, publication: (key: string) => Publication | undefined) {
    this.#world = world
    this.#publication = publication
  }

  resolve(inquiry: Inquiry): Inquiry {
    // As stored, the car is a publication, or names a version of the catalogue.
    const stored = inquiry.car as Publication | { readonly versionId: number; readonly Estado: string }
    const text = JSON.stringify(stored)
    const known = this.#byText.get(text) ?? this.#read(stored, text)
    this.#byText.set(text, known)
    return { ...inquiry, car: known }
  }

  #read(
    stored: Publication | { readonly versionId: number; readonly Estado: string },
    text: string,
  ): Inquiry['car'] {
    if (!('handle' in stored))
      return catalogueEntry(
        this.#world.setting.catalogue,
        stored.versionId,
        // It was stored from a catalogue entry.
        stored.Estado as CatalogueEntry['Estado'],
      )
    const current = this.#publication(stored.handle.key)
    return current?.revision === stored.revision && JSON.stringify(current) === text ? current : stored
  }
}
