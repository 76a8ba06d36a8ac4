import { assumptions } from '../assumptions/profile.ts'
import type { FaultVerdict, OptionVerdict, SweptFault, SweptOption } from './findings.ts'
import type { FaultVariant, OptionVariant } from './variants.ts'

/** What a sweep found about one variant. */
export interface VariantFacts {
  readonly state: 'failed' | 'passed' | 'not-reached'
  readonly evidence: SweptOption['evidence']
  readonly basis: string
  readonly note: string | null
  readonly waived: boolean
}

const questions = new Map<string, string>(assumptions.map(({ id, question }) => [id, question]))

/** Returns the entry of a report for an option. */
export const optionEntry = (
  { assumption, option }: OptionVariant,
  { state, ...rest }: VariantFacts,
): SweptOption => {
  const verdicts = {
    failed: 'stood-on',
    passed: 'free',
    'not-reached': 'not-reached',
  } as const satisfies Record<string, OptionVerdict>
  return {
    id: assumption,
    option,
    verdict: verdicts[state],
    question: questions.get(assumption) ?? '',
    ...rest,
  }
}

/** Returns the entry of a report for a fault. */
export const faultEntry = (
  { id, fault, exchange, means, weakness }: FaultVariant,
  { state, ...rest }: VariantFacts,
): SweptFault => {
  const verdicts = {
    failed: 'broken',
    passed: 'healed',
    'not-reached': 'not-reached',
  } as const satisfies Record<string, FaultVerdict>
  return { id, fault, exchange, verdict: verdicts[state], means, weakness, ...rest }
}
