import { type Agency, operatorByEmail } from '../../world/agency.ts'
import { type Inquiry, type InquiryFilter, inquiryIndex, isCatalogueEntry } from '../../world/inquiry.ts'
import type { App, World } from '../../world/world.ts'
import { accessOf } from '../access.ts'
import { isActiveOption, type LongSearch, matchingSteps, searchResult } from '../decision-context.ts'
import { pageSize, pageSlice } from '../paging.ts'
import { responsibleOperator } from './inquired-listing.ts'
import type { PeriodQuery, PeriodSlice } from './period-query.ts'

/**
 * Returns a page of inquiries in O(log n + page), `Total` included (INQ-04, INQ-05, INQ-06, INQ-07). `found`:
 * what a long search for the same query found.
 */
export const inquiryPage = (
  world: World,
  query: PeriodQuery,
  found?: readonly object[],
): PeriodSlice<Inquiry> | LongSearch => {
  const { anchorMs, profile } = world.setting
  const filter = indexFilter(world, query)
  const isLive = filter.operador !== undefined && isActiveOption({ world }, 'inquiries/operator', 'live')
  const { operador: _, ...others } = filter
  const list = world.inquiries.index(inquiryIndex(query.agency.ordinal, isLive ? others : filter))
  const start = list.rank((inquiry) => anchorMs + inquiry.offsetMs < query.period.fromMs)
  const end = list.rank((inquiry) => anchorMs + inquiry.offsetMs < query.period.toMs)
  const newestFirst = isActiveOption({ world }, 'inquiries/order', 'newest-first')
  if (isLive) {
    const isTheirs = isResponsibleNow(world, filter.operador ?? '')
    const search = matchingSteps(list.slice(start, end), (inquiry) =>
      isTheirs(inquiry) ? inquiry : undefined,
    )
    const theirs = searchResult(search, end - start, found)
    if ('search' in theirs) return theirs
    const slice = pageSlice(theirs.length, query.pagina, pageSize(profile), newestFirst)
    const shown = theirs.slice(slice.from, slice.to)
    return { page: slice, records: newestFirst ? shown.reverse() : shown }
  }
  const page = pageSlice(end - start, query.pagina, pageSize(profile), newestFirst)
  const inquiries = list.slice(start + page.from, start + page.to)
  return { page, records: newestFirst ? inquiries.reverse() : inquiries }
}

/**
 * Returns a function that returns whether an operator is responsible for an inquiry now. Thousands of
 * inquiries have few listings; each is looked up once.
 */
const isResponsibleNow = (world: World, email: string): ((inquiry: Inquiry) => boolean) => {
  const operador = email.toLowerCase()
  const isTheirs = (inquiry: Inquiry) => responsibleOperator(world, inquiry).toLowerCase() === operador
  const byListing = new Map<Inquiry['car'], boolean>()
  return (inquiry) => {
    if (isCatalogueEntry(inquiry.car)) return isTheirs(inquiry)
    const known = byListing.get(inquiry.car) ?? isTheirs(inquiry)
    byListing.set(inquiry.car, known)
    return known
  }
}

/**
 * Returns the filter that names the index of a query; an unknown value has an empty index
 * (`inquiries/unknown-filter`).
 */
const indexFilter = (world: World, { agency, app, operador, externalid }: PeriodQuery): InquiryFilter => ({
  ...(accessOf(agency, app)?.otherKinds ? {} : { app: app.name }),
  ...(operador !== undefined && !seesAllInquiries(world, agency, operador) && { operador }),
  ...(externalid !== undefined && { externalid }),
})

/** True for the administrator, who sees every inquiry of the agency (`inquiries/visible-to`). */
const seesAllInquiries = (world: World, agency: Agency, email: string): boolean =>
  isActiveOption({ world }, 'inquiries/visible-to', 'administrator-all') &&
  operatorByEmail(agency, email)?.administrator === true

/**
 * True for inquiries on the app's own publications and, when the agency enabled the app, for
 * `inquiries/other-kinds` (INQ-07).
 */
export const isInquiryVisibleTo = (
  caller: { world: World; app: App },
  agency: Agency,
  inquiry: Inquiry,
): boolean => {
  if (inquiry.agency !== agency.ordinal) return false
  if (accessOf(agency, caller.app)?.otherKinds) return true
  return !isCatalogueEntry(inquiry.car) && inquiry.car.app === caller.app.name
}
