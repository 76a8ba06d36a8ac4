import { clauses } from '../../../contracts/index.ts'
import { type CheckOptions, checkWith } from '../../checks/check/check.ts'
import type { Report } from '../../checks/reports/schema.ts'

export { clauses }

/**
 * Checks a service against the clauses of the description: all of them, unless `only` or `leaves` restricts
 * them. Resolves with the report whatever the service does; rejects with an `InvalidOptionsError` for wrong
 * options. Prints nothing and ends no process.
 */
export const check = (options: CheckOptions): Promise<Report> => checkWith(clauses, options)

export { type Statement, statements } from '../../api/statements/statements.ts'
export { type CheckOptions, type CheckProgress, checkWith } from '../../checks/check/check.ts'
export {
  type LearnedAssumption,
  learnedAssumptions,
  profileYaml,
} from '../../checks/learning/learned-profile.ts'
export { githubAnnotations } from '../../checks/reports/github.ts'
export { htmlReport } from '../../checks/reports/html.ts'
export { junitReport } from '../../checks/reports/junit.ts'
export { markdownReport } from '../../checks/reports/markdown.ts'
export {
  type ExitCode,
  REPORT_VERSION,
  Report,
  type ReportedClause,
  reportJsonSchema,
} from '../../checks/reports/schema.ts'
export { terminalReport } from '../../checks/reports/terminal.ts'
export { Waiver, WaiverFile } from '../../checks/reports/waivers.ts'
export { type Clause, clause, type Leaves, VERDICTS, type Verdict } from '../../kit/runner/clause.ts'
export type { ClauseContext, CreatedPublication } from '../../kit/runner/clause-context.ts'
export { selectClauses } from '../../kit/runner/clause-selection.ts'
export type { ReceivedDelivery, WebhookReceiver } from '../../kit/runner/deliveries.ts'
export type { Need } from '../../kit/runner/needs.ts'
export { SkipClause, Violation } from '../../kit/runner/violation.ts'
export {
  type OpenWebhookReceiver,
  openWebhookReceiver,
  type WebhookReceiverOptions,
} from '../../kit/runner/webhook-receiver.ts'
export type { Credentials } from '../../kit/target/credentials.ts'
export type { Exchange, RequestOptions, WireRequest, WireResponse } from '../../kit/target/exchange.ts'
export { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
