import { limits } from '../../../api/wire/limits.ts'
import type { Address, Operator } from '../../world/agency.ts'
import { BRAND_FORMS, REGION_FORMS } from '../catalogue/named-match.ts'
import { type PlaceReference, placeAddress, resolvePlace } from '../catalogue/place-resolution.ts'
import { activeOption, type DecisionContext } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/** `Locacion` as a body has it, and which body that is. */
interface SentLocation {
  readonly sent: PlaceReference | null | undefined
  readonly isCreate: boolean
}

/**
 * Parses a place of sale (PUB-19, PUB-26, `publications/location-forms`); null or absent selects the
 * operator's address (`publications/location-null`).
 */
export const parseLocation = (
  issues: ValidationIssues,
  context: DecisionContext,
  operator: Operator,
  { sent, isCreate }: SentLocation,
): Address | null => {
  if (!sent) {
    const isNull = activeOption(context, 'publications/location-null') === 'null'
    return isNull ? null : (operator.Direcciones[0] ?? null)
  }
  if (activeOption(context, 'publications/location-bounds') === 'as-operator') checkBounds(issues, sent)
  const rule = activeOption(context, 'publications/location-forms')
  const rules = {
    keepsUnresolved: rule === 'kept',
    regionForms: rule === 'iso-in-put-only' && isCreate ? BRAND_FORMS : REGION_FORMS,
  }
  return placeAddress(resolvePlace(issues, 'Locacion.', sent, context.world.setting.catalogue(), rules))
}

const checkBounds = (issues: ValidationIssues, sent: PlaceReference): void => {
  const { max } = limits.place
  for (const member of ['Region', 'Ciudad', 'Direccion'] as const) {
    if ((sent[member]?.length ?? 0) > max) {
      const sentence = `Se esperan hasta ${max} caracteres.`
      issues.add(`Locacion.${member}`, sentence, 'COM-08', 'publications/location-bounds')
    }
  }
}

/** Returns the members of a place as responses show them (`publications/location-absent-members`). */
export const shownLocation = (place: Address | null, showsNull: boolean) =>
  place && showsNull
    ? { Region: place.Region || null, Ciudad: place.Ciudad || null, Direccion: place.Direccion || null }
    : place
