import type { Publication } from '../../world/publication.ts'
import { byActiveOption, type DecisionContext } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

const NULL_ACTIVA = {
  true: { isRefused: false, isKept: false },
  '400': { isRefused: true, isKept: false },
  'put-unchanged': { isRefused: false, isKept: true },
}

/** Adds an issue for a null `Activa` where `publications/activa-null` says so. */
export const checkActiva = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: boolean | null | undefined,
): void => {
  if (sent === null && byActiveOption(context, 'publications/activa-null', NULL_ACTIVA).isRefused)
    issues.add('Activa', 'Se espera true o false.', 'PUB-06', 'PUB-22', 'publications/activa-null')
}

/** Returns whether a full edit asks for an active publication (PUB-22, `publications/activa-null`). */
export const isActiveRequested = (
  context: DecisionContext,
  before: Publication,
  sent: boolean | null | undefined,
): boolean => {
  const keeps = sent === null && byActiveOption(context, 'publications/activa-null', NULL_ACTIVA).isKept
  return keeps ? before.condition === 'active' : sent !== false
}
