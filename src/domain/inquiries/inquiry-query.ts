import { accessOf } from '../access.ts'
import { type Agency, operatorOf } from '../../world/agency.ts'
import { option } from '../decision-context.ts'
import { type Inquiry, type InquiryFilter, inquiryList, isCatalogueEntry } from '../../world/inquiry.ts'
import { type Page, pageOf, pageSize } from '../paging.ts'
import type { Period } from '../period.ts'
import type { App, World } from '../../world/world.ts'

/** Which inquiries a caller asks for. */
export interface InquiryQuery {
  readonly agency: Agency
  readonly app: App
  readonly operador?: string | undefined
  readonly externalid?: string | undefined
  readonly period: Period
  readonly pagina: number
}

/** A page of inquiries in O(log n + page), `Total` included (INQ-04 .. INQ-07). */
export const inquiryPage = (world: World, query: InquiryQuery): { page: Page; inquiries: Inquiry[] } => {
  const { anchorMs, profile } = world.setting
  const list = world.inquiries.list(inquiryList(query.agency.ordinal, filterOf(world, query)))
  const start = list.rank((inquiry) => anchorMs + inquiry.at < query.period.fromMs)
  const end = list.rank((inquiry) => anchorMs + inquiry.at < query.period.toMs)
  const newestFirst = option({ world }, 'inquiries/order') === 'newest-first'
  const page = pageOf(end - start, query.pagina, pageSize(profile), newestFirst)
  const inquiries = list.slice(start + page.from, start + page.to)
  return { page, inquiries: newestFirst ? inquiries.reverse() : inquiries }
}

/** The caller's filter as the one list that answers it; an unknown value names an empty list (`inquiries/unknown-filter`). */
const filterOf = (world: World, { agency, app, operador, externalid }: InquiryQuery): InquiryFilter => ({
  ...(accessOf(agency, app)?.otherKinds ? {} : { app: app.name }),
  ...(operador !== undefined && !seesAll(world, agency, operador) && { operador }),
  ...(externalid !== undefined && { externalid }),
})

/** `inquiries/visible-to`: the administrator sees every inquiry of the agency. */
const seesAll = (world: World, agency: Agency, email: string): boolean =>
  option({ world }, 'inquiries/visible-to') === 'administrator-all' && operatorOf(agency, email)?.administrator === true

/** INQ-07: inquiries on the app's own publications; when the agency enabled the app those of `inquiries/other-kinds` too. */
export const isInquiryShownTo = (caller: { world: World; app: App }, agency: Agency, inquiry: Inquiry): boolean => {
  if (inquiry.agency !== agency.ordinal) return false
  if (accessOf(agency, caller.app)?.otherKinds) return true
  return !isCatalogueEntry(inquiry.car) && inquiry.car.app === caller.app.name
}
