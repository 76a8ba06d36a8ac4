import type { Assumption } from '../../api/assumptions/assumption.ts'
import { type AssumptionId, assumptions, optionText, type Profile } from '../../api/assumptions/profile.ts'
import { type DecisionStep, decisionOrder } from '../../model/http/precedence.ts'
import type { DecisionGround, TraceStep } from './exchange-schemas.ts'
import type { JournalEntry } from './journal-entry.ts'

/** The question of each step in words. */
const STEP_QUESTIONS: Readonly<Record<DecisionStep, string>> = {
  caller: 'Which app calls?',
  rate: 'Is it within its rate?',
  operation: 'Which operation is meant?',
  form: 'Which representation is acceptable?',
  parameters: 'Are the parameters well formed?',
  target: 'Does the target exist for this caller?',
  access: 'May this caller do this?',
  precondition: "Is the caller's copy current?",
  body: 'Is the body valid?',
  decision: 'Does the current state allow it?',
  shown: 'How is the result shown?',
}

/** Returns the decision trace of an exchange: the steps in the order in force (`common/precedence`). */
export const decisionTrace = ({ before, response: { decision } }: JournalEntry): TraceStep[] => {
  const { profile } = before.setting
  const order = decisionOrder(profile)
  const at = decision.step === 'fault' ? -1 : order.indexOf(decision.step)
  const steps = order.map((question, i): TraceStep => {
    if (i !== at)
      return { question, asks: STEP_QUESTIONS[question], outcome: i < at ? 'passed' : 'not reached' }
    return {
      question,
      asks: STEP_QUESTIONS[question],
      outcome: 'decided',
      because: groundsOf(decision.because, profile),
    }
  })
  if (at >= 0) return steps
  // An injected fault decided before the service.
  return [
    { question: decision.step, asks: 'Is a fault injected?', outcome: 'decided', because: [] },
    ...steps,
  ]
}

const assumptionById = new Map<string, Assumption<AssumptionId>>(
  assumptions.map((entry) => [entry.id, entry]),
)

const groundsOf = (ids: readonly string[], profile: Profile): DecisionGround[] =>
  [...new Set(ids)].map((id) => {
    const entry = assumptionById.get(id)
    if (!entry) return { id, kind: 'statement' }
    const word = profile.words[entry.id]
    return {
      id,
      kind: 'assumption',
      question: entry.question,
      option: optionText(profile, entry.id),
      means: entry.options[word]?.means ?? '',
      source: profile.sources[entry.id],
    }
  })
