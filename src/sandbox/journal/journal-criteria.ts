import { HTTP_METHODS } from '../../api/wire/http-methods.ts'
import { REDACTED } from '../../lib/redaction/secret-names.ts'
import { parseJson } from '../../lib/text/parse-json.ts'
import { matchesWildcard } from '../../lib/text/wildcard.ts'
import { operations } from '../../model/resources/index.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type PathMatch, pathAgreement, pathMatch } from './path-match.ts'
import { requestDetails, requestHeader, requestText } from './request-details.ts'
import { firstMismatch, subsetAgreement } from './subset-match.ts'

/** Values of a status criterion, as a sentence. */
export const STATUS_EXPECTED = 'Expected a status like 404, or a class like 4xx.'

/** Returns whether a text is a status such as `404`, or a class such as `4xx`. */
export const isStatusCriterion = (text: string): boolean => /^([1-5]\d\d|[1-5]xx|0)$/i.test(text)

/** Values of a method criterion, as a sentence. */
export const METHOD_EXPECTED = 'Expected an HTTP method like GET.'

const METHODS: readonly string[] = [...HTTP_METHODS, 'TRACE']

/** Returns whether a text is a method that HTTP knows, in any case. */
export const isMethodCriterion = (text: string): boolean => METHODS.includes(text.toUpperCase())

/** Values of an operation criterion, as a sentence. */
export const OPERATION_EXPECTED =
  'Expected the id of an operation like publications.create, or a pattern of ids like publications.*'

/** Returns whether a text is the id of an operation, or a pattern that some id matches. */
export const isOperationCriterion = (text: string): boolean =>
  operations.all.some(({ id }) => matchesWildcard(text, id))

/** Criteria that an exchange must all meet. */
export interface JournalCriteria {
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly operation?: string | undefined
  readonly status?: string | undefined
  /** `adminMail` in the path. */
  readonly agency?: string | undefined
  /** By name; null: the header must be absent. */
  readonly header?: Readonly<Record<string, string | null>> | undefined
  /** Subset of the request's JSON. */
  readonly body?: unknown
}

/** Expected and actual value of one criterion. */
export interface CriterionDifference {
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
  /** How much of a path or a body agrees nevertheless, 0 to below 1; absent for other criteria. */
  readonly agreement?: number
}

/** Returns one difference for each criterion that the entry does not meet. */
export type CriterionMatcher = (entry: JournalEntry) => CriterionDifference[]

interface Criterion {
  readonly what: string
  compare(entry: JournalEntry): CriterionDifference | undefined
}

/** Compiles criteria to their names and a matcher. */
export const matcherFor = (
  criteria: JournalCriteria,
): { readonly names: readonly string[]; readonly compare: CriterionMatcher } => {
  const list = criteriaOf(criteria)
  const compare: CriterionMatcher = (entry) => list.flatMap((criterion) => criterion.compare(entry) ?? [])
  return { names: list.map(({ what }) => what), compare }
}

const criteriaOf = ({
  method,
  path,
  operation,
  status,
  agency,
  header = {},
  body,
}: JournalCriteria): Criterion[] => [
  ...(path === undefined ? [] : [pathCriterion(path)]),
  ...(operation === undefined
    ? []
    : [
        valueCriterion(
          'operation',
          operation,
          ({ response }) => response.decision.operation ?? null,
          matchesWildcard,
        ),
      ]),
  ...(method === undefined
    ? []
    : [valueCriterion('method', method.toUpperCase(), ({ request }) => request.method, isSame)]),
  ...(agency === undefined
    ? []
    : [
        valueCriterion(
          'agency',
          agency.toLowerCase(),
          (entry) => requestDetails(entry).agency ?? null,
          isSame,
        ),
      ]),
  ...Object.entries(header).map(([name, value]) => headerCriterion(name, value)),
  ...(body === undefined ? [] : [bodyCriterion(body)]),
  ...(status === undefined
    ? []
    : [valueCriterion('status', status, ({ response }) => response.status, isOfStatusClass)]),
]

const isSame = (expected: string, got: string): boolean => expected === got

const isOfStatusClass = (expected: string, got: string): boolean =>
  /xx$/i.test(expected) ? expected[0] === got[0] && got.length === 3 : expected === got

const valueCriterion = (
  what: string,
  expected: string,
  read: (entry: JournalEntry) => string | number | null,
  holds: (expected: string, got: string) => boolean,
): Criterion => ({
  what: what,
  compare: (entry) => {
    const got = read(entry)
    // Shows a number as expected where the actual value is one, although criteria are text.
    const shown = typeof got === 'number' && /^\d+$/.test(expected) ? Number(expected) : expected
    return got !== null && holds(expected, String(got)) ? undefined : { what, expected: shown, got }
  },
})

const pathCriterion = (path: string): Criterion => {
  const matches: PathMatch = pathMatch(path)
  return {
    what: 'path',
    compare: (entry) => {
      const request = requestDetails(entry)
      const got = request.query === '' ? request.path : `${request.path}?${request.query}`
      return matches(request)
        ? undefined
        : { what: 'path', expected: path, got, agreement: pathAgreement(path, got) }
    },
  }
}

const headerCriterion = (name: string, expected: string | null): Criterion => {
  const what = `header ${name}`
  return {
    what: what,
    compare: (entry) => {
      const got = requestHeader(entry, name.toLowerCase())
      const holds =
        expected === null ? got === null : got !== null && (isRedacted(got) || matchesWildcard(expected, got))
      return holds ? undefined : { what, expected, got }
    },
  }
}

/** Returns whether the value was redacted: only its presence can be matched. */
const isRedacted = (value: string): boolean => value.endsWith(REDACTED)

const bodyCriterion = (expected: unknown): Criterion => ({
  what: 'body',
  compare: (entry) => {
    if (entry.request.body.size === 0) return { what: 'body', expected, got: null, agreement: 0 }
    const json = parseJson(requestText(entry))
    if (json === undefined)
      return { what: 'body', expected, got: 'not JSON, or too long to be recorded whole', agreement: 0 }
    const mismatch = firstMismatch(expected, json)
    return (
      mismatch && {
        what: mismatch.path === '' ? 'body' : `body ${mismatch.path}`,
        expected: mismatch.expected,
        got: mismatch.got,
        agreement: subsetAgreement(expected, json),
      }
    )
  },
})
