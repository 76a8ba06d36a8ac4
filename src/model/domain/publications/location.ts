import { limits } from '../../../api/wire/limits.ts'
import type { Address, Operator } from '../../world/agency.ts'
import { BRAND_FORMS, REGION_FORMS } from '../catalogue/named-match.ts'
import { type PlaceReference, placeAddress, resolvePlace } from '../catalogue/place-resolution.ts'
import { byActiveOption, type DecisionContext, isActiveOption } from '../decision-context.ts'
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
    const isNull = isActiveOption(context, 'publications/location-null', 'null')
    return isNull ? null : (operator.Direcciones[0] ?? null)
  }
  if (isActiveOption(context, 'publications/location-bounds', 'as-operator')) checkBounds(issues, sent)
  const forms = byActiveOption(context, 'publications/location-forms', LOCATION_FORMS)
  const rules = {
    keepsUnresolved: forms.keepsUnresolved,
    regionForms: isCreate ? forms.inCreate : REGION_FORMS,
  }
  return placeAddress(resolvePlace(issues, 'Locacion.', sent, context.world.setting.catalogue(), rules))
}

const LOCATION_FORMS = {
  resolved: { keepsUnresolved: false, inCreate: REGION_FORMS },
  'iso-in-put-only': { keepsUnresolved: false, inCreate: BRAND_FORMS },
  kept: { keepsUnresolved: true, inCreate: REGION_FORMS },
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
