import { type Agency, operatorByEmail } from '../../world/agency.ts'
import { publicationKey } from '../../world/publication.ts'
import type { App, World } from '../../world/world.ts'
import { findAgencyOfOperator, missingRefusal } from '../access.ts'
import { byActiveOption } from '../decision-context.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import { ValidationIssues } from '../validation-issues.ts'

const UNKNOWN_FILTER = { empty: 'empty', '400': 'invalid', '404': 'missing' } as const

/**
 * Checks whether the operator and the publication that a list is filtered by exist in the agency: an issue or
 * a refusal where `inquiries/unknown-filter` says so, else nothing.
 */
export const checkFilters = (
  issues: ValidationIssues,
  caller: { readonly world: World; readonly app: App },
  agency: Agency,
  query: { readonly operador?: unknown; readonly externalid?: unknown },
): Refusal | undefined => {
  const answer = byActiveOption(caller, 'inquiries/unknown-filter', UNKNOWN_FILTER)
  if (answer === 'empty') return undefined
  const { operador, externalid } = query
  const unknown = [
    ...(typeof operador === 'string' && !operatorByEmail(agency, operador) ? ['operador'] : []),
    ...(typeof externalid === 'string' &&
    !caller.world.publications.get(publicationKey(agency.ordinal, externalid))
      ? ['externalid']
      : []),
  ]
  if (unknown.length === 0) return undefined
  if (answer === 'missing')
    return missingRefusal('No existe lo que el filtro nombra.', 'inquiries/unknown-filter')
  for (const name of unknown) issues.add(name, 'No existe en la agencia.', 'inquiries/unknown-filter')
  return undefined
}

/**
 * Finds the agency by the operator that a list is filtered by, where the path names none (INQ-08,
 * `inquiries/unknown-filter`).
 */
export const findAgencyByFilter = (
  caller: { readonly world: World; readonly app: App },
  operador: string,
): Agency | Refusal => {
  const found = findAgencyOfOperator(caller, operador)
  if (!isRefusal(found) || found.refused !== 'missing') return found
  if (byActiveOption(caller, 'inquiries/unknown-filter', UNKNOWN_FILTER) !== 'invalid') return found
  const issues = new ValidationIssues()
  issues.add('operador', 'No existe en la agencia.', 'inquiries/unknown-filter')
  return issues.toRefusal()
}
