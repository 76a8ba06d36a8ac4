import { findAgency } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { parsePeriod } from '../domain/period.ts'
import { DAY_MS, dateTime, day } from '../calendar/date-time.ts'
import type { Visit } from '../world/visit.ts'
import { isListingReadable, visitPage } from '../domain/inquiries/visit-query.ts'
import { operation } from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { adminMail, periodFilters } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { link, template, zoneMinutesOf } from '../http/view.ts'
import { Visita } from '../wire/response-schemas.ts'
import { limits } from '../wire/limits.ts'

/** `agencies/visits`. */
const visitRepresentation = representation<{ agency: Agency; visit: Visit }>({
  name: 'Visita',
  schemas: { full: Visita },
  full: ({ agency, visit: record }, view, world) => ({
    Fecha: day(view.setting.anchorMs + record.day * DAY_MS, zoneMinutesOf(view.profile, agency)),
    ExternalId: record.ExternalId,
    Visitas: record.Visitas,
    _links: {
      agencia: link(view, paths.agency(agency.adminMail)),
      ...(isListingReadable(world, view.app, record) && {
        publicacion: link(view, paths.publication(agency.adminMail, record.ExternalId)),
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
  parameters: [adminMail, ...periodFilters],
  representation: visitRepresentation,
  resultKind: 'period',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: (agency, call, { issues: faults }) => {
    const { profile } = call.render
    const zoneMinutes = zoneMinutesOf(profile, agency)
    const period = parsePeriod(faults, call.query, { nowMs: call.nowMs, zoneMinutes, profile })
    if (faults.hasIssues) return faults.toRefusal()
    const { page, visits } = visitPage(call.world, {
      agency,
      app: call.app,
      operador: call.query['operador'] as string | undefined, // both parameters are texts
      externalid: call.query['externalid'] as string | undefined,
      period,
      pagina: Number(call.query['pagina'] ?? 1),
    })
    const head = {
      Desde: dateTime(period.desdeMs, zoneMinutes),
      Hasta: dateTime(period.hastaMs, zoneMinutes),
      ...pageHead(page),
    }
    const links = {
      ...pageLinks(call, page, limits.pagina.max),
      buscar: template(
        call.render,
        paths.visits(agency.adminMail),
        periodFilters.map(({ name }) => name),
      ),
      agencia: link(call.render, paths.agency(agency.adminMail)),
    }
    return (
      beyondLast(call, page) ?? { result: { head, links, records: visits.map((record) => ({ agency, visit: record })) } }
    )
  },
})

export const visitOperations = [list]
