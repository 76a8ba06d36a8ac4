import { isChosen } from '../../api/assumptions/profile.ts'
import {
  isPlain,
  type PlainMember,
  plainType,
  RESPONSE_MEMBERS,
  type ResponseMember,
} from '../../api/wire/publication-members.ts'
import { stateLiteral } from '../../api/wire/state-literal.ts'
import { contentHash } from '../../lib/random/content-hash.ts'
import { writeRefusal } from '../domain/access.ts'
import { shownExternalId } from '../domain/external-id.ts'
import { shownPhone } from '../domain/publications/contact.ts'
import { canBeArchived, suspensionRefusal } from '../domain/publications/lifecycle.ts'
import { shownLocation } from '../domain/publications/location.ts'
import { publicationTitle } from '../domain/publications/publication-query.ts'
import { customRowsOf } from '../domain/publications/technical-rows.ts'
import { entityTagHeader } from '../http/entity-tag.ts'
import { encodeSegment, paths, SEGMENT_PLACEHOLDER } from '../http/paths.ts'
import { type LinksByRelation, link, photoUrl, type RenderContext } from '../http/render-context.ts'
import { representationOf, type ShownAs } from '../http/representation.ts'
import type { Agency } from '../world/agency.ts'
import type { Publication } from '../world/publication.ts'
import { publicationTag } from '../world/publication-tag.ts'
import type { World } from '../world/world.ts'

/** A publication with its agency, which its URL names. */
export interface PublicationTarget {
  readonly agency: Agency
  readonly publication: Publication
}

/** Returns the opaque part of the tag (PUB-33), with a phone that the record does not hold but shows. */
const opaqueTag = ({ agency, publication: record }: PublicationTarget, render: RenderContext): string => {
  const phone = record.Telefono === null ? shownPhone(record, agency, render.profile) : null
  return publicationTag(record) + render.salt + (phone === null ? '' : `-${contentHash(phone)}`)
}

type Show<T> = (target: PublicationTarget, render: RenderContext, world: World) => T
type ShowMember<M extends ResponseMember> = Show<ShownAs<'Publicacion'>[M]>
type ShowMembers = Show<Omit<ShownAs<'Publicacion'>, '_links'>>

/** How the members are shown that are not plain; links are rendered as text. */
const OWN_MEMBERS: { readonly [M in Exclude<ResponseMember, PlainMember | '_links'>]: ShowMember<M> } = {
  ExternalId: ({ publication }, { profile }) => shownExternalId(publication.ExternalId, profile),
  Vin: ({ publication }, render) => shownText(publication.Vin, render),
  EstadoActual: ({ publication }, { profile }) => stateLiteral(profile, publication.condition),
  Exposicion: ({ publication }) => publication.Exposicion,
  OperadorResponsable: ({ publication }) => publication.OperadorResponsable,
  // Null only where `publications/required-members` lets a create leave them out.
  Marca: ({ publication }) => publication.Marca as string,
  Modelo: ({ publication }) => publication.Modelo as string, // as Marca
  Version: ({ publication }, render) => shownText(publication.Version, render),
  Transmision: ({ publication }, render) => shownText(publication.Transmision, render),
  Propulsion: ({ publication }, render) => shownText(publication.Propulsion, render),
  DatosTecnicosCustom: ({ publication }, render, world) => shownCustomData(publication, render, world),
  // The URLs as the client sent them (`publications/photos-shown`).
  Fotos: ({ publication }, render) => publication.Fotos.map((url) => photoUrl(render, url)),
  CertificadoDeGarantiaUsado: ({ publication }, render) => certificate(publication, render),
  Locacion: ({ publication }, { profile }) =>
    shownLocation(publication.Locacion, isChosen(profile, 'publications/location-absent-members', 'null')),
  Telefono: ({ agency, publication }, render) =>
    shownText(shownPhone(publication, agency, render.profile), render),
  Consultas: ({ agency, publication }, render) => ({
    _links: { self: link(render, paths.inquiriesOf(agency.adminMail, publication.ExternalId)) },
  }),
}

const plainMember = (name: PlainMember): ShowMember<PlainMember> =>
  plainType(name)?.kind === 'text'
    ? ({ publication }, render) => shownText(publication[name] as string | null, render) // of that type
    : ({ publication }) => publication[name]

/** Every member but the links, in the order of the table. */
const MEMBERS = RESPONSE_MEMBERS.flatMap((name) =>
  name === '_links' ? [] : [[name, isPlain(name) ? plainMember(name) : OWN_MEMBERS[name]] as const],
)

const shownMembers: ShowMembers = (target, render, world) => {
  const shown: Partial<Record<ResponseMember, unknown>> = {}
  for (const [name, show] of MEMBERS) shown[name] = show(target, render, world)
  // One value of its type for each name.
  return shown as ReturnType<ShowMembers>
}

/** Representation of a publication (PUB-02, PUB-38). */
export const publicationRepresentation = representationOf<PublicationTarget, '_links'>()({
  schemas: { full: 'Publicacion', ref: 'PublicacionRef' },
  cacheKey: ({ publication: record }) => record,
  // A phone that follows the operator's depends on more than this record.
  isCacheable: ({ profile }) => !isChosen(profile, 'publications/telefono-null', 'at-each-read'),
  entityTag: opaqueTag,
  full: shownMembers,
  linksText: (listing, render) => linksText(listing, render),
  ref: ({ agency, publication: record }, render) => ({
    etag: refTag({ agency, publication: record }, render),
    ExternalId: shownExternalId(record.ExternalId, render.profile),
    EstadoActual: stateLiteral(render.profile, record.condition),
    href: link(render, paths.publication(agency.adminMail, record.ExternalId)).href,
    title: publicationTitle(record),
  }),
})

/** Returns how a text is shown that may have no value (`publications/optional-absent`). */
const shownText = (value: string | null, { profile }: RenderContext): string | null =>
  value === null && isChosen(profile, 'publications/optional-absent', 'empty-strings') ? '' : value

/**
 * Returns the custom rows; of a known version none, or the service's own (`publications/custom-data-shown`).
 */
const shownCustomData = (record: Publication, { profile }: RenderContext, world: World) => {
  if (record.versionId === null || !isChosen(profile, 'publications/custom-data-shown', 'own-rows'))
    return record.DatosTecnicosCustom
  const version = world.setting.catalogue().versions.find(({ id }) => id === record.versionId)
  return version ? customRowsOf(version, profile) : []
}

/** Returns the `etag` member of a ref (`publications/ref-etag-form`). */
const refTag = (target: PublicationTarget, render: RenderContext): string => {
  const opaque = opaqueTag(target, render)
  return isChosen(render.profile, 'publications/ref-etag-form', 'opaque-part')
    ? opaque
    : entityTagHeader(opaque, render.profile)
}

/** Returns the used-car certificate (PUB-18, `publications/warranty`). */
const certificate = ({ warranty }: Publication, render: RenderContext) => {
  if (isChosen(render.profile, 'publications/warranty', 'boolean')) return warranty
  return warranty ? { Aplica: true, Titulo: 'Certificado de garantía de usado' } : null
}

/**
 * Renders the links as text. Within an agency, the links of publications with one condition and operator
 * differ only in the `ExternalId`, so their text is cached with a gap for it.
 */
const linksText = ({ agency, publication: record }: PublicationTarget, render: RenderContext): string => {
  const { condition, OperadorResponsable, ExternalId } = record
  const known = patternsOf(render, agency)
  const key = `${condition} ${OperadorResponsable}`
  let pattern = known.get(key)
  if (!pattern) {
    pattern = JSON.stringify(
      publicationLinks(agency, { condition, OperadorResponsable, ExternalId: SEGMENT_PLACEHOLDER }, render),
    ).split(SEGMENT_PLACEHOLDER)
    known.set(key, pattern)
  }
  // Adding up takes less than `join`: the text is flattened only once, with all of the representation.
  const id = encodeSegment(ExternalId)
  return pattern.reduce((text, part) => text + id + part)
}

type LinksPattern = readonly string[]
const patternsByView = new WeakMap<RenderContext, WeakMap<Agency, Map<string, LinksPattern>>>()

const patternsOf = (render: RenderContext, agency: Agency): Map<string, LinksPattern> => {
  let ofView = patternsByView.get(render)
  if (!ofView) patternsByView.set(render, (ofView = new WeakMap()))
  let ofAgency = ofView.get(agency)
  if (!ofAgency) ofView.set(agency, (ofAgency = new Map()))
  return ofAgency
}

type LinkedPublication = Pick<Publication, 'condition' | 'OperadorResponsable' | 'ExternalId'>

/** Returns the links; a transition is linked exactly while the service would not refuse it. */
const publicationLinks = (
  agency: Agency,
  { condition, OperadorResponsable, ExternalId }: LinkedPublication,
  render: RenderContext,
): LinksByRelation => {
  const { adminMail } = agency
  const self = paths.publication(adminMail, ExternalId)
  const archived = condition === 'archived'
  const links: LinksByRelation = {}
  if (!archived || isChosen(render.profile, 'publications/read-archived', '200'))
    links['self'] = link(render, self)
  links['agencia'] = link(render, paths.agency(adminMail))
  links['operador'] = link(render, paths.operator(adminMail, OperadorResponsable))
  links['consultas'] = link(render, paths.inquiriesOf(adminMail, ExternalId))
  if (writeRefusal(agency, render.app)) return links
  if (!archived) {
    links['editar'] = link(render, self, 'PUT')
    links['modificar'] = link(render, self, 'PATCH')
  }
  if (!suspensionRefusal({ world: render, agency }, condition))
    links['suspender'] = link(render, `${self}/suspender`, 'PATCH')
  if (canBeArchived(condition)) links['archivar'] = link(render, `${self}/archivar`, 'PATCH')
  return links
}
