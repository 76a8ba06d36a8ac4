import { type Inquiry, isCatalogueEntry } from '../../world/inquiry.ts'
import { type Publication, publicationKey } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { isActiveOption } from '../decision-context.ts'

type ListingSource = 'inquiries/auto' | 'inquiries/operator'

/**
 * Returns the publication of an inquiry as it was at reception, or as it is (`inquiries/auto`,
 * `inquiries/operator`); undefined for a catalogue entry.
 */
export const inquiredListing = (
  world: World,
  { agency, car }: Pick<Inquiry, 'agency' | 'car'>,
  id: ListingSource,
): Publication | undefined => {
  if (isCatalogueEntry(car)) return undefined
  if (isActiveOption({ world }, id, 'at-reception')) return car
  const now = world.publications.get(publicationKey(agency, car.ExternalId))
  // Another publication may have the id by now (`publications/external-id-reuse`).
  return now?.handle.number === car.handle.number ? now : car
}

/** Returns the e-mail of the operator who is responsible for an inquiry (`inquiries/operator`). */
export const responsibleOperator = (world: World, inquiry: Inquiry): string =>
  isActiveOption({ world }, 'inquiries/operator', 'at-reception')
    ? inquiry.OperadorResponsable
    : (inquiredListing(world, inquiry, 'inquiries/operator')?.OperadorResponsable ??
      inquiry.OperadorResponsable)
