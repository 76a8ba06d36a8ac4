import { type Representation, renderBody } from '../http/representation.ts'
import { renderContextOf } from '../http/render-context.ts'
import type {
  EntityRepresentations,
  RepresentationContext,
  RepresentationForm,
} from '../notifications/entity-representations.ts'
import { agencyRepresentation } from '../resources/agencies.ts'
import { inquiryRepresentation } from '../resources/inquiries.ts'
import { publicationRepresentation } from '../resources/publication-representation.ts'

/** Entities in deliveries look as they do in answers to the same app, links included. */
export const entityRepresentations: EntityRepresentations = {
  agency: (form, seen) => renderEntity(agencyRepresentation, form, seen, seen.agency),
  publication: (form, seen, record) =>
    renderEntity(publicationRepresentation, form, seen, { agency: seen.agency, publication: record }),
  inquiry: (form, seen, record) => renderEntity(inquiryRepresentation, form, seen, { agency: seen.agency, inquiry: record }),
}

const renderEntity = (
  shows: Representation,
  form: RepresentationForm,
  { world, app, base }: RepresentationContext,
  record: unknown,
): string => {
  const view = renderContextOf(world.setting, app, splitBase(base))
  const body = renderBody({ record }, { representation: shows, form, context: view, world, storesInCache: false })
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
}

const splitBase = (base: string): { readonly origin: string; readonly prefix: string } => {
  const slash = base.indexOf('/', base.indexOf('://') + 3)
  return slash < 0 ? { origin: base, prefix: '' } : { origin: base.slice(0, slash), prefix: base.slice(slash) }
}
