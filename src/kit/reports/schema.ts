import * as z from 'zod'
import { VERDICTS } from '../runner/clause.ts'

/** Grows when a member changes its meaning or goes away; new members do not count. */
export const REPORT_VERSION = 1

const Headers = z.record(z.string(), z.string())

const ShownExchange = z.object({
  number: z.int().describe('position in the run'),
  request: z.object({ method: z.string(), url: z.string(), headers: Headers, body: z.string().optional() }),
  response: z.object({ status: z.int(), headers: Headers, body: z.string() }),
  tookMs: z.number(),
})

/** An exchange as a report may show it. */
export type ShownExchange = z.infer<typeof ShownExchange>

const ReportedViolation = z.object({
  expected: z.string(),
  got: z.string(),
  exchange: ShownExchange.nullable(),
  curl: z.string().nullable().describe('sends the request again; credentials come from the environment'),
})

const ReportedClause = z.object({
  id: z.string(),
  section: z.string(),
  title: z.string().describe('what a conforming service does'),
  statements: z.array(z.string()).describe('ids of the statements of the description that the clause holds it to'),
  leaves: z.enum(['nothing', 'archived', 'any']).describe('the most that the clause leaves behind'),
  verdict: z
    .enum(VERDICTS)
    .describe('in rising order; observed: passed, and answered an open question; broken: the kit itself failed'),
  waived: z.boolean().describe('failed, and a waiver accepts it'),
  reason: z.string().nullable().describe('why it was skipped, or what broke'),
  warnings: z.array(z.string()),
  violation: ReportedViolation.nullable().describe('present exactly when it failed'),
  exchanges: z.array(ShownExchange),
  tookMs: z.number(),
  again: z.string().describe('command that tries this clause alone again'),
})
export type ReportedClause = z.infer<typeof ReportedClause>

const LearnedAnswer = z.object({
  id: z.string().describe('of the open question'),
  option: z.string(),
  clause: z.string(),
  exchange: z.int().nullable().describe('number of the exchange that told'),
})

const WaiverIssue = z.object({
  clause: z.string(),
  fault: z
    .enum(['unknown clause', 'duplicated', 'expired', 'unused', 'stale'])
    .describe('unused: not tried, or skipped; stale: holds now'),
})
export type WaiverIssue = z.infer<typeof WaiverIssue>

const EXIT_CODES = [0, 1, 2, 3, 4, 5, 130] as const

/** What `playa check --report json=FILE` writes; every other form is made of it. Secrets and personal data are masked. */
export const Report = z.object({
  version: z.literal(REPORT_VERSION),
  subject: z.string().describe('base URL of the service'),
  agency: z.string().describe('e-mail of its administrator'),
  startedAt: z.iso.datetime(),
  tookMs: z.int(),
  exitCode: z
    .literal(EXIT_CODES)
    .describe(
      '0 conforms, 1 does not, 2 misuse, 3 unreachable or unauthorized, 4 nothing meaningful checked, 5 a waiver is at fault, 130 interrupted',
    ),
  summary: z
    .object({
      skipped: z.int(),
      passed: z.int(),
      observed: z.int(),
      warned: z.int(),
      failed: z.int(),
      broken: z.int(),
      waived: z.int(),
    })
    .describe('how many clauses; waived ones are not among the failed'),
  stopped: z.string().nullable().describe('why nothing was tried, or nothing more'),
  interrupted: z.boolean(),
  clauses: z.array(ReportedClause),
  learned: z.array(LearnedAnswer),
  left: z
    .array(z.string())
    .describe('what could not be cleaned up: ExternalIds of this run, and what it changed for a while'),
  waiverFaults: z.array(WaiverIssue),
})
export type Report = z.infer<typeof Report>
export type ExitCode = Report['exitCode']

/** The schema of the report as a JSON Schema document. */
export const reportJsonSchema = (): object => ({
  title: `Report of playa check, version ${REPORT_VERSION}`,
  ...z.toJSONSchema(Report, { target: 'draft-2020-12' }),
})
