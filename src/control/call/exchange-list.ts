import { ControlError } from '../../api/problems/control-error.ts'
import { instantMs } from '../../lib/calendar/instant.ts'
import { atOnce } from '../../lib/collections/steps.ts'
import { closestWords, suggestionEnding } from '../../lib/text/did-you-mean.ts'
import type { ExchangeRow } from '../../sandbox/journal/exchange-schemas.ts'
import { exchangeRow } from '../../sandbox/journal/exchange-view.ts'
import {
  isMethodCriterion,
  isOperationCriterion,
  isStatusCriterion,
  type JournalCriteria,
  METHOD_EXPECTED,
  matcherFor,
  OPERATION_EXPECTED,
  STATUS_EXPECTED,
} from '../../sandbox/journal/journal-criteria.ts'
import type { JournalEntry } from '../../sandbox/journal/journal-entry.ts'
import { redactorFor } from '../../sandbox/journal/redactor.ts'
import type { WorldHandle } from '../../sandbox/simulator/world-registry.ts'

/** The most exchanges that one listing holds. */
export const MAX_ROWS = 1_000

/** Values of the start of a listing, as a sentence. */
export const JOURNAL_START_EXPECTED =
  'Expected the number of an entry, or an ISO 8601 instant with offset of the wall clock.'

/** Returns whether a text is the number of an entry or an instant. */
export const isJournalStart = (text: string): boolean =>
  /^\d{1,15}$/.test(text) || instantMs(text) !== undefined

/** Which exchanges are listed; an absent member matches every exchange. */
export interface JournalQuery {
  /** Only entries after the one of that number, or from that wall time on. */
  readonly since?: number | string | undefined
  /** Only entries before the one of that number. */
  readonly before?: number | string | undefined
  readonly method?: string | undefined
  /** Exact or with `*`, with or without `/v3`; without a query any query matches. */
  readonly path?: string | undefined
  /** An operation's id, or a pattern with `*`. */
  readonly operation?: string | undefined
  /** A status like `404`, or a class like `4xx`. */
  readonly status?: number | string | undefined
  /** `adminMail` in the path. */
  readonly agency?: string | undefined
  /** Number of newest entries, by default 1000. */
  readonly limit?: number | string | undefined
}

const isAfter = (since: string | undefined): ((entry: JournalEntry) => boolean) => {
  if (since === undefined) return () => true
  const number = /^\d+$/.test(since) ? Number(since) : undefined
  const wallMs = number === undefined ? (instantMs(since) ?? 0) : 0
  return (entry) => (number === undefined ? entry.wallMs >= wallMs : entry.n > number)
}

/**
 * Returns the entries after `since` that match the criteria.
 *
 * @internal
 */
export const matchingEntries = (
  { journal }: WorldHandle,
  { since, ...criteria }: JournalCriteria & { readonly since?: string | undefined },
): JournalEntry[] => {
  const isLater = isAfter(since)
  const { compare } = matcherFor(criteria)
  return journal.all().filter((entry) => isLater(entry) && compare(entry).length === 0)
}

/** A query whose members have been checked. */
type CheckedQuery = JournalCriteria & {
  readonly since?: string | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/**
 * Lists the newest exchanges of a world that match, oldest first; yields after each, so that the caller may
 * pause.
 *
 * @internal
 */
export function* exchangesOf(
  handle: WorldHandle,
  { limit = MAX_ROWS, before = Infinity, ...criteria }: CheckedQuery,
): Generator<void, ExchangeRow[]> {
  const entries = matchingEntries(handle, criteria)
    .filter(({ n }) => n < before)
    .slice(-limit)
  const redactor = redactorFor(entries)
  const rows: ExchangeRow[] = []
  for (const entry of entries) {
    rows.push(exchangeRow(entry, redactor))
    yield
  }
  return rows
}

/**
 * Lists the newest exchanges of a world that match, oldest first. Throws a `ControlError` that names every
 * criterion which is not valid.
 *
 * @internal
 */
export const listExchanges = (handle: WorldHandle, query: JournalQuery): ExchangeRow[] =>
  atOnce(exchangesOf(handle, checkedQuery(query)))

type Rule = (value: unknown) => { readonly value: string | number } | { readonly expected: string }

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isInteger(value) ? String(value) : undefined

const matching =
  (holds: (given: string) => boolean, expected: string): Rule =>
  (value) => {
    const given = text(value)
    return given !== undefined && holds(given) ? { value: given } : { expected }
  }

const word: Rule = (value) =>
  typeof value === 'string'
    ? { value }
    : { expected: `Expected a text, got ${JSON.stringify(value) ?? typeof value}.` }

const integer =
  (min: number, max: number): Rule =>
  (value) => {
    const number = Number(text(value) ?? Number.NaN)
    const isInside = Number.isSafeInteger(number) && number >= min && number <= max
    return isInside ? { value: number } : { expected: `Expected ${min} to ${max}.` }
  }

const RULES: Readonly<Record<keyof JournalQuery, Rule>> = {
  since: matching(isJournalStart, JOURNAL_START_EXPECTED),
  before: integer(0, Number.MAX_SAFE_INTEGER),
  method: matching(isMethodCriterion, METHOD_EXPECTED),
  path: word,
  operation: matching(isOperationCriterion, OPERATION_EXPECTED),
  status: matching(isStatusCriterion, STATUS_EXPECTED),
  agency: word,
  limit: integer(1, MAX_ROWS),
}

const checkedQuery = (query: JournalQuery): CheckedQuery => {
  const errors = new Map<string, string[]>()
  const checked: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    // The names of the rules are those of the criteria.
    const rule = Object.hasOwn(RULES, name) ? RULES[name as keyof JournalQuery] : undefined
    const read = rule ? rule(value) : unknownCriterion(name)
    if ('value' in read) checked[name] = read.value
    else errors.set(name, [read.expected])
  }
  if (errors.size === 0) return checked
  throw new ControlError(400, `Not valid: ${[...errors.keys()].join(', ')}.`, Object.fromEntries(errors))
}

const unknownCriterion = (name: string): { readonly expected: string } => {
  const known = Object.keys(RULES)
  const hint = suggestionEnding(closestWords(name, known, 1)) || '.'
  return { expected: `Expected one of ${known.join(', ')}, got ${name}${hint}` }
}
