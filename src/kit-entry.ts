import { clauses } from '../contracts/index.ts'
import { type CheckOptions, checkWith } from './kit/check.ts'
import type { Report } from './kit/reports/schema.ts'

export { clauses }

/**
 * Checks a service against the clauses of the description: all of them, unless `only` or `leaves` restricts
 * them. Resolves with the report whatever the service does; rejects with an `InvalidOptionsError` for wrong
 * options. Prints nothing and ends no process.
 */
export const check = (options: CheckOptions): Promise<Report> => checkWith(clauses, options)

export { type CheckOptions, type CheckProgress, checkWith } from './kit/check.ts'
export { type LearnedAssumption, learnedAssumptions, profileYaml } from './kit/learning/learned-profile.ts'
export { githubAnnotations } from './kit/reports/github.ts'
export { htmlReport } from './kit/reports/html.ts'
export { junitReport } from './kit/reports/junit.ts'
export { markdownReport } from './kit/reports/markdown.ts'
export {
  type ExitCode,
  REPORT_VERSION,
  Report,
  type ReportedClause,
  reportJsonSchema,
} from './kit/reports/schema.ts'
export { terminalReport } from './kit/reports/terminal.ts'
export { Waiver, WaiverFile } from './kit/reports/waivers.ts'
export { type Clause, clause, type Leaves, VERDICTS, type Verdict } from './kit/runner/clause.ts'
export type { ClauseContext, CreatedPublication } from './kit/runner/clause-context.ts'
export { selectClauses } from './kit/runner/clause-selection.ts'
export type { ReceivedDelivery, WebhookReceiver } from './kit/runner/deliveries.ts'
export type { Need } from './kit/runner/needs.ts'
export { SkipClause, Violation } from './kit/runner/violation.ts'
export {
  type OpenWebhookReceiver,
  openWebhookReceiver,
  type WebhookReceiverOptions,
} from './kit/runner/webhook-receiver.ts'
export type { Credentials } from './kit/target/credentials.ts'
export type { Exchange, RequestOptions, WireRequest, WireResponse } from './kit/target/exchange.ts'
export { InvalidOptionsError } from './kit/target/invalid-options-error.ts'
export { type Statement, statements } from './statements/statements.ts'
