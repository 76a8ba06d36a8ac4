import type * as z from 'zod'
import { nearest } from '../../assumptions/nearest.ts'
import type { Problem } from './check.ts'
import { membersAt } from './members.ts'
import type { Path } from './problem.ts'

/** One English sentence for each fault that an issue of the schema stands for: what was expected, and what came. */
export const sentencesOf = (issue: z.core.$ZodIssue, value: unknown): Problem[] => {
  const path: Path = issue.path
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [[...path, key], unknownMember(path, key)])
    case 'invalid_union':
      return unionSentences(issue, value)
    default:
      return [[path, `expected ${expectedBy(issue)}, got ${shown(valueAt(value, path))}`]]
  }
}

const unknownMember = (path: Path, key: string): string => {
  const members = membersAt(path)
  const [near] = nearest(key, members)
  return `expected one of ${members.join(', ')}, got ${key}${near ? `; did you mean ${near}?` : ''}`
}

/** Of several alternatives, the one that got furthest into the value is the one that was meant. */
const unionSentences = (issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>, value: unknown): Problem[] => {
  const alternatives = issue.errors.map((issues) =>
    issues.map((one) => ({ ...one, path: [...issue.path, ...one.path] })),
  )
  const meant = alternatives.find((issues) =>
    issues.every(({ path, code }) => path.length > issue.path.length || code !== 'invalid_type'),
  )
  if (meant) return meant.flatMap((one) => sentencesOf(one, value))
  const expected = [...new Set(alternatives.flatMap((issues) => issues.map(expectedBy)))]
  return [[issue.path, `expected ${expected.join(' or ')}, got ${shown(valueAt(value, issue.path))}`]]
}

const expectedBy = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return ARTICLES[issue.expected] ?? issue.expected
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_value':
      return issue.values.map(String).join(', ')
    case 'invalid_format':
      return issue.format === 'email' ? 'an e-mail' : issue.message.replace(/^expected /, '')
    default:
      return issue.message.replace(/^expected /i, '').replace(/\.$/, '')
  }
}

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '')

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)

const LONGEST_SHOWN = 60

const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`
}
