import { DAY_MS } from '../../../lib/calendar/date-time.ts'
import { type Agency, operatorByEmail } from '../../world/agency.ts'
import { publicationKey } from '../../world/publication.ts'
import { listingVisitIndex, type Visit, type VisitFilter, visitIndex } from '../../world/visit.ts'
import type { App, World } from '../../world/world.ts'
import { accessOf, isReadable } from '../access.ts'
import { isActiveOption } from '../decision-context.ts'
import { pageSize, pageSlice } from '../paging.ts'
import type { PeriodQuery, PeriodSlice } from './period-query.ts'

/**
 * Returns a page of views by day and publication (`agencies/visits`), in the order of inquiries
 * (`inquiries/order`), in O(log n + page), `Total` included.
 */
export const visitPage = (world: World, query: PeriodQuery): PeriodSlice<Visit> => {
  const { agency, externalid, pagina } = query
  const filter = filterOf(world, query)
  const newestFirst = isActiveOption({ world }, 'inquiries/order', 'newest-first')
  const pageOf = (total: number) => pageSlice(total, pagina, pageSize(world.setting.profile), newestFirst)
  const inOrder = (visits: Visit[]) => (newestFirst ? visits.reverse() : visits)
  if (externalid === undefined) {
    const days = daysIn(world, query, visitIndex(agency.ordinal, filter))
    const page = pageOf(days.count)
    return { page, records: inOrder(days.slice(page.from, page.to)) }
  }
  // A publication has one for each day.
  const days = daysIn(world, query, listingVisitIndex(agency.ordinal, externalid))
  const matching = days.slice(0, days.count).filter((visit) => matches(visit, filter))
  const page = pageOf(matching.length)
  return { page, records: inOrder(matching.slice(page.from, page.to)) }
}

/** Returns how many visits of an index lie in the period of a query, and what reads some of them. */
const daysIn = (world: World, { period }: PeriodQuery, name: string) => {
  const { anchorMs } = world.setting
  const list = world.visits.index(name)
  const start = list.rank(({ day }) => anchorMs + day * DAY_MS < period.fromMs)
  const end = list.rank(({ day }) => anchorMs + day * DAY_MS < period.toMs)
  return {
    count: end - start,
    slice: (from: number, to: number): Visit[] =>
      list.slice(start + from, start + to).map(({ key }) => world.visits.get(key)!),
  }
}

const filterOf = (world: World, { agency, app, operador }: PeriodQuery): VisitFilter => ({
  ...(!accessOf(agency, app)?.otherKinds && { app: app.name }),
  ...(operador !== undefined && !seesAll(world, agency, operador) && { operador }),
})

const seesAll = (world: World, agency: Agency, operador: string): boolean =>
  isActiveOption({ world }, 'inquiries/visible-to', 'administrator-all') &&
  operatorByEmail(agency, operador)?.administrator === true

const matches = (visit: Visit, { app, operador }: VisitFilter): boolean =>
  (app === undefined || visit.app === app) &&
  (operador === undefined || visit.OperadorResponsable.toLowerCase() === operador.toLowerCase())

/** True when the caller can read the publication of a visit, so that the visit links to it. */
export const isListingReadable = (world: World, app: App, visit: Visit): boolean => {
  const listed = world.publications.get(publicationKey(visit.agency, visit.ExternalId))
  return listed !== undefined && isReadable({ world, app }, listed)
}
