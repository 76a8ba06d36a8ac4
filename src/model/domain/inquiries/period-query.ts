import type { Agency } from '../../world/agency.ts'
import type { App } from '../../world/world.ts'
import type { PageSlice } from '../paging.ts'
import type { Period } from '../period.ts'

/** Query for a page of what an agency received in a period (INQ-04, INQ-05, `agencies/visits`). */
export interface PeriodQuery {
  readonly agency: Agency
  readonly app: App
  readonly operador: string | undefined
  readonly externalid: string | undefined
  readonly period: Period
  readonly pagina: number
}

/** A page of a query, with its records in the order of `inquiries/order`. */
export interface PeriodSlice<R> {
  readonly page: PageSlice
  readonly records: R[]
}
