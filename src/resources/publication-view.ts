import { chosen } from '../assumptions/profile.ts'
import { needsWrite } from '../domain/access.ts'
import type { Agency } from '../world/agency.ts'
import { canBeArchived, refusesSuspension } from '../domain/publications/lifecycle.ts'
import { type Publication, tagOf } from '../world/publication.ts'
import { titleOf } from '../domain/publications/publication-query.ts'
import { literalOf } from '../domain/state-literal.ts'
import { entityTag } from '../http/entity-tag.ts'
import { GAP, paths, segment } from '../http/paths.ts'
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
  full: ({ agency, publication: record }, view) => {
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
    }
  },
  linksText: (listing, view) => linksText(listing, view),
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

/**
 * Within an agency the links of two publications in one condition with one operator differ in the `ExternalId` alone. Their text is drawn up once,
 * and then filled in.
 */
const linksText = ({ agency, publication: record }: Listing, view: View): string => {
  const { condition, OperadorResponsable, ExternalId } = record
  const known = patternsOf(view, agency)
  const key = `${condition} ${OperadorResponsable}`
  let pattern = known.get(key)
  if (!pattern) {
    pattern = JSON.stringify(linksOf(agency, { condition, OperadorResponsable, ExternalId: GAP }, view)).split(GAP)
    known.set(key, pattern)
  }
  return pattern.join(segment(ExternalId))
}

type Pattern = readonly string[]
const patterns = new WeakMap<View, WeakMap<Agency, Map<string, Pattern>>>()

const patternsOf = (view: View, agency: Agency): Map<string, Pattern> => {
  let ofView = patterns.get(view)
  if (!ofView) patterns.set(view, (ofView = new WeakMap()))
  let ofAgency = ofView.get(agency)
  if (!ofAgency) ofView.set(agency, (ofAgency = new Map()))
  return ofAgency
}

type Linked = Pick<Publication, 'condition' | 'OperadorResponsable' | 'ExternalId'>

/** A transition is offered exactly while taking it would not be refused. */
const linksOf = (agency: Agency, { condition, OperadorResponsable, ExternalId }: Linked, view: View): Links => {
  const { adminMail } = agency
  const self = paths.publication(adminMail, ExternalId)
  const archived = condition === 'archived'
  const links: Links = {}
  if (!archived || chosen(view.profile, 'publications/read-archived') === '200') links['self'] = link(view, self)
  links['agencia'] = link(view, paths.agency(adminMail))
  links['operador'] = link(view, paths.operator(adminMail, OperadorResponsable))
  links['consultas'] = link(view, paths.inquiriesOf(adminMail, ExternalId))
  if (needsWrite(agency, view.app)) return links
  if (!archived) {
    links['editar'] = link(view, self, 'PUT')
    links['modificar'] = link(view, self, 'PATCH')
  }
  if (!refusesSuspension({ world: view, agency }, condition))
    links['suspender'] = link(view, `${self}/suspender`, 'PATCH')
  if (canBeArchived(condition)) links['archivar'] = link(view, `${self}/archivar`, 'PATCH')
  return links
}
