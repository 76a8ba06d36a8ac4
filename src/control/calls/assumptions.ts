import * as z from 'zod'
import type { Assumption } from '../../api/assumptions/assumption.ts'
import { formatOption } from '../../api/assumptions/option-text.ts'
import { defaultWord, optionWords, valueForm } from '../../api/assumptions/options.ts'
import { assumptions } from '../../api/assumptions/profile.ts'
import { controlCall } from '../call/call.ts'

const AssumptionView = z
  .object({
    id: z.string(),
    question: z.string(),
    why: z.string().describe('Why the default is the default'),
    evidence: z.string(),
    statements: z.array(z.string()),
    switchable: z.boolean().describe('False: the sandbox always does the default'),
    default: z.string(),
    options: z.array(
      z.object({
        word: z.string(),
        means: z.string(),
        takes: z.string().nullable().describe('What its value has to be; null when it takes none'),
        example: z.string().nullable().describe('The option with a value; null when it takes none'),
      }),
    ),
  })
  .meta({ id: 'Assumption' })

const assumptionView = (entry: Assumption): z.infer<typeof AssumptionView> => ({
  id: entry.id,
  question: entry.question,
  why: entry.why,
  evidence: entry.evidence,
  statements: [...entry.statements],
  switchable: entry.switchable,
  default: defaultWord(entry),
  options: optionWords(entry).flatMap((word) => optionView(entry, word)),
})

const optionView = (entry: Assumption, word: string) => {
  const option = entry.options[word]
  if (!option) return []
  const { means, value } = option
  const example = value ? formatOption({ word, value: value.example }) : null
  return [{ word, means, takes: value ? valueForm(value) : null, example }]
}

const list = controlCall({
  method: 'GET',
  path: '/assumptions',
  summary: 'Every assumption with its question, its options and what they mean',
  description: 'Which option is in force in a world is that world’s profile.',
  status: 200,
  answer: z.array(AssumptionView),
  handle: () => ({ json: assumptions.map(assumptionView) }),
})

export const assumptionCalls = { list }
