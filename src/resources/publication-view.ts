import { chosen } from '../assumptions/profile.ts'
import { needsWrite } from '../domain/access.ts'
import type { Agency } from '../domain/agency.ts'
import { archive, suspend } from '../domain/lifecycle.ts'
import { type Publication, tagOf } from '../domain/publication.ts'
import { titleOf } from '../domain/publication-query.ts'
import { isRefusal } from '../domain/refusal.ts'
import { literalOf } from '../domain/state-literal.ts'
import type { World } from '../domain/world.ts'
import { entityTag } from '../http/entity-tag.ts'
import { paths } from '../http/paths.ts'
import { representation } from '../http/representation.ts'
import { type Links, link, photoUrl, type View } from '../http/view.ts'
import { Publicacion, PublicacionRef } from '../wire/answers.ts'

/** A publication with the agency that owns it, without which it has no address. */
export interface Listing {
  readonly agency: Agency
  readonly publication: Publication
}

/** PUB-02, PUB-38. */
export const publication = representation<Listing>({
  name: 'Publicacion',
  schemas: { full: Publicacion, ref: PublicacionRef },
  keptBy: ({ publication: record }) => record,
  tag: ({ publication: record }, view) => tagOf(record) + view.salt,
  full: (listing, view, world) => {
    const { agency, publication: record } = listing
    return {
      ExternalId: record.ExternalId,
      RefStock: record.RefStock,
      Vin: record.Vin,
      EstadoActual: literalOf(view.profile, record.condition),
      Exposicion: record.Exposicion,
      OperadorResponsable: record.OperadorResponsable,
      Marca: record.Marca,
      Modelo: record.Modelo,
      Version: record.Version,
      VersionYear: record.VersionYear,
      Transmision: record.Transmision,
      Propulsion: record.Propulsion,
      Kilometraje: record.Kilometraje,
      Color: record.Color,
      Descripcion: record.Descripcion,
      DatosTecnicosCustom: record.DatosTecnicosCustom,
      Precio: record.Precio,
      Adelanto: record.Adelanto,
      Cuota: record.Cuota,
      // The addresses that were sent (`publications/photos-shown`).
      Fotos: record.Fotos.map((url) => photoUrl(view, url)),
      CertificadoDeGarantiaUsado: certificate(record, view),
      Locacion: record.Locacion,
      Telefono: record.Telefono,
      Consultas: { _links: { self: link(view, paths.inquiriesOf(agency.adminMail, record.ExternalId)) } },
      _links: linksOf(listing, view, world),
    }
  },
  ref: ({ agency, publication: record }, view) => ({
    etag: refTag(record, view),
    ExternalId: record.ExternalId,
    EstadoActual: literalOf(view.profile, record.condition),
    href: link(view, paths.publication(agency.adminMail, record.ExternalId)).href,
    title: titleOf(record),
  }),
})

/** `publications/ref-etag-form`. */
const refTag = (record: Publication, view: View): string => {
  const opaque = tagOf(record) + view.salt
  return chosen(view.profile, 'publications/ref-etag-form') === 'opaque-part' ? opaque : entityTag(opaque, view.profile)
}

/** PUB-18, `publications/warranty`. */
const certificate = ({ warranty }: Publication, view: View) => {
  if (chosen(view.profile, 'publications/warranty') === 'boolean') return warranty
  return warranty ? { Aplica: true, Titulo: 'Certificado de garantía de usado' } : null
}

/** A transition is offered exactly while taking it would not be refused. */
const linksOf = ({ agency, publication: record }: Listing, view: View, world: World): Links => {
  const { adminMail } = agency
  const self = paths.publication(adminMail, record.ExternalId)
  const context = { world, agency, app: view.app, nowMs: 0, photos: undefined }
  const archived = record.condition === 'archived'
  const links: Links = {}
  if (!archived || chosen(view.profile, 'publications/read-archived') === '200') links['self'] = link(view, self)
  links['agencia'] = link(view, paths.agency(adminMail))
  links['operador'] = link(view, paths.operator(adminMail, record.OperadorResponsable))
  links['consultas'] = link(view, paths.inquiriesOf(adminMail, record.ExternalId))
  if (needsWrite(agency, view.app)) return links
  if (!archived) {
    links['editar'] = link(view, self, 'PUT')
    links['modificar'] = link(view, self, 'PATCH')
  }
  if (!isRefusal(suspend(context, record))) links['suspender'] = link(view, `${self}/suspender`, 'PATCH')
  if (!isRefusal(archive(context, record))) links['archivar'] = link(view, `${self}/archivar`, 'PATCH')
  return links
}
