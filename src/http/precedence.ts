import { chosen, type Profile } from '../assumptions/profile.ts'

/** The steps of the decision core, in the default order of `common/precedence`. */
const STANDARD_ORDER = [
  'caller',
  'rate',
  'operation',
  'form',
  'parameters',
  'target',
  'access',
  'precondition',
  'body',
  'decision',
  'shown',
] as const

/** A step of the decision core. */
export type DecisionStep = (typeof STANDARD_ORDER)[number]

const afterBody = (late: DecisionStep): readonly DecisionStep[] =>
  STANDARD_ORDER.flatMap((step) => (step === late ? [] : step === 'body' ? [step, late] : [step]))

const ORDERS = {
  standard: STANDARD_ORDER,
  'body-before-precondition': afterBody('precondition'),
  'access-after-body': afterBody('access'),
} as const

/**
 * Returns the steps in the order in force (`common/precedence`): the decision core loops over it, the
 * decision trace shows it.
 */
export const decisionOrder = (profile: Profile): readonly DecisionStep[] =>
  ORDERS[chosen(profile, 'common/precedence')]
