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

/** A part of a value that does not fit its schema: its path, and the expected value in words. */
export interface ShapeIssue {
  readonly path: readonly PropertyKey[]
  readonly sentence: string
  readonly found: unknown
}

/** Describes the first issue of a value that does not fit its schema. */
export const shapeIssue = ({ issues: [issue] }: z.ZodError, value: unknown): ShapeIssue => {
  const { path, sentence } = issue ? innermost(issue) : { path: [], sentence: 'the described form' }
  return { path, sentence, found: valueAt(value, path) }
}

/**
 * Returns the path and the expected value. Of alternatives, such as an amount or null, takes the one of the
 * value's kind.
 */
const innermost = (issue: z.core.$ZodIssue): Omit<ShapeIssue, 'found'> => {
  const inside =
    issue.code === 'invalid_union'
      ? issue.errors.find((issues) => issues.every(({ path }) => path.length > 0))?.[0]
      : undefined
  if (!inside) return { path: issue.path, sentence: issueSentence(issue) }
  const { path, sentence } = innermost(inside)
  return { path: [...issue.path, ...path], sentence }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )

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
