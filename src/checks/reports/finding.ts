import type { Finding } from '../../../contracts/rules/finding.ts'
import type { HistoryExchange } from '../../../contracts/rules/recorded-exchange.ts'
import { ruleSentence } from '../../../contracts/rules/rule-table.ts'
import { statements } from '../../api/statements/statements.ts'
import { type Exchange, tryParseJson } from '../../kit/target/exchange.ts'
import { isSecretName, REDACTED } from '../../lib/redaction/secret-names.ts'
import { isUrl } from '../../lib/text/url.ts'
import { ReportRedactor } from './report-redactor.ts'
import type { ReportedFinding, ReportedRequest } from './schema.ts'

/** Headers that reports show. Others may hold credentials. */
const SHOWN_HEADERS = /^(accept|content-type|if-match|if-none-match)$/i

const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.test(name)))

/** Returns a recorded exchange as a report shows its request. */
const recordedRequest = ({ method, url, headers, body, status }: HistoryExchange): ReportedRequest => ({
  method,
  url: withoutSecretsInUrl(url),
  headers: shownHeaders(headers),
  ...(body.kind === 'text' && { body: body.json === undefined ? body.text : withoutSecrets(body.json) }),
  status,
})

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

/** Returns a JSON value without the values of members whose names mark secrets. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) && typeof inner === 'string' && inner !== '' ? REDACTED : withoutSecrets(inner),
    ]),
  )
}

const withoutSecretsInUrl = (url: string): string => {
  if (!isUrl(url)) return url
  const parsed = new URL(url)
  const secrets = [...parsed.searchParams.keys()].filter(isSecretName)
  if (secrets.length === 0 && parsed.username === '' && parsed.password === '') return url
  for (const name of secrets) parsed.searchParams.set(name, REDACTED)
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

/** Returns the exchanges of a finding: those that taught what to expect, then the one that contradicts. */
export const supportingExchanges = ({ since, between, exchange }: Finding): readonly HistoryExchange[] =>
  [since, between, exchange].filter((one) => one !== undefined)

/** Returns a finding with its requests; `times`: exchanges that break the rule. */
export const reportedFinding = (
  finding: Finding,
  redactor: ReportRedactor,
  { requests, times = 1 }: { readonly requests: readonly ReportedRequest[]; readonly times?: number },
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

/** Returns a finding of a recording. */
export const recordedFinding = (finding: Finding, times = 1): ReportedFinding =>
  reportedFinding(finding, redactor, { requests: supportingExchanges(finding).map(recordedRequest), times })

/**
 * Hides secrets and people in sentences about a recording, whose values all may be personal.
 */
const redactor = new ReportRedactor({
  invented: new Set(),
  secrets: new Set(),
  headers: new Set(),
  agency: '',
})

/** Returns a text in a style, or unchanged. */
export type Styled = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

export const plain: Styled = (_, text) => text

/** Returns a finding as text of several lines. */
export const findingLines = (finding: ReportedFinding, styled: Styled = plain): string[] => [
  `${styled('red', finding.kind.toUpperCase())}  ${styled('bold', finding.rule)}`,
  ...(finding.says === undefined ? [] : [`  rule      ${finding.says}`]),
  `  expected  ${finding.expected}`,
  `  got       ${finding.got}`,
  ...groundsOf(finding).map(({ id, label }) => `  because   ${id}  ${label}`),
  ...finding.requests.flatMap(({ method, url, body, status }, at) => [
    `  ${at + 1}. ${method} ${pathOf(url)}  ${styled('dim', String(status))}`,
    ...(body === undefined ? [] : [styled('dim', `     ${shortened(body)}`)]),
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

/** Returns the path of a request with its query. */
export const pathOf = (url: string): string => {
  if (!isUrl(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
