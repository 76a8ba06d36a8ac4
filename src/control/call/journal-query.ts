import * as z from 'zod'
import {
  isMethodCriterion,
  isOperationCriterion,
  isStatusCriterion,
  METHOD_EXPECTED,
  OPERATION_EXPECTED,
  STATUS_EXPECTED,
} from '../../sandbox/journal/journal-criteria.ts'
import { queryInteger } from './call.ts'
import { isJournalStart, JOURNAL_START_EXPECTED, MAX_ROWS } from './exchange-list.ts'

/** Where a listing of the journal starts: the number of an entry, or a wall time. */
export const JournalSince = z
  .union([z.int().transform(String), z.string()])
  .refine(isJournalStart, { error: JOURNAL_START_EXPECTED })
  .describe('Only entries after the one of that number, or from that wall time on')

const StatusCriterion = z
  .union([z.int(), z.string()], STATUS_EXPECTED)
  .transform(String)
  .refine(isStatusCriterion, STATUS_EXPECTED)

/** What exchanges are chosen by, wherever the control API chooses among them. */
export const criteriaMembers = {
  method: z
    .string()
    .refine(isMethodCriterion, METHOD_EXPECTED)
    .optional()
    .describe('Only entries with this method'),
  path: z
    .string()
    .optional()
    .describe(
      'Only entries at this path, exact or with *, with or without /v3; without a query any query matches',
    ),
  operation: z
    .string()
    .refine(isOperationCriterion, OPERATION_EXPECTED)
    .optional()
    .describe('Only entries of this operation: its id, or a pattern with *'),
  status: StatusCriterion.optional().describe('Only entries with this status, or of a class like 4xx'),
  agency: z.string().optional().describe('Only entries with this `adminMail` in the path'),
}

/** The query of `GET .../journal`. */
export const JournalListQuery = z.strictObject({
  since: JournalSince.optional(),
  before: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries before the one of that number'),
  ...criteriaMembers,
  limit: queryInteger(1, MAX_ROWS)
    .optional()
    .describe(`Number of newest entries, by default ${MAX_ROWS}, oldest first`),
})
