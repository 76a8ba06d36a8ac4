import { reportedFinding, reportedRequest } from '../../reports/finding.ts'
import {
  type CurlCredentials,
  type RedactionRules,
  ReportRedactor,
  secretHeadersIn,
} from '../../reports/report-redactor.ts'
import { reproductionScript } from '../../reports/reproduction.ts'
import type { ReportedFinding } from '../../reports/schema.ts'
import type { Exploration, ShrunkFinding } from '../exploration/exploration.ts'
import type { ImpliedOption } from '../implied-profile.ts'
import { findingTest } from './finding-test.ts'

/** The result of an exploration or an explanation, as reports show it. */
export interface SearchReport {
  readonly findings: readonly ReportedFinding[]
  /** Exchanges that were judged. */
  readonly steps: number
  readonly seed: number | null
  readonly subject: string
  /** Summary in one sentence. */
  readonly conclusion: string
  /** Options that the responses imply, by assumption id. */
  readonly profile: Readonly<Record<string, string>>
  /** Findings that did not happen again when their requests were repeated. */
  readonly unconfirmed: readonly string[]
  /** Publications and changes that could not be archived or restored. */
  readonly left: readonly string[]
  /** Exchanges in which each rule had something to judge; 0: it never had. */
  readonly exercised?: Readonly<Record<string, number>>
  /** Exchanges that were not judged, or not in full, with the reason. */
  readonly unjudged?: readonly string[]
}

/** Input of a report besides the findings. */
export interface ExplorationContext {
  readonly subject: string
  readonly seed: number
  readonly prefix: string
  readonly redaction: RedactionRules
  readonly credentials: CurlCredentials
  readonly profile: readonly ImpliedOption[]
}

/** Returns the report of an exploration, without secrets. */
export const explorationReport = (exploration: Exploration, context: ExplorationContext): SearchReport => {
  const { found, steps, unconfirmed, leftBehind, stopped } = exploration
  const plain = new ReportRedactor(context.redaction)
  return {
    findings: found.map((one) => shrunkFinding(one, context)),
    steps,
    seed: context.seed,
    subject: plain.text(context.subject),
    conclusion: plain.text(stopped ? stopped.message : conclusionOf(exploration)),
    profile: Object.fromEntries(context.profile.map(({ id, option }) => [id, option])),
    unconfirmed: unconfirmed.map(({ rule, expected, got }) =>
      plain.text(`${rule}: expected ${expected}, got ${got}`),
    ),
    left: leftBehind.map((text) => plain.text(text)),
  }
}

/** Returns a finding in one line, without secrets. */
export const findingLine = ({ finding, sent }: ShrunkFinding, redaction: RedactionRules): string => {
  const { expected, got } = new ReportRedactor(redaction, sent).distinct(finding)
  return `${finding.kind.toUpperCase()}  ${finding.rule}: expected ${expected}, got ${got}`
}

const conclusionOf = ({ found, canWrite, steps, unsent }: Exploration): string => {
  const responses = `${steps} responses`
  const rest =
    unsent > 0 ? ` ${unsent} planned sequences and clauses were not sent: a longer --budget sends more.` : ''
  if (found.length > 0)
    return `${found.length} ${found.length === 1 ? 'finding' : 'findings'} in ${responses}: no conforming service could have given these.${rest}`
  return (
    (canWrite
      ? `Nothing found: a conforming service could have given all ${responses}.`
      : `Nothing found in ${responses} to reads; no publication could be created.`) + rest
  )
}

const shrunkFinding = (
  shrunk: ShrunkFinding,
  { redaction, prefix, credentials }: ExplorationContext,
): ReportedFinding => {
  const { finding, sent } = shrunk
  const redactor = new ReportRedactor(redaction, sent)
  const requests = sent.map((exchange) => reportedRequest(exchange, redactor))
  const reported = reportedFinding(finding, redactor, { requests })
  const { expected, got } = reported
  const last = sent.at(-1)
  return {
    ...reported,
    ...(last && {
      script: reproductionScript({
        id: finding.rule,
        expected,
        got,
        exchanges: sent,
        last,
        prefix,
        redactor,
        credentials: { credentials },
      }),
      test: findingTest({
        rule: finding.rule,
        expected,
        got,
        requests,
        prefix,
        secretHeaders: secretHeadersIn(last.request.headers, redactor),
      }),
    }),
  }
}
