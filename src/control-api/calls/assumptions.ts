import * as z from 'zod'
import type { Assumption } from '../../assumptions/assumption.ts'
import { printOption } from '../../assumptions/option-text.ts'
import { defaultWord, optionWords, valueForm } from '../../assumptions/options.ts'
import { assumptions } from '../../assumptions/profile.ts'
import { type ControlCall, controlCall } from '../routes.ts'

/** What the described API leaves open, as it is written down; which options are in force is a world's profile. */

const Told = z.object({
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

const told = (entry: Assumption): z.infer<typeof Told> => ({
  id: entry.id,
  question: entry.question,
  why: entry.why,
  evidence: entry.evidence,
  statements: [...entry.statements],
  switchable: entry.switchable,
  default: defaultWord(entry),
  options: optionWords(entry).flatMap((word) => optionTold(entry, word)),
})

const optionTold = (entry: Assumption, word: string) => {
  const option = entry.options[word]
  if (!option) return []
  const { means, value } = option
  const example = value ? printOption({ word, value: value.example }) : null
  return [{ word, means, takes: value ? valueForm(value) : null, example }]
}

const list = controlCall({
  method: 'GET',
  path: '/assumptions',
  summary: 'Every assumption with its question, its options and what they mean',
  status: 200,
  answer: z.array(Told),
  handle: () => ({ json: assumptions.map((entry) => told(entry)) }),
})

export const assumptionCalls: readonly ControlCall[] = [list]
