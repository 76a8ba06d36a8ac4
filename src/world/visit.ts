import { type TableSchema, IndexedTable } from '../collections/indexed-table.ts'

/** Views of one listing on one day (`agencies/visits`). */
export interface Visit {
  readonly agency: number
  /** Days after the day of the world's anchor; negative for earlier ones. */
  readonly day: number
  readonly ExternalId: string
  /** Name of the app that published the listing. */
  readonly app: string
  readonly OperadorResponsable: string
  readonly Visitas: number
}

export type Visits = IndexedTable<Visit, VisitHandle>

interface VisitHandle {
  readonly day: number
  readonly key: string
}

export const visitKey = (agency: number, day: number, externalId: string): string =>
  `${agency}/${day}/${externalId.toLowerCase()}`

export const visitIndex = (agency: number): string => `${agency}`

const visitSchema: TableSchema<Visit, VisitHandle> = {
  key: (visit) => visitKey(visit.agency, visit.day, visit.ExternalId),
  handle: (visit) => ({ day: visit.day, key: visitKey(visit.agency, visit.day, visit.ExternalId) }),
  order: (a, b) => a.day - b.day || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  indexNames: (visit) => [visitIndex(visit.agency)],
}

export const visitTable = (visits: Iterable<Visit> = []): Visits => IndexedTable.of(visitSchema, visits)
