import * as z from 'zod'
import { VERDICTS } from '../../kit/runner/clause.ts'

/** Version of the report: rises when a member changes its meaning or disappears, not when one is added. */
export const REPORT_VERSION = 1

const Headers = z.record(z.string(), z.string())

const ShownExchange = z.object({
  number: z.int().describe('position in the run'),
  request: z.object({ method: z.string(), url: z.string(), headers: Headers, body: z.string().optional() }),
  response: z.object({ status: z.int(), headers: Headers, body: z.string() }),
  tookMs: z.number(),
})

/** A redacted exchange. */
export type ShownExchange = z.infer<typeof ShownExchange>

const ReportedViolation = z.object({
  expected: z.string(),
  got: z.string(),
  exchange: ShownExchange.nullable(),
  curl: z.string().nullable().describe('repeats the request; credentials come from the environment'),
  script: z.string().nullable().describe('shell script that repeats the whole sequence under its own ids'),
  test: z.string().describe('Vitest file that runs the clause alone'),
})

const ReportedClause = z.object({
  id: z.string(),
  operation: z
    .string()
    .nullable()
    .describe('method and path, as the description writes them, of the response that it fails on'),
  section: z.string(),
  title: z.string().describe('what a conforming service does'),
  statements: z.array(z.string()).describe('ids of the statements of the description that the clause checks'),
  sentences: z.array(z.string()).describe('what the statements say, in the order of their ids'),
  leaves: z.enum(['nothing', 'archived', 'any']).describe('the most that the clause leaves behind'),
  verdict: z
    .enum(VERDICTS)
    .describe(
      'in rising order; observed: passed, and answered an open question; advised: departs from an RFC where ' +
        'the description is silent, which is not a failure; broken: the kit itself failed',
    ),
  advice: z.string().nullable().describe('section of the RFC behind a clause that only advises'),
  waived: z.boolean().describe('failed, and a waiver accepts it'),
  known: z.boolean().describe('failed, in the baseline too, and no waiver accepts it'),
  reason: z.string().nullable().describe('why it was skipped, or what broke'),
  blockedBy: z.string().nullable().describe('clause that failed in the same way first; this one is skipped'),
  warnings: z.array(z.string()),
  violation: ReportedViolation.nullable().describe('present exactly when it failed or advised'),
  exchanges: z
    .array(ShownExchange)
    .describe('of a clause without a failure, only those that answer open questions, unless --evidence all'),
  tookMs: z.number(),
  again: z.string().describe('command that runs this clause alone again'),
})
/** The result of one clause in a report. */
export type ReportedClause = z.infer<typeof ReportedClause>

const ReportedRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: Headers,
  body: z.unknown().optional(),
  status: z.int().describe('of the response; 0 when none came'),
})
/** A request as a report shows it: without credentials, with the status that answered it. */
export type ReportedRequest = z.infer<typeof ReportedRequest>

const ReportedFinding = z.object({
  kind: z
    .enum(['violation', 'unknown-option', 'race'])
    .describe('unknown-option: it breaks no statement, but no option of an open question allows it'),
  rule: z.string().describe('name of the rule, with what it concerned'),
  says: z.string().optional().describe('what the rule says'),
  statements: z.array(z.string()),
  assumptions: z.array(z.string()),
  requests: z
    .array(ReportedRequest)
    .describe('the last one has the response that breaks the rule; those before it show what to expect'),
  expected: z.string().describe('the nearest allowed response'),
  got: z.string(),
  times: z.int().optional().describe('exchanges that break the rule, if it is more than one'),
  script: z.string().optional().describe('shell script that repeats it'),
  test: z.string().optional().describe('Vitest file that repeats it'),
})
/** A response that no conforming service could have given, with the requests that lead to it. */
export type ReportedFinding = z.infer<typeof ReportedFinding>

const ReportedRules = z.object({
  findings: z
    .array(ReportedFinding)
    .describe('first response that breaks each rule; a warning, because no clause fails for it'),
  exercised: z
    .record(z.string(), z.int())
    .describe('number of exchanges in which each rule had something to judge'),
})

const LearnedAnswer = z.object({
  id: z.string().describe('of the open question'),
  option: z.string(),
  clause: z.string(),
  exchange: z.int().nullable().describe('number of the exchange that shows it'),
})

const WaiverIssue = z.object({
  clause: z.string(),
  fault: z
    .enum(['unknown clause', 'duplicated', 'expired', 'unused', 'stale'])
    .describe('unused: skipped; stale: holds now'),
})
/** What is wrong with a waiver. */
export type WaiverIssue = z.infer<typeof WaiverIssue>

const Coverage = z.object({
  exercised: z.int().describe('number of statements that a clause exercised'),
  of: z.int().describe('number of statements of the description'),
  statements: z.array(
    z.object({
      id: z.string(),
      exercised: z.boolean(),
      reason: z.string().nullable().describe('why no clause exercised it'),
    }),
  ),
})
/** Which statements of the description a run exercised. */
export type Coverage = z.infer<typeof Coverage>

const MissingCoverage = z.object({
  area: z.string().describe('what was required: a clause, a section or a statement'),
  id: z.string().describe('statement or clause that was not exercised'),
  reason: z.string(),
})
/** Something that was required and not exercised. */
export type MissingCoverage = z.infer<typeof MissingCoverage>

const ReportedCause = z.object({
  operation: z.string().describe('method and path, as the description writes them'),
  kind: z
    .enum(['missing', 'failing', 'silent', 'no-json', 'refused'])
    .describe('missing: 404, 405 or 501 to every request; refused: no create was accepted'),
  sentence: z.string().describe('what every request met'),
  statements: z.array(z.string()).describe('ids of the statements about the operation'),
  clause: z.string().nullable().describe('the failed clause that represents it and repeats it'),
  blocks: z.int().describe('number of other clauses that could not be judged because of it'),
})
/** What is wrong with every response of an operation. */
export type ReportedCause = z.infer<typeof ReportedCause>

const EXIT_CODES = [0, 1, 2, 3, 4, 5, 130] as const

/**
 * What `playa check --report json=FILE` writes; the other formats derive from it. Secrets and personal data
 * are redacted.
 */
export const Report = z.object({
  version: z.literal(REPORT_VERSION),
  subject: z.string().describe('base URL of the service'),
  agency: z.string().describe('e-mail of its administrator'),
  startedAt: z.iso.datetime(),
  tookMs: z.int(),
  exitCode: z
    .literal(EXIT_CODES)
    .describe(
      '0 nothing fails, 1 something does, 2 misuse, 3 unreachable or unauthorized, 4 nothing meaningful checked, 5 a waiver is at fault, 130 interrupted',
    ),
  summary: z
    .object({
      skipped: z.int(),
      passed: z.int(),
      observed: z.int(),
      warned: z.int(),
      advised: z.int(),
      failed: z.int(),
      broken: z.int(),
      waived: z.int(),
      known: z.int(),
    })
    .describe('number of clauses by verdict; waived ones and those of the baseline are not among the failed'),
  stopped: z.string().nullable().describe('why nothing was checked, or nothing more'),
  interrupted: z.boolean(),
  cutShort: z.boolean().describe('it ended after as many failures as --max-failures names'),
  causes: z
    .array(ReportedCause)
    .describe('operations whose responses are all wrong: most blocking first, but missing ones as described'),
  clauses: z.array(ReportedClause),
  rules: ReportedRules.describe('what the rules on any history say about all exchanges of the run'),
  learned: z.array(LearnedAnswer),
  left: z
    .array(z.string())
    .describe('what could not be cleaned up: ExternalIds of this run, and temporary changes'),
  waiverFaults: z.array(WaiverIssue),
  coverage: Coverage,
  missingCoverage: z
    .array(MissingCoverage)
    .describe('required areas that were not exercised; any makes exit code 1'),
  noCreate: z
    .string()
    .nullable()
    .describe('why no publication could be created, as a sentence; null when one could, or none was tried'),
})
export type Report = z.infer<typeof Report>
/** Exit code of `playa check`. */
export type ExitCode = Report['exitCode']

/** Returns the schema of the report as a JSON Schema document. */
export const reportJsonSchema = (): object => ({
  title: `Report of playa check, version ${REPORT_VERSION}`,
  ...z.toJSONSchema(Report, { target: 'draft-2020-12' }),
})
