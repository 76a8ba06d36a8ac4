import { IndexedTable, type TableSchema } from '../collections/indexed-table.ts'

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

/** Returns the name of the index that holds an agency's visits by day. */
export const visitIndex = (agency: number): string => `${agency}`

const visitSchema: TableSchema<Visit, VisitHandle> = {
  key: (visit) => visitKey(visit.agency, visit.day, visit.ExternalId),
  handle: (visit) => ({ day: visit.day, key: visitKey(visit.agency, visit.day, visit.ExternalId) }),
  order: (a, b) => a.day - b.day || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  indexNames: (visit) => [visitIndex(visit.agency)],
}

/** Builds the table of visits. */
export const visitTable = (visits: Iterable<Visit> = []): Visits => IndexedTable.of(visitSchema, visits)
