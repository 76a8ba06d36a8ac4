import { clauses } from '../contracts/index.ts'
import { type CheckOptions, checkWith } from './kit/check.ts'
import type { Report } from './kit/report-schema.ts'

export { clauses }

/**
 * Holds a service against the clauses of the description: every one of them, unless `only` or `leaves` says less. Resolves with the
 * report whatever the service does; rejects with a `Misuse` when the options make no sense. Prints nothing and ends no process.
 */
export const check = (options: CheckOptions): Promise<Report> => checkWith(clauses, options)

export { type CheckOptions, checkWith, type Progress } from './kit/check.ts'
export { type Clause, clause, type Leaves, type Need, VERDICTS, type Verdict } from './kit/clause.ts'
export type { Credentials } from './kit/credentials.ts'
export type { Exchange, WireRequest, WireResponse } from './kit/exchange.ts'
export { type Lesson, lessons, profileYaml } from './kit/learn.ts'
export { Misuse } from './kit/misuse.ts'
export { type OpenReceiver, openReceiver, type ReceiverOptions } from './kit/receiver.ts'
export { githubAnnotations } from './kit/report-github.ts'
export { html } from './kit/report-html.ts'
export { junit } from './kit/report-junit.ts'
export { markdown } from './kit/report-markdown.ts'
export { type ExitCode, REPORT_VERSION, Report, type ReportedClause, reportJsonSchema } from './kit/report-schema.ts'
export { terminal } from './kit/report-terminal.ts'
export { selectClauses } from './kit/select.ts'
export type { Delivered, Receiver } from './kit/session.ts'
export { type Statement, statements } from './kit/statements.ts'
export type { Published, Sending, Trial } from './kit/trial.ts'
export { Skip, Violation } from './kit/violation.ts'
export { Waiver, WaiverFile } from './kit/waivers.ts'
