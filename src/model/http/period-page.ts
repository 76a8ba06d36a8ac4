import { periodParameters } from '../../api/parameters.ts'
import { limits } from '../../api/wire/limits.ts'
import { dateTime } from '../../lib/calendar/date-time.ts'
import type { LongSearch } from '../domain/decision-context.ts'
import { checkFilters } from '../domain/inquiries/list-filters.ts'
import type { PeriodQuery, PeriodSlice } from '../domain/inquiries/period-query.ts'
import { parsePeriod } from '../domain/period.ts'
import type { Refusal } from '../domain/refusal.ts'
import { type Agency, zoneMinutesOf } from '../world/agency.ts'
import type { World } from '../world/world.ts'
import type { Outcome, ParsedBody, RequestContext } from './operation.ts'
import { beyondLast, pageHead, pageLinks } from './page-links.ts'
import { paths } from './paths.ts'
import { link, template } from './render-context.ts'

/**
 * Returns the decision of a list of what an agency received in a period (INQ-04, INQ-05, `agencies/visits`).
 */
export const periodPageDecision =
  <R>({
    find,
    pathOf,
    recordOf,
  }: {
    readonly find: (
      world: World,
      query: PeriodQuery,
      found: readonly object[] | undefined,
    ) => PeriodSlice<R> | LongSearch
    /** Returns the path of the list of an agency, by its address. */
    readonly pathOf: (adminMail: string) => string
    /** Returns what represents an entry. */
    readonly recordOf: (agency: Agency, record: R) => unknown
  }) =>
  (agency: Agency, context: RequestContext, { issues }: ParsedBody): Outcome | Refusal | LongSearch => {
    const { profile } = context.render
    const zoneMinutes = zoneMinutesOf(profile, agency)
    const period = parsePeriod(issues, context.query, { nowMs: context.nowMs, zoneMinutes, profile })
    const unknown = checkFilters(issues, context, agency, context.query)
    if (issues.hasIssues) return issues.toRefusal()
    if (unknown) return unknown
    const query = {
      agency,
      app: context.app,
      operador: context.query['operador'] as string | undefined, // both parameters are texts
      externalid: context.query['externalid'] as string | undefined,
      period,
      pagina: Number(context.query['pagina'] ?? 1),
    }
    const listed = find(context.world, query, context.found)
    if ('search' in listed) return listed
    const { page, records } = listed
    const head = {
      Desde: dateTime(period.desdeMs, zoneMinutes),
      Hasta: dateTime(period.hastaMs, zoneMinutes),
      ...pageHead(page),
    }
    const links = {
      ...pageLinks(context, page, limits.pagina.max),
      buscar: template(
        context.render,
        pathOf(agency.adminMail),
        periodParameters.map(({ name }) => name),
      ),
      agencia: link(context.render, paths.agency(agency.adminMail)),
    }
    return (
      beyondLast(context, page) ?? {
        result: { head, links, records: records.map((record) => recordOf(agency, record)) },
      }
    )
  }
