import { DAY_MS, dateTime, day } from '../calendar/date-time.ts'
import { findAgency } from '../domain/access.ts'
import { shownExternalId } from '../domain/external-id.ts'
import { checkFilters } from '../domain/inquiries/list-filters.ts'
import { isListingReadable, visitPage } from '../domain/inquiries/visit-query.ts'
import { parsePeriod } from '../domain/period.ts'
import { operation } from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representation } from '../http/representation.ts'
import { adminMailParameter, periodParameters } from '../http/shared-parameters.ts'
import { limits } from '../wire/limits.ts'
import { type Agency, zoneMinutesOf } from '../world/agency.ts'
import type { Visit } from '../world/visit.ts'

/** Representation of a visit (`agencies/visits`). */
const visitRepresentation = representation<{ agency: Agency; visit: Visit }>({
  name: 'Visita',
  schemas: { full: 'Visita' },
  full: ({ agency, visit: record }, render, world) => ({
    Fecha: day(render.setting.anchorMs + record.day * DAY_MS, zoneMinutesOf(render.profile, agency)),
    ExternalId: shownExternalId(record.ExternalId, render.profile),
    Visitas: record.Visitas,
    _links: {
      agencia: link(render, paths.agency(agency.adminMail)),
      ...(isListingReadable(world, render.app, record) && {
        publicacion: link(render, paths.publication(agency.adminMail, record.ExternalId)),
      }),
    },
  }),
})

const list = operation<Agency>({
  id: 'visits.list',
  method: 'GET',
  path: '/v3/visitas/{adminmail}',
  summary: 'Views of listings by day',
  statements: ['AGE-11'],
  assumption: 'agencies/visits',
  parameters: [adminMailParameter, ...periodParameters],
  representation: visitRepresentation,
  resultKind: 'period',
  refusalStatuses: [400, 404],
  find: (context) => findAgency(context, String(context.path['adminmail']), true),
  decide: (agency, context, { issues }) => {
    const { profile } = context.render
    const zoneMinutes = zoneMinutesOf(profile, agency)
    const period = parsePeriod(issues, context.query, { nowMs: context.nowMs, zoneMinutes, profile })
    const unknown = checkFilters(issues, context, agency, context.query)
    if (issues.hasIssues) return issues.toRefusal()
    if (unknown) return unknown
    const { page, visits } = visitPage(context.world, {
      agency,
      app: context.app,
      operador: context.query['operador'] as string | undefined, // both parameters are texts
      externalid: context.query['externalid'] as string | undefined,
      period,
      pagina: Number(context.query['pagina'] ?? 1),
    })
    const head = {
      Desde: dateTime(period.desdeMs, zoneMinutes),
      Hasta: dateTime(period.hastaMs, zoneMinutes),
      ...pageHead(page),
    }
    const links = {
      ...pageLinks(context, page, limits.pagina.max),
      buscar: template(
        context.render,
        paths.visits(agency.adminMail),
        periodParameters.map(({ name }) => name),
      ),
      agencia: link(context.render, paths.agency(agency.adminMail)),
    }
    return (
      beyondLast(context, page) ?? {
        result: { head, links, records: visits.map((record) => ({ agency, visit: record })) },
      }
    )
  },
})

/** Operations on visits. */
export const visitOperations = [list]
