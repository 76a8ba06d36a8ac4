import { DAY_MS } from '../../calendar/date-time.ts'
import { operatorByEmail } from '../../world/agency.ts'
import { publicationKey } from '../../world/publication.ts'
import { type Visit, visitIndex } from '../../world/visit.ts'
import type { App, World } from '../../world/world.ts'
import { accessOf, isReadable } from '../access.ts'
import { activeOption } from '../decision-context.ts'
import { pageSize, pageSlice } from '../paging.ts'
import type { PeriodQuery, PeriodSlice } from './period-query.ts'

/**
 * Returns a page of views by day and publication (`agencies/visits`), in the order of inquiries
 * (`inquiries/order`).
 */
export const visitPage = (world: World, query: PeriodQuery): PeriodSlice<Visit> => {
  const { anchorMs, profile } = world.setting
  const list = world.visits.index(visitIndex(query.agency.ordinal))
  const dayMs = (days: number) => anchorMs + days * DAY_MS
  const start = list.rank(({ day }) => dayMs(day) < query.period.fromMs)
  const end = list.rank(({ day }) => dayMs(day) < query.period.toMs)
  const rows = list.slice(start, end).map(({ key }) => world.visits.get(key)!)
  const matching = rows.filter((visit) => matchesFilters(world, query, visit))
  const newestFirst = activeOption({ world }, 'inquiries/order') === 'newest-first'
  const page = pageSlice(matching.length, query.pagina, pageSize(profile), newestFirst)
  const visits = matching.slice(page.from, page.to)
  return { page, records: newestFirst ? visits.reverse() : visits }
}

const matchesFilters = (
  world: World,
  { agency, app, operador, externalid }: PeriodQuery,
  visit: Visit,
): boolean => {
  if (visit.app !== app.name && !accessOf(agency, app)?.otherKinds) return false
  if (externalid !== undefined && visit.ExternalId.toLowerCase() !== externalid.toLowerCase()) return false
  if (operador === undefined) return true
  const all =
    activeOption({ world }, 'inquiries/visible-to') === 'administrator-all' &&
    operatorByEmail(agency, operador)?.administrator
  return all === true || visit.OperadorResponsable.toLowerCase() === operador.toLowerCase()
}

/** True when the caller can read the publication of a visit, so that the visit links to it. */
export const isListingReadable = (world: World, app: App, visit: Visit): boolean => {
  const listed = world.publications.get(publicationKey(visit.agency, visit.ExternalId))
  return listed !== undefined && isReadable({ world, app }, listed)
}
