import type { Finding } from '../../../contracts/rules/finding.ts'
import type { HistoryExchange } from '../../../contracts/rules/recorded-exchange.ts'
import { ruleSentence } from '../../../contracts/rules/rule-table.ts'
import { statements } from '../../api/statements/statements.ts'
import { type Exchange, tryParseJson } from '../../kit/target/exchange.ts'
import { type Paint, unpainted } from '../../lib/text/terminal-style.ts'
import { pathOf } from '../../lib/text/url.ts'
import { isTestMail, ReportRedactor } from './report-redactor.ts'
import type { ReportedFinding, ReportedRequest } from './schema.ts'

/** Headers that reports show. Others may hold credentials. */
const SHOWN_HEADERS = /^(accept|content-type|if-match|if-none-match)$/i

const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.test(name)))

/** Returns an exchange of the kit as a report shows its request. */
export const reportedRequest = (
  { request, response }: Exchange,
  redactor: ReportRedactor,
): ReportedRequest => {
  const text = request.body === undefined ? undefined : redactor.body(request.body)
  return {
    method: request.method,
    url: redactor.text(request.url),
    headers: redactor.headers(shownHeaders(request.headers)),
    ...(text !== undefined && { body: tryParseJson(text) ?? text }),
    status: response.status,
  }
}

/** Returns the exchanges of a finding: those that taught what to expect, then the one that contradicts. */
export const supportingExchanges = ({ since, between, exchange }: Finding): readonly HistoryExchange[] =>
  [since, between, exchange].filter((one) => one !== undefined)

/** Returns a finding with its requests; `times`: exchanges that break the rule. */
export const reportedFinding = (
  finding: Finding,
  redactor: ReportRedactor,
  {
    requests,
    times = 1,
  }: { readonly requests: readonly ReportedRequest[]; readonly times?: number | undefined },
): ReportedFinding => {
  const { kind, rule, statements, assumptions } = finding
  // A clause and a race have only a name.
  const says = ruleSentence(rule)
  return {
    kind,
    rule,
    ...(says !== undefined && { says }),
    statements: [...statements],
    assumptions: [...assumptions],
    requests: [...requests],
    ...redactor.distinct(finding),
    ...(times > 1 && { times }),
  }
}

/**
 * Returns a finding of a recording. Whose values these are is not known, so all but the address of the agency
 * may be personal.
 */
export const recordedFinding = (
  finding: Finding,
  { agency = '', times }: { readonly agency: string | undefined; readonly times?: number | undefined },
): ReportedFinding => {
  const exchanges = supportingExchanges(finding).map(recordedExchange)
  const rules = { secrets: new Set<string>(), headers: new Set<string>(), agency }
  const redactor = new ReportRedactor({ ...rules, showsPeople: isTestMail(agency) }, exchanges)
  const requests = exchanges.map((exchange) => reportedRequest(exchange, redactor))
  return reportedFinding(finding, redactor, { requests, times })
}

/** Returns a recorded exchange as one of the kit. */
const recordedExchange = ({ number, method, url, headers, body, ...answer }: HistoryExchange): Exchange => ({
  number,
  request: { method, url, headers, ...(body.kind === 'text' && { body: body.text }) },
  response: { status: answer.status, headers: answer.responseHeaders, body: answer.text },
  json: answer.json,
  tookMs: answer.endMs - answer.startMs,
})

/** Returns a finding as text of several lines. */
export const findingLines = (finding: ReportedFinding, paint: Paint = unpainted): string[] => [
  `${paint('red', finding.kind.toUpperCase())}  ${paint('bold', finding.rule)}`,
  ...(finding.says === undefined ? [] : [`  rule      ${finding.says}`]),
  `  expected  ${finding.expected}`,
  `  got       ${finding.got}`,
  ...groundsOf(finding).map(({ id, label }) => `  because   ${id}  ${label}`),
  ...finding.requests.flatMap(({ method, url, body, status }, at) => [
    `  ${at + 1}. ${method} ${pathOf(url)}  ${paint('dim', String(status))}`,
    ...(body === undefined ? [] : [paint('dim', `     ${shortened(body)}`)]),
  ]),
  ...(finding.times === undefined ? [] : [`  in ${finding.times} exchanges`]),
]

const MAX_BODY_CHARACTERS = 300

const shortened = (body: unknown): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text.length <= MAX_BODY_CHARACTERS
    ? text
    : `${text.slice(0, MAX_BODY_CHARACTERS)}... (${text.length} characters)`
}

const sentences = new Map(statements.map(({ id, sentence }) => [id, sentence]))

/** The basis of a finding. */
interface Ground {
  readonly kind: 'statements' | 'assumptions'
  readonly id: string
  readonly label: string
}

/** Returns the basis of a finding: statements with their sentences, then assumptions. */
export const groundsOf = ({
  statements: ids,
  assumptions,
}: Pick<ReportedFinding, 'statements' | 'assumptions'>): readonly Ground[] => [
  ...ids.map((id) => ({ kind: 'statements' as const, id, label: sentences.get(id) ?? '' })),
  ...assumptions.map((id) => ({ kind: 'assumptions' as const, id, label: `(playa assumptions ${id})` })),
]
