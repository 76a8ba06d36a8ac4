import { IndexedTable, type TableSchema } from '../../lib/collections/indexed-table.ts'
import type { Steps } from '../../lib/collections/steps.ts'

/** Number of views of one publication on one day (`agencies/visits`). */
export interface Visit {
  readonly agency: number
  /** Days after the day of the world's anchor; negative before it. */
  readonly day: number
  readonly ExternalId: string
  /** Name of the publishing app. */
  readonly app: string
  readonly OperadorResponsable: string
  readonly Visitas: number
}

/** All visits of a world, by `visitKey`. */
export type Visits = IndexedTable<Visit, VisitHandle>

interface VisitHandle {
  readonly day: number
  readonly key: string
}

/** Returns the key of a visit. */
export const visitKey = (agency: number, day: number, externalId: string): string =>
  `${agency}/${day}/${externalId.toLowerCase()}`

/** Filters of a page of visits. */
export interface VisitFilter {
  readonly app?: string | undefined
  /** E-mail of the responsible operator. */
  readonly operador?: string | undefined
}

/** Returns the name of the index that holds an agency's visits by day, or those of an app or an operator. */
export const visitIndex = (agency: number, { app, operador }: VisitFilter = {}): string =>
  `${agency} ${JSON.stringify([app ?? null, operador?.toLowerCase() ?? null])}`

/** Returns the name of the index that holds the visits of one publication by day. */
export const listingVisitIndex = (agency: number, externalId: string): string =>
  `${agency} ext:${externalId.toLowerCase()}`

const visitSchema: TableSchema<Visit, VisitHandle> = {
  key: (visit) => visitKey(visit.agency, visit.day, visit.ExternalId),
  handle: (visit) => ({ day: visit.day, key: visitKey(visit.agency, visit.day, visit.ExternalId) }),
  order: (a, b) => a.day - b.day || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  indexNames: indexNamesOf,
}

/** Names of indexes by what they depend on: a publication has a visit for each day. */
const namesByListing = new Map<string, readonly string[]>()
const MAX_NAMES = 50_000

function indexNamesOf({ agency, app, OperadorResponsable: operador, ExternalId }: Visit): readonly string[] {
  const listing = JSON.stringify([agency, ExternalId, app, operador])
  const known = namesByListing.get(listing)
  if (known) return known
  if (namesByListing.size >= MAX_NAMES) namesByListing.clear()
  const filters: readonly VisitFilter[] = [{}, { app }, { operador }, { app, operador }]
  const names = [
    ...filters.map((filter) => visitIndex(agency, filter)),
    listingVisitIndex(agency, ExternalId),
  ]
  namesByListing.set(listing, names)
  return names
}

/** Builds a table of many visits, in steps. */
export const visitTableSteps = (visits: readonly Visit[]): Steps<Visits> =>
  IndexedTable.steps(visitSchema, visits)

/** Builds the table of visits. */
export const visitTable = (visits: Iterable<Visit> = []): Visits => IndexedTable.of(visitSchema, visits)
