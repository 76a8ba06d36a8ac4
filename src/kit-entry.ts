import { clauses } from '../contracts/index.ts'
import { type CheckOptions, checkWith } from './kit/check.ts'
import type { Report } from './kit/reports/schema.ts'

export { clauses }

/**
 * Holds a service against the clauses of the description: every one of them, unless `only` or `leaves` says less. Resolves with the
 * report whatever the service does; rejects with a `Misuse` when the options make no sense. Prints nothing and ends no process.
 */
export const check = (options: CheckOptions): Promise<Report> => checkWith(clauses, options)

export { type CheckOptions, checkWith, type Progress } from './kit/check.ts'
export { type Clause, clause, type Leaves, type Need, VERDICTS, type Verdict } from './kit/runner/clause.ts'
export type { Credentials } from './kit/target/credentials.ts'
export type { Exchange, WireRequest, WireResponse } from './kit/target/exchange.ts'
export { type Lesson, lessons, profileYaml } from './kit/learning/learn.ts'
export { Misuse } from './kit/target/misuse.ts'
export { type OpenReceiver, openReceiver, type ReceiverOptions } from './kit/runner/receiver.ts'
export { githubAnnotations } from './kit/reports/github.ts'
export { html } from './kit/reports/html.ts'
export { junit } from './kit/reports/junit.ts'
export { markdown } from './kit/reports/markdown.ts'
export { type ExitCode, REPORT_VERSION, Report, type ReportedClause, reportJsonSchema } from './kit/reports/schema.ts'
export { terminal } from './kit/reports/terminal.ts'
export { selectClauses } from './kit/runner/select.ts'
export type { Delivered, Receiver } from './kit/runner/session.ts'
export { type Statement, statements } from './statements/statements.ts'
export type { Published, Sending, Trial } from './kit/runner/clause-context.ts'
export { Skip, Violation } from './kit/runner/violation.ts'
export { Waiver, WaiverFile } from './kit/reports/waivers.ts'
