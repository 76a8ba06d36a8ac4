import * as z from 'zod'
import type { Assumption } from '../assumptions/assumption.ts'
import { type AssumptionId, assumptions, chosen, optionText, type Profile } from '../assumptions/profile.ts'
import { QUESTIONS, type Question } from '../http/request.ts'
import type { Entry } from './entry.ts'

const Ground = z.object({
  id: z.string(),
  kind: z.enum(['statement', 'assumption']),
  question: z.string().optional().describe('What the description leaves open'),
  option: z.string().optional().describe('The option in force at that moment'),
  means: z.string().optional().describe('What the service does under it'),
  source: z.string().optional().describe('Who chose it'),
})

export const Step = z.object({
  question: z.string(),
  asks: z.string(),
  outcome: z.enum(['passed', 'decided', 'not reached']),
  because: z.array(Ground).optional().describe('What the decision rests on'),
})
type Step = z.infer<typeof Step>

/** The questions in words. */
const ASKS: Readonly<Record<Question, string>> = {
  caller: 'Which app calls?',
  rate: 'Is it within its rate?',
  operation: 'Which operation is meant?',
  form: 'Which form can be shown?',
  parameters: 'Are the parameters well formed?',
  target: 'Does the target exist for this caller?',
  access: 'May this caller do it at all?',
  precondition: "Is the caller's copy current?",
  body: 'Does the body say something valid?',
  decision: 'Does the service agree in this state?',
  shown: 'How does it look, and what happened?',
}

/** The way of an exchange along the straight line, question by question, in the order in force. */
export const wayOf = ({ before, answer: { decided } }: Entry): Step[] => {
  const { profile } = before.setting
  const order = orderIn(profile)
  const at = decided.question === 'disturbance' ? -1 : order.indexOf(decided.question)
  const steps = order.map((question, i): Step => {
    if (i !== at) return { question, asks: ASKS[question], outcome: i < at ? 'passed' : 'not reached' }
    return { question, asks: ASKS[question], outcome: 'decided', because: groundsOf(decided.because, profile) }
  })
  if (at >= 0) return steps
  // Nobody asked the service.
  return [
    { question: decided.question, asks: 'Is the exchange disturbed on purpose?', outcome: 'decided', because: [] },
    ...steps,
  ]
}

/** `common/precedence`: one question comes later than where it stands by default. */
const orderIn = (profile: Profile): readonly Question[] => {
  switch (chosen(profile, 'common/precedence')) {
    case 'standard':
      return QUESTIONS
    case 'body-before-precondition':
      return afterBody('precondition')
    case 'access-after-body':
      return afterBody('access')
  }
}

const afterBody = (late: Question): readonly Question[] =>
  QUESTIONS.flatMap((question) => (question === late ? [] : question === 'body' ? [question, late] : [question]))

const entryOf = new Map<string, Assumption<AssumptionId>>(assumptions.map((entry) => [entry.id, entry]))

const groundsOf = (ids: readonly string[], profile: Profile): z.infer<typeof Ground>[] =>
  [...new Set(ids)].map((id) => {
    const entry = entryOf.get(id)
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
