import { deliveryContextOf } from '../../model/http/render-context.ts'
import { type Representation, renderText } from '../../model/http/representation.ts'
import { agencyRepresentation } from '../../model/resources/agencies.ts'
import { inquiryRepresentation } from '../../model/resources/inquiries.ts'
import { publicationRepresentation } from '../../model/resources/publication-representation.ts'
import type {
  EntityRepresentations,
  RepresentationContext,
  RepresentationForm,
} from '../notifications/entity-representations.ts'

/**
 * Renders entities for deliveries as in responses to the same app. Links are absolute (`events/href-form`): a
 * receiver has no request whose address a path could be resolved against.
 */
export const entityRepresentations: EntityRepresentations = {
  agency: (form, context) => renderEntity(agencyRepresentation, form, context, context.agency),
  publication: (form, context, publication) =>
    renderEntity(publicationRepresentation, form, context, { agency: context.agency, publication }),
  inquiry: (form, context, inquiry) =>
    renderEntity(inquiryRepresentation, form, context, { agency: context.agency, inquiry }),
}

const renderEntity = (
  representation: Representation,
  form: RepresentationForm,
  { world, app, base }: RepresentationContext,
  record: unknown,
): string => {
  const context = deliveryContextOf(world.setting, app, splitBase(base))
  return renderText(record, { representation, form, context, world })
}

const splitBase = (base: string): { readonly origin: string; readonly prefix: string } => {
  const slash = base.indexOf('/', base.indexOf('://') + 3)
  return slash < 0
    ? { origin: base, prefix: '' }
    : { origin: base.slice(0, slash), prefix: base.slice(slash) }
}
