import type { Clause } from '../../src/kit/runner/clause.ts'
import { commonForms } from './forms.ts'
import { commonHypermedia } from './hypermedia.ts'
import { commonNegotiation } from './negotiation.ts'
import { commonRequests } from './requests.ts'
import { commonValues } from './values.ts'

/** What holds for every resource (COM-01 .. COM-14). */
export const common: readonly Clause[] = [
  ...commonForms,
  ...commonHypermedia,
  ...commonNegotiation,
  ...commonValues,
  ...commonRequests,
]
