import type { Call } from '../http/call.ts'
import { instant } from '../http/days.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { Href, to } from '../http/href.ts'
import type { Inquiry } from '../world.ts'

/** Shows an inquiry in full. */
export const fullInquiry = (call: Call, inquiry: Inquiry) => {
  const { choices } = call
  const { agency, sid, publication, car, person } = inquiry
  const moment = instant(choices, inquiry.atMs)
  const isFalselyTied = choices.inquiryFault === 'catalogueId' && publication === null
  const auto = isFalselyTied ? { ...car, ExternalId: 'CATALOGO' } : car
  const links = {
    self: to('consultas', agency.mail, sid),
    ...(publication ? { aviso: to('publicaciones', agency.mail, publication.members.ExternalId) } : {}),
  }
  return extended(
    call,
    withMemberFault(call, 'consulta', {
      Momento: choices.inquiryFault === 'offset' ? moment.replace(/(Z|[+-]\d\d:\d\d)$/, '') : moment,
      OrigenLead: inquiry.origin,
      TipoAnuncio: publication === null ? 'catalogo' : 'publicacion',
      Auto: withMemberFault(call, 'auto', auto),
      Interesado: withMemberFault(call, 'interesado', person),
      OperadorResponsable: inquiry.operator,
      _links: links,
    }),
  )
}

/** Shows an inquiry in short. */
export const refInquiry = (call: Call, { agency, sid, car, person }: Inquiry) =>
  withMemberFault(call, 'consultaRef', {
    href: new Href(['consultas', agency.mail, sid]),
    title:
      `${person['Nombre'] ?? 'Alguien'} pregunta por ${car['Marca'] ?? 'un auto'} ${car['Modelo'] ?? ''}`.trim(),
  })
