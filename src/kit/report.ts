import type { Verdict } from './clause.ts'
import { curlOf, redacted, type Shown } from './redact.ts'
import type { ClauseResult, RunResult } from './run.ts'
import type { Waiver, WaiverFault } from './waivers.ts'

/** Grows when a member changes its meaning or goes away. */
export const REPORT_VERSION = 1

/** The report as data; every other form is made of it. Secrets and personal data are masked. */
export interface Report {
  readonly version: typeof REPORT_VERSION
  readonly subject: string
  readonly startedAt: string
  readonly tookMs: number
  readonly exitCode: ExitCode
  readonly summary: Readonly<Record<Verdict | 'waived', number>>
  readonly stopped: string | null
  readonly interrupted: boolean
  readonly clauses: readonly ReportedClause[]
  readonly learned: readonly { readonly id: string; readonly option: string; readonly clause: string; readonly exchange: number | null }[]
  /** `ExternalId`s that could not be cleaned up. */
  readonly left: readonly string[]
  readonly waiverFaults: readonly WaiverFault[]
}

export interface ReportedClause {
  readonly id: string
  readonly section: string
  readonly title: string
  readonly statements: readonly string[]
  readonly verdict: Verdict
  readonly waived: boolean
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly violation: { readonly expected: string; readonly got: string; readonly exchange: Shown | null; readonly curl: string | null } | null
  readonly exchanges: readonly Shown[]
  readonly tookMs: number
  /** Runs this clause alone again. */
  readonly again: string
}

/** 0 conforms, 1 does not, 2 misuse, 3 unreachable or unauthorized, 4 nothing meaningful checked, 5 a waiver is at fault. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5

export interface ReportInput {
  readonly run: RunResult
  readonly subject: string
  readonly startedAt: Date
  readonly tookMs: number
  readonly waivers: readonly Waiver[]
  readonly waiverFaults: readonly WaiverFault[]
}

export const report = ({ run, subject, startedAt, tookMs, waivers, waiverFaults }: ReportInput): Report => {
  const waived = new Set(waivers.map(({ clause }) => clause))
  const clauses = run.results.map((result) => reported(result, subject, waived))
  const count = (verdict: Verdict) => clauses.filter((entry) => entry.verdict === verdict && !entry.waived).length
  return {
    version: REPORT_VERSION,
    subject,
    startedAt: startedAt.toISOString(),
    tookMs: Math.round(tookMs),
    exitCode: exitCodeOf(run, clauses, waiverFaults),
    summary: {
      skipped: count('skipped'),
      passed: count('passed'),
      observed: count('observed'),
      warned: count('warned'),
      failed: count('failed'),
      broken: count('broken'),
      waived: clauses.filter((entry) => entry.waived).length,
    },
    stopped: run.stopped?.sentence ?? null,
    interrupted: run.interrupted,
    clauses,
    learned: run.results.flatMap(({ clause, learned }) =>
      learned.map(({ id, option, exchange }) => ({ id, option, clause: clause.id, exchange: exchange ?? null })),
    ),
    left: run.left,
    waiverFaults,
  }
}

const reported = (result: ClauseResult, subject: string, waived: ReadonlySet<string>): ReportedClause => {
  const { clause, verdict, violation } = result
  return {
    id: clause.id,
    section: clause.id.split('/')[0] ?? '',
    title: clause.title,
    statements: clause.statements,
    verdict,
    waived: verdict === 'failed' && waived.has(clause.id),
    reason: result.reason ?? null,
    warnings: result.warnings,
    violation: violation
      ? {
          expected: violation.expected,
          got: violation.got,
          exchange: violation.exchange ? redacted(violation.exchange) : null,
          curl: violation.exchange ? curlOf(violation.exchange.request) : null,
        }
      : null,
    exchanges: result.exchanges.map(redacted),
    tookMs: Math.round(result.tookMs * 10) / 10,
    again: `playa check ${subject} --only ${clause.id}`,
  }
}

const GOOD: readonly Verdict[] = ['passed', 'observed', 'warned']

const exitCodeOf = (run: RunResult, clauses: readonly ReportedClause[], faults: readonly WaiverFault[]): ExitCode => {
  if (run.stopped) return 3
  if (!isMeaningful(run)) return 4
  if (clauses.some(({ verdict, waived }) => (verdict === 'failed' && !waived) || verdict === 'broken')) return 1
  return faults.length > 0 ? 5 : 0
}

/** Something was checked only when a clause held on the strength of a full answer: a service that says no to everything, or nothing, proves nothing. */
const isMeaningful = (run: RunResult): boolean =>
  run.results.some(
    ({ verdict, exchanges }) =>
      GOOD.includes(verdict) &&
      exchanges.some(({ response, json }) => response.status === 200 && typeof json === 'object' && json !== null && Object.keys(json).length > 2),
  )
