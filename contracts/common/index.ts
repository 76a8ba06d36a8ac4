import type { Clause } from '../../src/kit/runner/clause.ts'
import { commonForms } from './forms.ts'
import { commonHypermedia } from './hypermedia.ts'
import { commonNegotiation } from './negotiation.ts'
import { commonRequests } from './requests.ts'
import { commonValues } from './values.ts'

/**
 * Rules for every resource (COM-01, COM-02, COM-03, COM-04, COM-05, COM-06, COM-07, COM-08, COM-09,
 * COM-10, COM-11, COM-12, COM-13, COM-14).
 */
export const commonClauses: readonly Clause[] = [
  ...commonForms,
  ...commonHypermedia,
  ...commonNegotiation,
  ...commonValues,
  ...commonRequests,
]
