import * as z from 'zod'
import { matchesWildcard } from '../text/wildcard.ts'
import type { JournalEntry } from './journal-entry.ts'
import { type PathMatch, pathMatch } from './path-match.ts'
import { parseJson, requestDetails, requestHeader, requestText } from './request-details.ts'
import { REDACTED } from './secret-redaction.ts'
import { firstMismatch } from './subset-match.ts'

/** `404`, or a class like `4xx`. */
export const StatusCriterion = z
  .union([z.int(), z.string()], 'Expected a status like 404, or a class like 4xx.')
  .transform(String)
  .refine((text) => /^([1-5]\d\d|[1-5]xx|0)$/i.test(text), 'Expected a status like 404, or a class like 4xx.')

/** What an exchange is looked for by; all that is given must hold. */
export interface JournalCriteria {
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly operation?: string | undefined
  readonly status?: string | undefined
  /** Admin mail in the path. */
  readonly agency?: string | undefined
  /** By name; null: the header must be absent. */
  readonly header?: Readonly<Record<string, string | null>> | undefined
  /** What the JSON of the request must hold at least. */
  readonly body?: unknown
}

/** What a criterion expected and what came. */
export interface CriterionDifference {
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
}

/** Tells what of an entry differs from the criteria, one difference for each criterion that does not hold. */
export type CriterionMatcher = (entry: JournalEntry) => CriterionDifference[]

interface Criterion {
  readonly what: string
  compare(entry: JournalEntry): CriterionDifference | undefined
}

export const matcherFor = (
  criteria: JournalCriteria,
): { readonly names: readonly string[]; readonly compare: CriterionMatcher } => {
  const list = criteriaOf(criteria)
  return { names: list.map(({ what: what }) => what), compare: (entry) => list.flatMap((one) => one.compare(entry) ?? []) }
}

const criteriaOf = ({ method, path, operation, status, agency, header = {}, body }: JournalCriteria): Criterion[] => [
  ...(path === undefined ? [] : [pathCriterion(path)]),
  ...(operation === undefined
    ? []
    : [valueCriterion('operation', operation, ({ response: response }) => response.decision.operation ?? null, matchesWildcard)]),
  ...(method === undefined ? [] : [valueCriterion('method', method.toUpperCase(), ({ request }) => request.method, isSame)]),
  ...(agency === undefined
    ? []
    : [valueCriterion('agency', agency.toLowerCase(), (entry) => requestDetails(entry).agency ?? null, isSame)]),
  ...Object.entries(header).map(([name, value]) => headerCriterion(name, value)),
  ...(body === undefined ? [] : [bodyCriterion(body)]),
  ...(status === undefined ? [] : [valueCriterion('status', status, ({ response: response }) => response.status, isOfStatusClass)]),
]

const isSame = (wanted: string, got: string): boolean => wanted === got

const isOfStatusClass = (wanted: string, got: string): boolean =>
  /xx$/i.test(wanted) ? wanted[0] === got[0] && got.length === 3 : wanted === got

const valueCriterion = (
  what: string,
  expected: string,
  read: (entry: JournalEntry) => string | number | null,
  holds: (expected: string, got: string) => boolean,
): Criterion => ({
  what: what,
  compare: (entry) => {
    const got = read(entry)
    // A number is expected where a number came, though a pattern is a text.
    const told = typeof got === 'number' && /^\d+$/.test(expected) ? Number(expected) : expected
    return got !== null && holds(expected, String(got)) ? undefined : { what, expected: told, got }
  },
})

const pathCriterion = (path: string): Criterion => {
  const isAt: PathMatch = pathMatch(path)
  return {
    what: 'path',
    compare: (entry) => {
      const asked = requestDetails(entry)
      const got = asked.query === '' ? asked.path : `${asked.path}?${asked.query}`
      return isAt(asked) ? undefined : { what: 'path', expected: path, got }
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

/** Of a secret only its presence is known. */
const isRedacted = (value: string): boolean => value.endsWith(REDACTED)

const bodyCriterion = (expected: unknown): Criterion => ({
  what: 'body',
  compare: (entry) => {
    if (entry.request.body.size === 0) return { what: 'body', expected, got: null }
    const json = parseJson(requestText(entry))
    if (json === undefined) return { what: 'body', expected, got: 'no JSON, or too long to be kept whole' }
    const mismatch = firstMismatch(expected, json)
    return (
      mismatch && {
        what: mismatch.path === '' ? 'body' : `body ${mismatch.path}`,
        expected: mismatch.expected,
        got: mismatch.got,
      }
    )
  },
})
