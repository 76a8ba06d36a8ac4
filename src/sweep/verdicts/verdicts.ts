import { assumptions } from '../../assumptions/profile.ts'
import type { FaultVariant, OptionVariant, Variant } from '../plan/variants.ts'
import type { SweptFault, SweptOption } from './findings.ts'

type VariantState = 'failed' | 'passed' | 'not-reached'

/** The result of a sweep for one variant. */
export interface VariantFacts {
  readonly state: VariantState
  readonly evidence: SweptOption['evidence']
  readonly basis: string
  readonly note: string | null
  readonly waived: boolean
}

const OPTION_VERDICTS = { failed: 'stood-on', passed: 'free', 'not-reached': 'not-reached' } as const
const FAULT_VERDICTS = { failed: 'broken', passed: 'healed', 'not-reached': 'not-reached' } as const

const questions = new Map<string, string>(assumptions.map(({ id, question }) => [id, question]))

/** Returns the entry of a report for an option. */
export const optionEntry = (
  { assumption, option, companion }: OptionVariant,
  { state, ...rest }: VariantFacts,
): SweptOption => ({
  id: assumption,
  option,
  verdict: OPTION_VERDICTS[state],
  question: [questions.get(assumption) ?? '', ...(companion ? [companionText(companion)] : [])].join(' '),
  ...rest,
})

/** Returns a sentence about the companion of an option. */
const companionText = (companion: Variant): string =>
  companion.kind === 'fault'
    ? `It shows when ${companion.means}.`
    : `It shows under another option: ${companion.id}.`

/** Returns the entry of a report for a fault. */
export const faultEntry = (
  { id, fault, exchange, means, weakness }: FaultVariant,
  { state, ...rest }: VariantFacts,
): SweptFault => ({ id, fault, exchange, verdict: FAULT_VERDICTS[state], means, weakness, ...rest })
