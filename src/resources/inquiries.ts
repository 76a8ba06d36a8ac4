import { chosen } from '../assumptions/profile.ts'
import { findAgency, findAgencyOfOperator, isReadable, missingRefusal, hiddenRefusal } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { type Inquiry, isCatalogueEntry, inquirySid } from '../world/inquiry.ts'
import { inquiryCar } from '../domain/inquiries/inquiry-car.ts'
import { inquiryPage, isInquiryVisibleTo } from '../domain/inquiries/inquiry-query.ts'
import { interestedPerson } from '../domain/inquiries/interested-person.ts'
import { parsePeriod } from '../domain/period.ts'
import { publicationKey } from '../world/publication.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { dateTime } from '../calendar/date-time.ts'
import { recordTimeMs, type World } from '../world/world.ts'
import { type RequestContext, type Outcome, operation, type ParsedBody } from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { adminMail, operador, periodFilters } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { type Links, link, template, type RenderContext, zoneMinutesOf } from '../http/view.ts'
import { Consulta, Ref } from '../wire/response-schemas.ts'
import { limits } from '../wire/limits.ts'

interface InquiryTarget {
  readonly agency: Agency
  readonly inquiry: Inquiry
}

/** INQ-02, INQ-03. */
export const inquiryRepresentation = representation<InquiryTarget>({
  name: 'Consulta',
  schemas: { full: Consulta, ref: Ref },
  // Where listings vanish or pass to another app, the link to one depends on more than this record.
  isCacheable: ({ profile }) =>
    chosen(profile, 'publications/read-archived') !== '404' &&
    chosen(profile, 'publications/external-id-reuse') !== '201',
  cacheKey: ({ inquiry: record }) => record,
  full: (received, view, world) => {
    const { agency, inquiry: record } = received
    return {
      Momento: dateTime(recordTimeMs(view.setting, record.offsetMs), zoneMinutesOf(view.profile, agency)),
      OrigenLead: record.OrigenLead,
      TipoAnuncio: isCatalogueEntry(record.car) ? 'catalogo' : 'publicacion',
      Auto: inquiryCar(record),
      Interesado: interestedPerson(record, world.setting.people()),
      OperadorResponsable: record.OperadorResponsable,
      _links: inquiryLinks(received, view, world),
    }
  },
  ref: ({ agency, inquiry: record }, view, world) => {
    const { Nombre, Apellido } = interestedPerson(record, world.setting.people())
    const { Marca, Modelo } = inquiryCar(record)
    const who = [Nombre, Apellido].filter(Boolean).join(' ')
    return {
      href: link(view, paths.inquiry(agency.adminMail, inquirySid(record))).href,
      title: `${who}, ${[Marca, Modelo].filter(Boolean).join(' ')}`,
    }
  },
})

const inquiryLinks = ({ agency, inquiry: record }: InquiryTarget, view: RenderContext, world: World): Links => {
  const { car } = record
  const listed = isCatalogueEntry(car)
    ? undefined
    : world.publications.get(publicationKey(agency.ordinal, car.ExternalId))
  return {
    self: link(view, paths.inquiry(agency.adminMail, inquirySid(record))),
    agencia: link(view, paths.agency(agency.adminMail)),
    operador: link(view, paths.operator(agency.adminMail, record.OperadorResponsable)),
    ...(listed &&
      isReadable({ world, app: view.app }, listed) && {
        publicacion: link(view, paths.publication(agency.adminMail, listed.ExternalId)),
      }),
    ...(isCatalogueEntry(car) && { version: link(view, car.version.path) }),
  }
}

const read = operation<InquiryTarget>({
  id: 'inquiries.read',
  method: 'GET',
  path: '/v3/consultas/{adminmail}/{sid}',
  summary: 'Read an inquiry',
  statements: ['INQ-01', 'INQ-02'],
  parameters: [adminMail, { name: 'sid', in: 'path', kind: 'text', required: true, description: 'The inquiry id' }],
  representation: inquiryRepresentation,
  resultKind: 'entry',
  refusalStatuses: [400, 404],
  find: (call) => {
    const agency = findAgency(call, String(call.path['adminmail']), true)
    if (isRefusal(agency)) return agency
    const sid = String(call.path['sid'])
    const found = call.world.inquiries.get(sid)
    const detail = `No existe la consulta ${sid}.`
    if (found?.agency !== agency.ordinal) return missingRefusal(detail)
    return isInquiryVisibleTo(call, agency, found)
      ? { agency, inquiry: found }
      : hiddenRefusal(call, `la consulta ${sid}`, detail)
  },
  decide: (record) => ({ result: { record } }),
})

const decidePage = (agency: Agency, call: RequestContext, { issues: faults }: ParsedBody): Outcome | Refusal => {
  const { profile } = call.render
  const zoneMinutes = zoneMinutesOf(profile, agency)
  const period = parsePeriod(faults, call.query, { nowMs: call.nowMs, zoneMinutes, profile })
  if (faults.hasIssues) return faults.toRefusal()
  const { page: found, inquiries } = inquiryPage(call.world, {
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
    ...pageHead(found),
  }
  const links = {
    ...pageLinks(call, found, limits.pagina.max),
    buscar: template(
      call.render,
      paths.inquiries(agency.adminMail),
      periodFilters.map(({ name }) => name),
    ),
    agencia: link(call.render, paths.agency(agency.adminMail)),
  }
  return (
    beyondLast(call, found) ?? {
      result: { head, links, records: inquiries.map((entry) => ({ agency, inquiry: entry })) },
    }
  )
}

const list = operation<Agency>({
  id: 'inquiries.list',
  method: 'GET',
  path: '/v3/consultas/{adminmail}',
  summary: 'Inquiries received in a period',
  statements: ['INQ-04', 'INQ-05', 'INQ-06', 'INQ-07'],
  parameters: [adminMail, ...periodFilters],
  representation: inquiryRepresentation,
  resultKind: 'period',
  refusalStatuses: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: decidePage,
})

const listByOperator = operation<Agency>({
  id: 'inquiries.list-by-operator',
  method: 'GET',
  path: '/v3/consultas',
  summary: 'Inquiries visible to a collaborator, without naming the agency',
  statements: ['INQ-08', 'INQ-04', 'INQ-05'],
  assumption: 'inquiries/without-adminmail',
  parameters: [{ ...operador, required: true }, ...periodFilters.filter(({ name }) => name !== 'operador')],
  representation: inquiryRepresentation,
  resultKind: 'period',
  refusalStatuses: [400, 404],
  queryNamesTarget: true,
  find: (call) => findAgencyOfOperator(call, String(call.query['operador'])),
  decide: decidePage,
})

export const inquiryOperations = [read, list, listByOperator]
