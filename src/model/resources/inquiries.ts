import { isChosen } from '../../api/assumptions/profile.ts'
import { dateTime } from '../../lib/calendar/date-time.ts'
import { hiddenRefusal, isReadable, missingRefusal } from '../domain/access.ts'
import { responsibleOperator } from '../domain/inquiries/inquired-listing.ts'
import { inquiryCar } from '../domain/inquiries/inquiry-car.ts'
import { inquiryPage, isInquiryVisibleTo } from '../domain/inquiries/inquiry-query.ts'
import { interestedPerson } from '../domain/inquiries/interested-person.ts'
import { findAgencyByFilter } from '../domain/inquiries/list-filters.ts'
import { isRefusal } from '../domain/refusal.ts'
import { handlers } from '../http/operation.ts'
import { agencyOfPath } from '../http/path-agency.ts'
import { paths } from '../http/paths.ts'
import { periodPageDecision } from '../http/period-page.ts'
import { type LinksByRelation, link, type RenderContext } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import { type Agency, zoneMinutesOf } from '../world/agency.ts'
import { type Inquiry, inquirySid, isCatalogueEntry } from '../world/inquiry.ts'
import { publicationKey } from '../world/publication.ts'
import { recordTimeMs, type World } from '../world/world.ts'

interface InquiryTarget {
  readonly agency: Agency
  readonly inquiry: Inquiry
}

/** Representation of an inquiry (INQ-02, INQ-03). */
export const inquiryRepresentation = representationOf<InquiryTarget>()({
  schemas: { full: 'Consulta', ref: 'Ref' },
  // Where publications are shown as they are, vanish or change their app, this depends on more than the
  // record.
  isCacheable: ({ profile }) =>
    isChosen(profile, 'inquiries/auto', 'at-reception') &&
    isChosen(profile, 'inquiries/operator', 'at-reception') &&
    !isChosen(profile, 'publications/read-archived', '404') &&
    !isChosen(profile, 'publications/external-id-reuse', '201'),
  cacheKey: ({ inquiry: record }) => record,
  full: (received, render, world) => {
    const { agency, inquiry: record } = received
    return {
      Momento: dateTime(recordTimeMs(render.setting, record.offsetMs), zoneMinutesOf(render.profile, agency)),
      OrigenLead: record.OrigenLead,
      TipoAnuncio: isCatalogueEntry(record.car) ? 'catalogo' : 'publicacion',
      Auto: inquiryCar(world, record),
      Interesado: interestedPerson(record, world.setting.people()),
      OperadorResponsable: responsibleOperator(world, record),
      _links: inquiryLinks(received, render, world),
    }
  },
  ref: ({ agency, inquiry: record }, render, world) => {
    const { Nombre, Apellido } = interestedPerson(record, world.setting.people())
    const { Marca, Modelo } = inquiryCar(world, record)
    const words = (...parts: readonly (string | null)[]) =>
      parts
        .map((part) => part?.trim())
        .filter(Boolean)
        .join(' ')
    return {
      href: link(render, paths.inquiry(agency.adminMail, inquirySid(record))).href,
      title: [words(Nombre, Apellido), words(Marca, Modelo)].filter(Boolean).join(', '),
    }
  },
})

const inquiryLinks = (
  { agency, inquiry: record }: InquiryTarget,
  render: RenderContext,
  world: World,
): LinksByRelation => {
  const { car } = record
  const listed = isCatalogueEntry(car)
    ? undefined
    : world.publications.get(publicationKey(agency.ordinal, car.ExternalId))
  return {
    self: link(render, paths.inquiry(agency.adminMail, inquirySid(record))),
    agencia: link(render, paths.agency(agency.adminMail)),
    operador: link(render, paths.operator(agency.adminMail, responsibleOperator(world, record))),
    ...(listed &&
      isReadable({ world, app: render.app }, listed) && {
        publicacion: link(render, paths.publication(agency.adminMail, listed.ExternalId)),
      }),
    ...(isCatalogueEntry(car) && { version: link(render, car.version.path) }),
  }
}

const read = handlers<InquiryTarget>({
  representation: inquiryRepresentation,
  find: (context) => {
    const agency = agencyOfPath(context, 'read')
    if (isRefusal(agency)) return agency
    const sid = String(context.path['sid'])
    const found = context.world.inquiries.get(sid)
    const detail = `No existe la consulta ${sid}.`
    if (found?.agency !== agency.ordinal) return missingRefusal(detail)
    return isInquiryVisibleTo(context, agency, found)
      ? { agency, inquiry: found }
      : hiddenRefusal(context, `la consulta ${sid}`, detail)
  },
  decide: (record) => ({ result: { record } }),
})

const decidePage = periodPageDecision({
  find: inquiryPage,
  pathOf: paths.inquiries,
  recordOf: (agency, inquiry) => ({ agency, inquiry }),
})

const list = handlers<Agency>({
  representation: inquiryRepresentation,
  find: (context) => agencyOfPath(context, 'read'),
  decide: decidePage,
})

const listByOperator = handlers<Agency>({
  representation: inquiryRepresentation,
  find: (context) => findAgencyByFilter(context, String(context.query['operador'])),
  decide: decidePage,
})

/** Operations on inquiries. */
export const inquiryOperations = {
  'inquiries.read': read,
  'inquiries.list': list,
  'inquiries.list-by-operator': listByOperator,
}
