import * as z from 'zod'
import { matchesPattern } from '../text/wildcard.ts'
import { askedFor, headerOf, jsonIn, requestText } from './request-details.ts'
import type { Entry } from './entry.ts'
import { type PathMatch, pathMatch } from './path-match.ts'
import { REDACTED } from './secret-redaction.ts'
import { misfitOf } from './subset.ts'

/** `404`, or a class like `4xx`. */
export const Status = z
  .union([z.int(), z.string()], 'Expected a status like 404, or a class like 4xx.')
  .transform(String)
  .refine((text) => /^([1-5]\d\d|[1-5]xx|0)$/i.test(text), 'Expected a status like 404, or a class like 4xx.')

/** What an exchange is looked for by; all that is given must hold. */
export interface Criteria {
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
export interface Difference {
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
}

/** Tells what of an entry differs from the criteria, one difference for each criterion that does not hold. */
export type Judge = (entry: Entry) => Difference[]

interface Criterion {
  readonly what: string
  judge(entry: Entry): Difference | undefined
}

export const judgeOf = (criteria: Criteria): { readonly whats: readonly string[]; readonly judge: Judge } => {
  const list = criteriaOf(criteria)
  return { whats: list.map(({ what }) => what), judge: (entry) => list.flatMap((one) => one.judge(entry) ?? []) }
}

const criteriaOf = ({ method, path, operation, status, agency, header = {}, body }: Criteria): Criterion[] => [
  ...(path === undefined ? [] : [pathCriterion(path)]),
  ...(operation === undefined
    ? []
    : [simple('operation', operation, ({ answer }) => answer.decided.operation ?? null, matchesPattern)]),
  ...(method === undefined ? [] : [simple('method', method.toUpperCase(), ({ request }) => request.method, isSame)]),
  ...(agency === undefined
    ? []
    : [simple('agency', agency.toLowerCase(), (entry) => askedFor(entry).agency ?? null, isSame)]),
  ...Object.entries(header).map(([name, value]) => headerCriterion(name, value)),
  ...(body === undefined ? [] : [bodyCriterion(body)]),
  ...(status === undefined ? [] : [simple('status', status, ({ answer }) => answer.status, isOfStatus)]),
]

const isSame = (wanted: string, got: string): boolean => wanted === got

const isOfStatus = (wanted: string, got: string): boolean =>
  /xx$/i.test(wanted) ? wanted[0] === got[0] && got.length === 3 : wanted === got

const simple = (
  what: string,
  expected: string,
  read: (entry: Entry) => string | number | null,
  holds: (expected: string, got: string) => boolean,
): Criterion => ({
  what,
  judge: (entry) => {
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
    judge: (entry) => {
      const asked = askedFor(entry)
      const got = asked.query === '' ? asked.path : `${asked.path}?${asked.query}`
      return isAt(asked) ? undefined : { what: 'path', expected: path, got }
    },
  }
}

const headerCriterion = (name: string, expected: string | null): Criterion => {
  const what = `header ${name}`
  return {
    what,
    judge: (entry) => {
      const got = headerOf(entry, name.toLowerCase())
      const holds =
        expected === null ? got === null : got !== null && (isKeptSecret(got) || matchesPattern(expected, got))
      return holds ? undefined : { what, expected, got }
    },
  }
}

/** Of a secret only its presence is known. */
const isKeptSecret = (value: string): boolean => value.endsWith(REDACTED)

const bodyCriterion = (expected: unknown): Criterion => ({
  what: 'body',
  judge: (entry) => {
    if (entry.request.body.size === 0) return { what: 'body', expected, got: null }
    const json = jsonIn(requestText(entry))
    if (json === undefined) return { what: 'body', expected, got: 'no JSON, or too long to be kept whole' }
    const misfit = misfitOf(expected, json)
    return (
      misfit && {
        what: misfit.path === '' ? 'body' : `body ${misfit.path}`,
        expected: misfit.expected,
        got: misfit.got,
      }
    )
  },
})
