import type { Verdict } from '../runner/clause.ts'
import type { ClauseResult } from '../runner/clause-run.ts'
import type { RunResult } from '../runner/run.ts'
import { type CurlCredentials, type RedactionRules, ReportRedactor, redactedCurl } from './report-redactor.ts'
import { type ExitCode, REPORT_VERSION, type Report, type ReportedClause, type WaiverIssue } from './schema.ts'
import type { Waiver } from './waivers.ts'

/** What a report is made of. */
export interface ReportInput {
  readonly run: RunResult
  readonly context: ReportContext
  readonly startedAt: Date
  readonly tookMs: number
  readonly waivers: readonly Waiver[]
  readonly waiverFaults: readonly WaiverIssue[]
}

/** The target, and how a report describes and redacts it. */
export interface ReportContext {
  readonly baseUrl: string
  readonly agency: string
  readonly credentials: CurlCredentials
  readonly redaction: RedactionRules
}

/** Builds the report of a run: redacted, with its exit code. */
export const buildReport = ({ run, context, startedAt, tookMs, waivers, waiverFaults }: ReportInput): Report => {
  const waived = new Set(waivers.map(({ clause }) => clause))
  const clauses = run.results.map((result) => reportedClause(result, context, waived))
  const redactor = new ReportRedactor(context.redaction)
  return {
    version: REPORT_VERSION,
    subject: redactor.text(context.baseUrl),
    agency: context.agency,
    startedAt: startedAt.toISOString(),
    tookMs: Math.round(tookMs),
    exitCode: exitCodeOf(run, clauses, waiverFaults),
    summary: summaryOf(clauses),
    stopped: run.stopped ? redactor.text(run.stopped.message) : null,
    interrupted: run.interrupted,
    clauses,
    learned: run.results.flatMap(({ clause, learned }) =>
      learned.map(({ id, option, exchange }) => ({ id, option, clause: clause.id, exchange: exchange ?? null })),
    ),
    left: [...run.leftBehind],
    waiverFaults: [...waiverFaults],
  }
}

const summaryOf = (clauses: readonly ReportedClause[]): Report['summary'] => {
  const count = (verdict: Verdict) => clauses.filter((entry) => entry.verdict === verdict && !entry.waived).length
  return {
    skipped: count('skipped'),
    passed: count('passed'),
    observed: count('observed'),
    warned: count('warned'),
    failed: count('failed'),
    broken: count('broken'),
    waived: clauses.filter((entry) => entry.waived).length,
  }
}

/** Returns the redacted result of one clause. */
export const reportedClause = (
  result: ClauseResult,
  context: ReportContext,
  waived: ReadonlySet<string> = new Set(),
): ReportedClause => {
  const { clause, verdict, violation, exchanges } = result
  const redactor = new ReportRedactor(context.redaction, exchanges)
  const from = violation?.exchange
  return {
    id: clause.id,
    section: clause.id.split('/')[0] ?? '',
    title: clause.title,
    statements: [...clause.statements],
    leaves: clause.leaves,
    verdict,
    waived: verdict === 'failed' && waived.has(clause.id),
    reason: result.reason === undefined ? null : redactor.text(result.reason),
    warnings: result.warnings.map((warning) => redactor.text(warning)),
    violation: violation
      ? {
          expected: redactor.text(violation.expected),
          got: redactor.text(violation.got),
          exchange: from ? redactor.exchange(from) : null,
          curl: from ? redactedCurl(from.request, redactor, context.credentials) : null,
        }
      : null,
    exchanges: exchanges.map((exchange) => redactor.exchange(exchange)),
    tookMs: Math.round(result.tookMs * 10) / 10,
    again: rerunCommand(clause.id, context, redactor),
  }
}

const rerunCommand = (
  id: string,
  { baseUrl, agency, credentials }: ReportContext,
  redactor: ReportRedactor,
): string => {
  const auth = credentials === 'none' || credentials === 'signed' ? '' : ` --auth ${credentials}`
  return `playa check ${redactor.text(baseUrl)} --only ${id} --agency ${agency}${auth}`
}

const HOLDING_VERDICTS: readonly Verdict[] = ['passed', 'observed', 'warned']

const STOP_EXIT_CODES: Readonly<Record<NonNullable<RunResult['stopped']>['code'], ExitCode>> = {
  unreachable: 3,
  unauthorized: 3,
  redirected: 3,
  'unknown-agency': 2,
  'no-service': 4,
  'rate-limited': 3,
}

/**
 * Exit code 0 needs a target that answered with links and a clause that held: a service that refuses
 * everything, or answers nothing, proves nothing.
 */
const exitCodeOf = (run: RunResult, clauses: readonly ReportedClause[], faults: readonly WaiverIssue[]): ExitCode => {
  if (run.interrupted) return 130
  if (run.stopped) return STOP_EXIT_CODES[run.stopped.code]
  if (!run.isAlive) return 4
  if (clauses.some(({ verdict, waived }) => (verdict === 'failed' && !waived) || verdict === 'broken')) return 1
  if (!clauses.some(({ verdict, waived }) => HOLDING_VERDICTS.includes(verdict) || waived)) return 4
  return faults.length > 0 ? 5 : 0
}

/** Returns the failures that are not waived, and clauses that broke in the kit itself. */
export const countedFailures = ({ clauses }: Report): ReportedClause[] =>
  clauses.filter(({ verdict, waived }) => (verdict === 'failed' && !waived) || verdict === 'broken')
