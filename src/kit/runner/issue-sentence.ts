import type * as z from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
}

/** Where a value does not fit its schema, and what was expected there. */
export interface ShapeIssue {
  readonly path: readonly PropertyKey[]
  readonly sentence: string
}

/**
 * Describes the issue of a schema. Of alternatives, such as an amount or null, it describes the one whose
 * kind the value has.
 */
export const shapeIssue = (issue: z.core.$ZodIssue): ShapeIssue => {
  const inside =
    issue.code === 'invalid_union'
      ? issue.errors.find((issues) => issues.every(({ path }) => path.length > 0))?.[0]
      : undefined
  if (!inside) return { path: issue.path, sentence: issueSentence(issue) }
  const { path, sentence } = shapeIssue(inside)
  return { path: [...issue.path, ...path], sentence }
}

/** Returns what a schema expects of a value, in words that need no knowledge of schemas. */
const issueSentence = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'too_small':
      return issue.origin === 'string'
        ? `a text of at least ${issue.minimum} characters`
        : `at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `a text of at most ${issue.maximum} characters`
        : `at most ${issue.maximum}`
    case 'invalid_union': {
      const sentences = issue.errors.flatMap(([first]) =>
        first && first.path.length === 0 ? [issueSentence(first)] : [],
      )
      return sentences.length > 0 ? [...new Set(sentences)].join(' or ') : 'one of the described forms'
    }
    case 'invalid_format':
      return FORMATS[issue.format] ?? `a text in the described form`
    case 'custom':
      return issue.message ?? 'the described form'
    default:
      return 'the described form'
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an e-mail address',
  datetime: 'a date-time with an offset',
  date: 'a date',
}
