import { DAY_MS, day } from '../../lib/calendar/date-time.ts'
import { shownExternalId } from '../domain/external-id.ts'
import { isListingReadable, visitPage } from '../domain/inquiries/visit-query.ts'
import { handlers } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { periodPageDecision } from '../http/period-page.ts'
import { link } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import { type Agency, zoneMinutesOf } from '../world/agency.ts'
import type { Visit } from '../world/visit.ts'

/** Representation of a visit (`agencies/visits`). */
const visitRepresentation = representationOf<{ agency: Agency; visit: Visit }>()({
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

const list = handlers<Agency>({
  representation: visitRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: periodPageDecision({
    find: visitPage,
    pathOf: paths.visits,
    recordOf: (agency, visit) => ({ agency, visit }),
  }),
})

/** Operations on visits. */
export const visitOperations = {
  'visits.list': list,
}
