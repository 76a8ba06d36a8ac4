import { chosen } from '../assumptions/profile.ts'
import { findAgency, findAgencyOfOperator, isReadable, missing, unseen } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { type Inquiry, isCatalogueEntry, sidOf } from '../world/inquiry.ts'
import { carOf } from '../domain/inquiries/inquiry-car.ts'
import { inquiryPage, isInquiryShownTo } from '../domain/inquiries/inquiry-query.ts'
import { interesadoOf } from '../domain/inquiries/interested-person.ts'
import { readPeriod } from '../domain/period.ts'
import { publicationKey } from '../world/publication.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { dateTime } from '../calendar/date-time.ts'
import { instantOf, type World } from '../world/world.ts'
import { type Call, type Outcome, operation, type Said } from '../http/operation.ts'
import { beyondLast, pageHead, pageLinks } from '../http/page-links.ts'
import { adminMail, operador, periodFilters } from '../http/parameters.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { type Links, link, template, type View, zoneOf } from '../http/view.ts'
import { Consulta, Ref } from '../wire/answers.ts'
import { limits } from '../wire/limits.ts'

interface Received {
  readonly agency: Agency
  readonly inquiry: Inquiry
}

/** INQ-02, INQ-03. */
export const inquiry = representation<Received>({
  name: 'Consulta',
  schemas: { full: Consulta, ref: Ref },
  // Where listings vanish or pass to another app, the link to one depends on more than this record.
  keeps: ({ profile }) =>
    chosen(profile, 'publications/read-archived') !== '404' &&
    chosen(profile, 'publications/external-id-reuse') !== '201',
  keptBy: ({ inquiry: record }) => record,
  full: (received, view, world) => {
    const { agency, inquiry: record } = received
    return {
      Momento: dateTime(instantOf(view.setting, record.at), zoneOf(view.profile, agency)),
      OrigenLead: record.OrigenLead,
      TipoAnuncio: isCatalogueEntry(record.car) ? 'catalogo' : 'publicacion',
      Auto: carOf(record),
      Interesado: interesadoOf(record, world.setting.people()),
      OperadorResponsable: record.OperadorResponsable,
      _links: linksOf(received, view, world),
    }
  },
  ref: ({ agency, inquiry: record }, view, world) => {
    const { Nombre, Apellido } = interesadoOf(record, world.setting.people())
    const { Marca, Modelo } = carOf(record)
    const who = [Nombre, Apellido].filter(Boolean).join(' ')
    return {
      href: link(view, paths.inquiry(agency.adminMail, sidOf(record))).href,
      title: `${who}, ${[Marca, Modelo].filter(Boolean).join(' ')}`,
    }
  },
})

const linksOf = ({ agency, inquiry: record }: Received, view: View, world: World): Links => {
  const { car } = record
  const listed = isCatalogueEntry(car)
    ? undefined
    : world.publications.get(publicationKey(agency.ordinal, car.ExternalId))
  return {
    self: link(view, paths.inquiry(agency.adminMail, sidOf(record))),
    agencia: link(view, paths.agency(agency.adminMail)),
    operador: link(view, paths.operator(agency.adminMail, record.OperadorResponsable)),
    ...(listed &&
      isReadable({ world, app: view.app }, listed) && {
        publicacion: link(view, paths.publication(agency.adminMail, listed.ExternalId)),
      }),
    ...(isCatalogueEntry(car) && { version: link(view, car.version.path) }),
  }
}

const read = operation<Received>({
  id: 'inquiries.read',
  method: 'GET',
  path: '/v3/consultas/{adminmail}/{sid}',
  summary: 'Read an inquiry',
  statements: ['INQ-01', 'INQ-02'],
  parameters: [adminMail, { name: 'sid', in: 'path', kind: 'text', required: true, description: 'The inquiry id' }],
  shows: inquiry,
  as: 'entry',
  refusals: [400, 404],
  find: (call) => {
    const agency = findAgency(call, String(call.path['adminmail']), true)
    if (isRefusal(agency)) return agency
    const sid = String(call.path['sid'])
    const found = call.world.inquiries.get(sid)
    const detail = `No existe la consulta ${sid}.`
    if (found?.agency !== agency.ordinal) return missing(detail)
    return isInquiryShownTo(call, agency, found)
      ? { agency, inquiry: found }
      : unseen(call, `la consulta ${sid}`, detail)
  },
  decide: (record) => ({ shown: { record } }),
})

const page = (agency: Agency, call: Call, { faults }: Said): Outcome | Refusal => {
  const { profile } = call.view
  const zoneMinutes = zoneOf(profile, agency)
  const period = readPeriod(faults, call.query, { nowMs: call.nowMs, zoneMinutes, profile })
  if (faults.any) return faults.refusal()
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
      call.view,
      paths.inquiries(agency.adminMail),
      periodFilters.map(({ name }) => name),
    ),
    agencia: link(call.view, paths.agency(agency.adminMail)),
  }
  return (
    beyondLast(call, found) ?? {
      shown: { head, links, records: inquiries.map((entry) => ({ agency, inquiry: entry })) },
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
  shows: inquiry,
  as: 'period',
  refusals: [400, 404],
  find: (call) => findAgency(call, String(call.path['adminmail']), true),
  decide: page,
})

const listByOperator = operation<Agency>({
  id: 'inquiries.list-by-operator',
  method: 'GET',
  path: '/v3/consultas',
  summary: 'Inquiries visible to a collaborator, without naming the agency',
  statements: ['INQ-08', 'INQ-04', 'INQ-05'],
  assumption: 'inquiries/without-adminmail',
  parameters: [{ ...operador, required: true }, ...periodFilters.filter(({ name }) => name !== 'operador')],
  shows: inquiry,
  as: 'period',
  refusals: [400, 404],
  queryNames: true,
  find: (call) => findAgencyOfOperator(call, String(call.query['operador'])),
  decide: page,
})

export const inquiryOperations = [read, list, listByOperator]
