import * as z from 'zod'
import { closestWords, suggestionEnding } from '../text/did-you-mean.ts'

/**
 * A path in a value and one English sentence without its full stop: what was expected there, and what was
 * found.
 */
export type SchemaIssue = readonly [path: readonly PropertyKey[], sentence: string]

/** Maximum number of issues that are described. */
export const MAX_ISSUES = 1_000

/** Maximum number of unknown members of one value whose intended name is looked for. */
const MAX_SUGGESTIONS = 5

/**
 * Describes the first 1,000 issues of a failed parse. Of a value with a wrong type it skips the violated
 * bounds, which add nothing.
 */
export const schemaIssues = (
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): SchemaIssue[] => {
  const mistyped = new Set<string>()
  const validated = { schema, value, suggestions: { left: MAX_SUGGESTIONS } }
  const described: SchemaIssue[] = []
  for (const issue of issues) {
    const place = issue.path.join('/')
    if (mistyped.has(place)) continue
    if (issue.code === 'invalid_type') mistyped.add(place)
    for (const one of issuesFrom(issue, validated)) described.push(one)
    if (described.length >= MAX_ISSUES) return described.slice(0, MAX_ISSUES)
  }
  return described
}

interface ValidatedValue {
  readonly schema: z.ZodType
  readonly value: unknown
  /** How many names may still be looked for. */
  readonly suggestions: { left: number }
}

const issuesFrom = (issue: z.core.$ZodIssue, validated: ValidatedValue): SchemaIssue[] => {
  const { path, message } = issue
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownMembers(validated, path, issue.keys)
    case 'invalid_union':
      return hasOwnExpectation(message)
        ? [[path, issueSentence(issue, validated)]]
        : unionIssues(issue, validated)
    case 'invalid_key':
      return issue.issues.map((one) => [path, mismatch([expectation(one)], path.at(-1))])
    case 'custom':
      return [
        [path, hasOwnExpectation(message) ? issueSentence(issue, validated) : message.replace(/\.$/, '')],
      ]
    default:
      return [[path, issueSentence(issue, validated)]]
  }
}

const issueSentence = (issue: z.core.$ZodIssue, { value }: ValidatedValue): string =>
  mismatch([expectation(issue)], valueAt(value, issue.path))

/** Names what was expected and what was found; a text that YAML reads as another value needs quotes. */
const mismatch = (expected: readonly string[], got: unknown): string => {
  const isUnquoted = (typeof got === 'number' || typeof got === 'boolean') && expected.includes('a text')
  return `expected ${expected.join(' or ')}, got ${abbreviated(got)}${isUnquoted ? ': quote it' : ''}`
}

/** True when the schema itself states what it expects. */
const hasOwnExpectation = (message: string): boolean => /^expected /i.test(message)

const unknownMembers = (
  { schema, suggestions }: ValidatedValue,
  path: readonly PropertyKey[],
  keys: readonly string[],
): SchemaIssue[] => {
  const members = membersAt(schema, path)
  return keys.slice(0, MAX_ISSUES).map((key): SchemaIssue => {
    suggestions.left -= 1
    const near = suggestions.left < 0 ? [] : closestWords(key, members, 1)
    const got = key.length <= MAX_NAME_LENGTH ? key : `${key.slice(0, MAX_NAME_LENGTH)}...`
    return [[...path, got], `expected one of ${members.join(', ')}, got ${got}${suggestionEnding(near)}`]
  })
}

/** Longer names of unknown members are shown cut. */
const MAX_NAME_LENGTH = 100

/** Describes the alternative that accepted most of the value, since that is probably the intended one. */
const unionIssues = (
  issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>,
  validated: ValidatedValue,
): SchemaIssue[] => {
  const alternatives = issue.errors.map((issues) =>
    issues.map((one) => ({ ...one, path: [...issue.path, ...one.path] })),
  )
  const meant = alternatives.find((issues) =>
    issues.every(({ path, code }) => path.length > issue.path.length || code !== 'invalid_type'),
  )
  if (meant) return meant.flatMap((one) => issuesFrom(one, validated))
  const expected = [...new Set(alternatives.flatMap((issues) => issues.map(expectation)))]
  return [[issue.path, mismatch(expected, valueAt(validated.value, issue.path))]]
}

/** Returns what a schema expects of a value, in words that need no knowledge of schemas. */
export const expectation = (issue: z.core.$ZodIssue): string => {
  if (hasOwnExpectation(issue.message)) return issue.message.replace(/^expected /i, '').replace(/\.$/, '')
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    default:
      return issue.message.replace(/\.$/, '')
  }
}

const unitOf = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' items' : ''

const FORMATS: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an e-mail',
  datetime: 'a date-time with an offset',
  date: 'a date',
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Returns what stands at a path of a value; undefined when nothing does. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    value,
  )

const MAX_SHOWN_LENGTH = 60

const abbreviated = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(beginningOf(value, { left: MAX_SHOWN_LENGTH }))
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}...`
}

/** Returns the part of a value that can be shown: a large one is not written out for each issue. */
const beginningOf = (value: unknown, values: { left: number }): unknown => {
  values.left -= 1
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN_LENGTH + 1)
  if (typeof value !== 'object' || value === null) return value
  const members: [string, unknown][] = []
  for (const name in value) {
    if (values.left <= 0) break
    members.push([name.slice(0, MAX_SHOWN_LENGTH + 1), beginningOf(Reflect.get(value, name), values)])
  }
  return Array.isArray(value) ? members.map(([, inner]) => inner) : Object.fromEntries(members)
}

/** Returns the member names of a schema at a path; for a union, those of all alternatives. */
const membersAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    path
      .reduce<Schema[]>((schemas, step) => schemas.flatMap((one) => schemasAt(one, step)), unwrap(schema))
      .flatMap(memberNames),
  ),
]

type Schema = z.core.$ZodType

const memberNames = (schema: Schema): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const schemasAt = (schema: Schema, step: PropertyKey): Schema[] => {
  if (schema instanceof z.ZodObject) {
    const member: unknown = Object.hasOwn(schema.shape, step) ? schema.shape[String(step)] : undefined
    return member instanceof z.ZodType ? unwrap(member) : []
  }
  if (schema instanceof z.ZodArray) return unwrap(schema.element)
  return schema instanceof z.ZodRecord ? unwrap(schema.valueType) : []
}

/** Removes optional and default wrappers and expands unions and pipes to their parts. */
const unwrap = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap)
  // Both ends of a pipe have the same member names.
  if (schema instanceof z.ZodPipe) return [...unwrap(schema.in), ...unwrap(schema.out)]
  return [schema]
}
