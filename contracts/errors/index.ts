import type { Clause } from '../../src/kit/runner/clause.ts'
import { errorsBodies } from './bodies.ts'
import { errorsStatuses } from './statuses.ts'

/**
 * Refusals: their statuses and their bodies (ERR-01, ERR-02, ERR-03, ERR-04, ERR-05, ERR-06, ERR-07, ERR-08,
 * ERR-09, ERR-10).
 */
export const errorClauses: readonly Clause[] = [...errorsBodies, ...errorsStatuses]
