import { jsonObjectOf } from '../../lib/unknown-values.ts'
import type { AgencyDocuments } from './read-agency.ts'
import type { Scrubber } from './scrubber.ts'
import { textsOf } from './values.ts'

/** Records every value of a person in the documents, so that none is generated or kept. */
export const notePeople = (documents: AgencyDocuments, scrub: Scrubber): void => {
  for (const operator of documents.operators) {
    scrub.note('name', operator['Nombre'])
    scrub.note('name', operator['Apellido'])
    scrub.note('mail', operator['Email'])
    for (const phone of textsOf(operator['Telefonos'])) scrub.note('phone', phone)
    const places = operator['Direcciones']
    for (const place of Array.isArray(places) ? places : [])
      scrub.note('address', jsonObjectOf(place)?.['Direccion'])
  }
  for (const branch of documents.branches) {
    scrub.note('mail', branch['Email'])
    scrub.note('mail', branch['ResponsableLeadsPostVenta'])
    scrub.note('phone', branch['Telefono'])
    scrub.note('address', branch['Direccion'])
  }
  for (const publication of documents.publications) {
    scrub.note('mail', publication['OperadorResponsable'])
    scrub.note('phone', publication['Telefono'])
    scrub.note('address', jsonObjectOf(publication['Locacion'])?.['Direccion'])
  }
  for (const inquiry of documents.inquiries) {
    const person = jsonObjectOf(inquiry['Interesado']) ?? {}
    scrub.note('mail', inquiry['OperadorResponsable'])
    scrub.note('name', person['Nombre'])
    scrub.note('name', person['Apellido'])
    scrub.note('mail', person['Email'])
    scrub.note('phone', person['Telefono'])
    scrub.note('document', person['DocIdentidad'])
    scrub.note('text', person['Comentario'])
  }
  for (const channel of Object.values(documents.settings ?? {})) {
    const { Email, EmailsCCO } = jsonObjectOf(channel) ?? {}
    for (const mail of [Email, ...mailsIn(EmailsCCO)]) scrub.note('mail', mail)
  }
}

/** Returns the mails of a list with commas. */
export const mailsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((mail) => mail.trim())
        .filter((mail) => mail !== '')
    : []
