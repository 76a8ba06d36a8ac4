import { byOption, type Profile } from '../../api/assumptions/profile.ts'

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
] as const

/** A step of the decision trace: those that decide, and how the result is shown. */
export type DecisionStep = (typeof STANDARD_ORDER)[number] | 'shown'

/** A step of the decision core, each of which may refuse. */
export type DecidingStep = Exclude<DecisionStep, 'shown'>

const afterBody = (late: DecidingStep): readonly DecidingStep[] =>
  STANDARD_ORDER.flatMap((step) => (step === late ? [] : step === 'body' ? [step, late] : [step]))

const ORDERS = {
  standard: STANDARD_ORDER,
  'body-before-precondition': afterBody('precondition'),
  'access-after-body': afterBody('access'),
} as const

/** Returns the steps that decide, in the order in force (`common/precedence`): the core loops over them. */
export const decidingSteps = (profile: Profile): readonly DecidingStep[] =>
  byOption(profile, 'common/precedence', ORDERS)

/** Returns those steps with the last one, `shown`, as the decision trace has them. */
export const decisionOrder = (profile: Profile): readonly DecisionStep[] => [
  ...decidingSteps(profile),
  'shown',
]
