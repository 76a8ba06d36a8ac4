import type { Clause } from '../../src/kit/runner/clause.ts'
import { errorsBodies } from './bodies.ts'
import { errorsStatuses } from './statuses.ts'

/** Refusals: their statuses and their bodies (ERR-01 .. ERR-10). */
export const errors: readonly Clause[] = [...errorsBodies, ...errorsStatuses]
