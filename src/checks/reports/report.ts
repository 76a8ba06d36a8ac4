import { RULES } from '../../../contracts/rules/rule-table.ts'
import type { RunJudge } from '../../../contracts/rules/run-judge.ts'
import { statements } from '../../api/statements/statements.ts'
import type { Clause, Verdict } from '../../kit/runner/clause.ts'
import type { ClauseResult } from '../../kit/runner/clause-run.ts'
import { nameOf, operationOf } from '../../kit/runner/operations.ts'
import type { RunResult } from '../../kit/runner/run.ts'
import type { Exchange } from '../../kit/target/exchange.ts'
import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { coverageOf, missingCoverage } from './coverage.ts'
import { reportedFinding, reportedRequest, supportingExchanges } from './finding.ts'
import { type CurlCredentials, type RedactionRules, ReportRedactor, redactedCurl } from './report-redactor.ts'
import { reproductionScript, reproductionTest, withNamedPhotos } from './reproduction.ts'
import {
  type ExitCode,
  type MissingCoverage,
  REPORT_VERSION,
  type Report,
  type ReportedCause,
  type ReportedClause,
  type ReportedFinding,
  type WaiverIssue,
} from './schema.ts'
import type { Waiver } from './waivers.ts'

/** The input of a report. */
export interface ReportInput {
  /** All clauses of the kit, including those that were not selected. */
  readonly clauses: readonly Clause[]
  /** Areas that must be exercised: clauses, sections or statements. */
  readonly required: readonly string[]
  readonly run: RunResult
  /** What rules found in all exchanges of the run. */
  readonly judge: Pick<RunJudge, 'broken' | 'exercised'>
  readonly exchanges: readonly Exchange[]
  readonly context: ReportContext
  readonly startedAt: Date
  readonly tookMs: number
  readonly waivers: readonly Waiver[]
  readonly waiverFaults: readonly WaiverIssue[]
  /** Ids of clauses that failed in the baseline. */
  readonly baseline: ReadonlySet<string>
  /** Clauses whose exchanges the report holds. */
  readonly evidence: 'failures' | 'all'
}

/** The target, and how a report describes and redacts it. */
export interface ReportContext {
  readonly baseUrl: string
  readonly agency: string
  readonly credentials: CurlCredentials
  /** Those of the second app. */
  readonly otherCredentials?: CurlCredentials
  /** Begins the `ExternalId`s of the run. */
  readonly prefix: string
  readonly redaction: RedactionRules
}

/** Builds the report of a run, each clause in its own turn: redacted, with its exit code. */
export const buildReport = async (input: ReportInput): Promise<Report> => {
  const { run, context, startedAt, tookMs, waivers, waiverFaults } = input
  const waived = new Set(waivers.map(({ clause }) => clause))
  const accepted = { waived, known: input.baseline }
  const clauses: ReportedClause[] = []
  for (const result of run.results) {
    await nextTurn()
    clauses.push(await reportedClause(result, context, { ...accepted, evidence: input.evidence }))
  }
  const redactor = new ReportRedactor(context.redaction)
  const missing = missingCoverage(input.clauses, run.results, input.required)
  const noCreate = noCreateSentence(run)
  const exercised = new Map<string, number>(input.judge.exercised)
  return {
    version: REPORT_VERSION,
    subject: redactor.text(context.baseUrl),
    agency: context.agency,
    startedAt: startedAt.toISOString(),
    tookMs: Math.round(tookMs),
    exitCode: exitCodeOf({ run, clauses, faults: waiverFaults, missing, noCreate }),
    summary: summaryOf(clauses),
    stopped: run.stopped ? redactor.text(run.stopped.message) : null,
    interrupted: run.interrupted,
    cutShort: run.isCutShort,
    causes: reportedCauses(run, redactor),
    clauses,
    rules: {
      findings: findingsOf(input),
      exercised: Object.fromEntries(Object.keys(RULES).map((id) => [id, exercised.get(id) ?? 0])),
    },
    learned: run.results.flatMap(({ clause, learned }) =>
      learned.map(({ id, option, exchange }) => ({
        id,
        option,
        clause: clause.id,
        exchange: exchange ?? null,
      })),
    ),
    left: [...run.leftBehind, ...run.lasting],
    waiverFaults: [...waiverFaults],
    coverage: coverageOf(input.clauses, run.results),
    missingCoverage: missing,
    noCreate: noCreate === null ? null : redactor.text(noCreate),
  }
}

/**
 * Returns the first response that breaks each rule, without what a clause fails for: the one that sent the
 * request, or another one on the same statement.
 */
const findingsOf = ({ run, judge, exchanges: all, context }: ReportInput): ReportedFinding[] => {
  const failed = run.results.filter(({ verdict }) => verdict === 'failed')
  const known = new Set(failed.flatMap(({ clause, exchanges }) => [...clause.statements, ...exchanges]))
  const others = judge.broken.filter(
    ({ exchange, finding }) => !known.has(exchange) && !finding.statements.some((id) => known.has(id)),
  )
  const byNumber = new Map(all.map((exchange) => [exchange.number, exchange]))
  const byRule = new Map(others.toReversed().map(({ finding }) => [finding.rule, finding]))
  return [...byRule].toReversed().map(([rule, finding]) => {
    const exchanges = supportingExchanges(finding).flatMap(({ number }) => byNumber.get(number) ?? [])
    const redactor = new ReportRedactor(context.redaction, exchanges)
    return reportedFinding(finding, redactor, {
      requests: exchanges.map((exchange) => reportedRequest(exchange, redactor)),
      times: others.filter((one) => one.finding.rule === rule).length,
    })
  })
}

const summaryOf = (clauses: readonly ReportedClause[]): Report['summary'] => {
  const count = (verdict: Verdict) =>
    clauses.filter((entry) => entry.verdict === verdict && !isAccepted(entry)).length
  return {
    skipped: count('skipped'),
    passed: count('passed'),
    observed: count('observed'),
    warned: count('warned'),
    advised: count('advised'),
    failed: count('failed'),
    broken: count('broken'),
    waived: clauses.filter((entry) => entry.waived).length,
    known: clauses.filter((entry) => entry.known).length,
  }
}

/** Placeholder for the agency of a run that needs none. */
export const NO_AGENCY = 'nobody@agency.invalid'

/** Ids of clauses that may fail, by a waiver or as in the baseline, and what is shown of the others. */
interface ReportingOptions {
  readonly waived?: ReadonlySet<string>
  readonly known?: ReadonlySet<string>
  /** `failures`: a clause without a failure has only the exchanges that answer open questions. */
  readonly evidence?: 'failures' | 'all'
}

/** Exchanges that are redacted at once. */
const EXCHANGES_PER_TURN = 20

/** Returns the redacted result of one clause. */
export const reportedClause = async (
  result: ClauseResult,
  context: ReportContext,
  { waived = new Set(), known = new Set(), evidence = 'all' }: ReportingOptions = {},
): Promise<ReportedClause> => {
  const { clause, verdict, violation, exchanges } = result
  const redactor = new ReportRedactor(context.redaction, exchanges)
  const from = violation?.exchange
  const asked = result.lost ?? from
  const shown: ReportedClause['exchanges'] = []
  const isAll = evidence === 'all' || violation !== undefined || verdict === 'broken'
  const answering = new Set(result.learned.map(({ exchange }) => exchange))
  for (const exchange of exchanges) {
    if (!isAll && !answering.has(exchange.number)) continue
    shown.push(redactor.exchange(exchange))
    if (shown.length % EXCHANGES_PER_TURN === 0) await nextTurn()
  }
  const pair = redactor.distinct({ expected: violation?.expected ?? '', got: violation?.got ?? '' })
  return {
    id: clause.id,
    operation: asked ? operationName(asked) : null,
    section: clause.id.split('/')[0] ?? '',
    title: clause.title,
    statements: [...clause.statements],
    sentences: clause.statements.map((id) => SENTENCES.get(id) ?? ''),
    leaves: clause.leaves,
    advice: clause.advice ?? null,
    verdict,
    waived: verdict === 'failed' && waived.has(clause.id),
    known: verdict === 'failed' && !waived.has(clause.id) && known.has(clause.id),
    reason: result.reason === undefined ? null : redactor.text(result.reason),
    blockedBy: result.blockedBy ?? null,
    warnings: result.warnings.map((warning) => redactor.text(warning)),
    violation: violation
      ? {
          ...pair,
          exchange: from ? redactor.exchange(from) : null,
          curl: asked ? withNamedPhotos(redactedCurl(asked, redactor, context)) : null,
          script: from
            ? reproductionScript({
                id: clause.id,
                ...pair,
                exchanges,
                last: from,
                redactor,
                prefix: context.prefix,
                credentials: context,
              })
            : null,
          test: reproductionTest(clause.id, { ...context, baseUrl: redactor.text(context.baseUrl) }),
        }
      : null,
    exchanges: shown,
    tookMs: Math.round(result.tookMs * 10) / 10,
    again: rerunCommand(clause.id, context, redactor),
  }
}

const operationName = ({ request }: Pick<Exchange, 'request'>): string => {
  const operation = operationOf(request)
  return operation ? nameOf(operation) : `${request.method} of a path that only links show`
}

/** Returns the causes that a clause met, those that block most clauses first. */
const reportedCauses = ({ causes, results }: RunResult, redactor: ReportRedactor): ReportedCause[] =>
  causes
    .map((cause) => {
      const { operation, kind, sentence } = cause
      return {
        operation: nameOf(operation),
        kind,
        sentence: redactor.text(sentence),
        statements: [...operation.statements],
        clause: results.find((result) => result.cause === cause)?.clause.id ?? null,
        blocks: results.filter(({ reason, verdict }) => verdict === 'skipped' && reason === sentence).length,
      }
    })
    .filter(({ clause, blocks }) => clause !== null || blocks > 0)
    // What is missing stays in the order of the description: that is how a service is built.
    .sort((one, other) =>
      one.kind === 'missing' && other.kind === 'missing' ? 0 : other.blocks - one.blocks,
    )

const rerunCommand = (
  id: string,
  { baseUrl, agency, credentials, otherCredentials = 'none' }: ReportContext,
  redactor: ReportRedactor,
): string => {
  const option = (name: string, kind: CurlCredentials) =>
    kind === 'none' || kind === 'signed' ? '' : ` --${name} ${kind}`
  const auth = option('auth', credentials) + option('other-auth', otherCredentials)
  const named = agency === NO_AGENCY ? '' : ` --agency ${agency}`
  return `playa check ${redactor.text(baseUrl)} --only ${id}${named}${auth}`
}

const SENTENCES = new Map(statements.map(({ id, sentence }) => [id, sentence]))

const HOLDING_VERDICTS: readonly Verdict[] = ['passed', 'observed', 'warned']

/** Advice that is followed is not evidence about the description. */
const holds = ({ verdict, advice }: ReportedClause): boolean =>
  advice === null && HOLDING_VERDICTS.includes(verdict)

/**
 * Exit codes of runs that ended early: a wrong agency is a wrong setting, a path that is not decoded a fault
 * of the service.
 */
export const STOP_EXIT_CODES: Readonly<Record<NonNullable<RunResult['stopped']>['code'], ExitCode>> = {
  unreachable: 3,
  unauthorized: 3,
  redirected: 3,
  'undecoded-path': 1,
  'unknown-agency': 2,
  'no-service': 4,
  'rate-limited': 3,
}

/** Returns why no publication could be created, with advice; null when one could, or none was tried. */
const noCreateSentence = ({ causes }: RunResult): string | null => {
  const refused = causes.find(({ kind }) => kind === 'refused')
  return refused
    ? `${refused.sentence}. Give members that the service accepts with --car FILE (JSON or YAML), and photos with --photo URL.`
    : null
}

interface Outcome {
  readonly run: RunResult
  readonly clauses: readonly ReportedClause[]
  readonly faults: readonly WaiverIssue[]
  readonly missing: readonly MissingCoverage[]
  readonly noCreate: string | null
}

/**
 * Exit code 0 needs a target that answered with links and a clause that passed: a service that refuses
 * everything, or answers nothing, proves nothing.
 */
const exitCodeOf = ({ run, clauses, faults, missing, noCreate }: Outcome): ExitCode => {
  if (run.interrupted) return 130
  if (run.stopped) return STOP_EXIT_CODES[run.stopped.code]
  if (clauses.some((entry) => isCounted(entry))) return 1
  if (missing.length > 0) return 1
  if (!run.isAlive || noCreate !== null) return 4
  if (!clauses.some((entry) => holds(entry) || isAccepted(entry))) return 4
  return faults.length > 0 ? 5 : 0
}

/** Returns the failures that nothing accepts, and clauses that broke in the kit itself. */
export const countedFailures = ({ clauses }: Report): ReportedClause[] => clauses.filter(isCounted)

const isAccepted = ({ waived, known }: ReportedClause): boolean => waived || known

const isCounted = (entry: ReportedClause): boolean =>
  (entry.verdict === 'failed' && !isAccepted(entry)) || entry.verdict === 'broken'
