import { isChosen, type Profile } from '../../../api/assumptions/profile.ts'
import { isEmail } from '../../../lib/text/email.ts'
import type { Agency, Operator } from '../../world/agency.ts'
import { administratorOf, operatorByEmail } from '../../world/agency.ts'
import type { Publication } from '../../world/publication.ts'
import { type DecisionContext, isActiveOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/**
 * Returns the operator of a new publication (PUB-08); null or empty selects the administrator
 * (`publications/empty-strings`).
 */
export const operatorForCreate = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | null | undefined,
): Operator => {
  const administrator = administratorOf(context.agency)
  if (!sent) return administrator
  const found = operatorByEmail(context.agency, sent)
  if (found) return found
  if (!isEmail(sent)) issues.add('OperadorResponsable', 'Se espera un correo electrónico.', 'PUB-04')
  else if (isActiveOption(context, 'publications/unknown-operator', '400')) {
    issues.add(
      'OperadorResponsable',
      `${sent} no es colaborador de la agencia.`,
      'PUB-08',
      'publications/unknown-operator',
    )
  }
  return administrator
}

/** Returns the operator after an edit (PUB-23); null or an unknown operator keeps the assigned one. */
export const operatorForEdit = (
  agency: Agency,
  sent: string | null | undefined,
  assigned: string,
): Operator => {
  const found = sent ? operatorByEmail(agency, sent) : undefined
  return found ?? operatorByEmail(agency, assigned) ?? administratorOf(agency)
}

/**
 * Returns the phone that replaces null: the operator's first one at the time of the write
 * (`publications/telefono-null`).
 */
const firstPhone = (operator: Operator): string | null => operator.Telefonos[0] ?? null

/** Returns the phone to store for one that was sent, null or empty when none was (PUB-19, PUB-24). */
export const parsePhone = (
  context: DecisionContext,
  operator: Operator,
  sent: string | null | undefined,
): string | null => {
  if (sent) return sent
  return isActiveOption(context, 'publications/telefono-null', 'at-each-read') ? null : firstPhone(operator)
}

/** Returns the phone that responses show: a missing one may follow the operator's at each read. */
export const shownPhone = (
  { Telefono, OperadorResponsable }: Pick<Publication, 'Telefono' | 'OperadorResponsable'>,
  agency: Agency,
  profile: Profile,
): string | null => {
  if (Telefono !== null || !isChosen(profile, 'publications/telefono-null', 'at-each-read')) return Telefono
  const operator = operatorByEmail(agency, OperadorResponsable)
  return operator ? firstPhone(operator) : null
}

/** Adds an issue when the phone is not one of the responsible operator's (PUB-24). */
export const checkPhone = (issues: ValidationIssues, operator: Operator, phone: string): void => {
  if (operator.Telefonos.includes(phone)) return
  const known = operator.Telefonos.length > 0 ? operator.Telefonos.join(', ') : 'ninguno'
  issues.add('Telefono', `No coincide con los teléfonos del operador responsable (${known}).`, 'PUB-24')
}
