import type { Clause } from '../src/kit/runner/clause.ts'
import { commonForms } from './common-forms.ts'
import { commonHypermedia } from './common-hypermedia.ts'
import { commonNegotiation } from './common-negotiation.ts'
import { commonRequests } from './common-requests.ts'
import { commonValues } from './common-values.ts'

/** What holds for every resource (COM-01 .. COM-14). */
export const common: readonly Clause[] = [
  ...commonForms,
  ...commonHypermedia,
  ...commonNegotiation,
  ...commonValues,
  ...commonRequests,
]
