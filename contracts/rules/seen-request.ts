import type { AgencyFacts } from './agency-facts.ts'
import type { DescribedRequest } from './described-request.ts'

/** An issue of a request. `member` is `_` when it concerns the body as a whole. */
export interface RequestIssue {
  readonly member: string
  readonly statements: readonly string[]
  readonly label: string
}

/** A described request as rules on its response see it. */
export interface SeenRequest extends DescribedRequest {
  /** What the history shows about its agency. */
  readonly facts: AgencyFacts
  /** Certain issues, under every option. */
  readonly issues: readonly RequestIssue[]
  /** True: nothing but its body can be the reason for refusing it. */
  readonly isBodyDecisive: boolean
}
