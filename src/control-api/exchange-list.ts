import * as z from 'zod'
import { instantMs } from '../calendar/instant.ts'
import { type ExchangeRow, exchangeRow } from '../journal/exchange-view.ts'
import { type JournalCriteria, matcherFor, StatusCriterion } from '../journal/journal-criteria.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { redactorFor } from '../journal/redactor.ts'
import type { WorldHandle } from '../simulator/world-registry.ts'
import { queryInteger } from './call.ts'
import { readInput } from './read-input.ts'

/** Where a listing of the journal starts: the number of an entry, or a wall time. */
export const JournalSince = z
  .union([z.int().transform(String), z.string()])
  .refine((text) => /^\d{1,15}$/.test(text) || instantMs(text) !== undefined, {
    error: 'Expected the number of an entry, or an ISO 8601 instant with offset of the wall clock.',
  })
  .describe('Only entries after the one of that number, or from that wall time on')

/** What exchanges are chosen by, wherever the control API chooses among them. */
export const criteriaMembers = {
  method: z.string().optional().describe('Only entries with this method'),
  path: z
    .string()
    .optional()
    .describe(
      'Only entries at this path, exact or with *, with or without /v3; without a query any query matches',
    ),
  operation: z.string().optional().describe('Only entries of this operation: its id, or a pattern with *'),
  status: StatusCriterion.optional().describe('Only entries with this status, or of a class like 4xx'),
  agency: z.string().optional().describe('Only entries about this agency: the admin mail in the path'),
}

const MAX_ROWS = 1_000

/** The query of `GET .../journal`. */
export const JournalListQuery = z.strictObject({
  since: JournalSince.optional(),
  before: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries before the one of that number'),
  ...criteriaMembers,
  limit: queryInteger(1, MAX_ROWS)
    .optional()
    .describe(`The newest so many, by default ${MAX_ROWS}, oldest first`),
})

/** Which exchanges are listed; an absent member matches every exchange. */
export type JournalQuery = z.input<typeof JournalListQuery>

const isAfter = (since: string | undefined): ((entry: JournalEntry) => boolean) => {
  if (since === undefined) return () => true
  const number = /^\d+$/.test(since) ? Number(since) : undefined
  const wallMs = number === undefined ? (instantMs(since) ?? 0) : 0
  return (entry) => (number === undefined ? entry.wallMs >= wallMs : entry.n > number)
}

/** Returns the entries after `since` that match the criteria. */
export const matchingEntries = (
  { journal }: WorldHandle,
  { since, ...criteria }: JournalCriteria & { readonly since?: string | undefined },
): JournalEntry[] => {
  const isLater = isAfter(since)
  const { compare } = matcherFor(criteria)
  return journal.all().filter((entry) => isLater(entry) && compare(entry).length === 0)
}

/**
 * Lists the newest exchanges of a world that match, oldest first. Throws a `ControlError` when a criterion is
 * not valid.
 */
export const listExchanges = (handle: WorldHandle, criteria: JournalQuery): ExchangeRow[] =>
  exchangesOf(handle, readInput(JournalListQuery, criteria))

/** Lists the newest exchanges that match a query as `JournalListQuery` reads it, oldest first. */
export const exchangesOf = (
  handle: WorldHandle,
  { limit = MAX_ROWS, before = Infinity, ...criteria }: z.output<typeof JournalListQuery>,
): ExchangeRow[] => {
  const entries = matchingEntries(handle, criteria)
    .filter(({ n }) => n < before)
    .slice(-limit)
  const redactor = redactorFor(entries)
  return entries.map((entry) => exchangeRow(entry, redactor))
}
