import type { Finding, FindingKind } from '../../../../contracts/rules/finding.ts'
import type { HistoryExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import { ruleSentence } from '../../../../contracts/rules/rule-table.ts'
import { statements } from '../../../api/statements/statements.ts'
import { isSecretName, REDACTED } from '../../../lib/redaction/secret-names.ts'
import { isUrl } from '../../../lib/text/url.ts'
import { ReportRedactor } from '../../reports/report-redactor.ts'

/** A request as a report shows it: without credentials, with the status that answered it. */
export interface ReportedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
}

/** An answer that no conforming service could have given, with the requests that lead to it. */
export interface ReportedFinding {
  readonly kind: FindingKind
  readonly rule: string
  /** What the rule says, and what the finding concerns. */
  readonly says?: string
  readonly statements: readonly string[]
  readonly assumptions: readonly string[]
  readonly requests: readonly ReportedRequest[]
  /** The nearest allowed answer. */
  readonly expected: string
  readonly got: string
  /** Exchanges that break the rule, where a recording or a proxy counts them. */
  readonly times?: number
  /** Shell script that reproduces it; absent for a recording. */
  readonly script?: string
  /** Test that reproduces it; absent for a recording. */
  readonly test?: string
}

/** Headers that reports show. Others may hold credentials. */
const SHOWN_HEADERS = ['accept', 'content-type', 'if-match', 'if-none-match']

/** Returns an exchange as a report shows its request. */
const reportedRequest = ({ method, url, headers, body, status }: HistoryExchange): ReportedRequest => ({
  method,
  url: withoutSecretsInUrl(url),
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => SHOWN_HEADERS.includes(name.toLowerCase())),
  ),
  ...(body.kind === 'text' && { body: body.json === undefined ? body.text : withoutSecrets(body.json) }),
  status,
})

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

/** Returns the name of a rule with what it says; a clause and a race have only a name. */
export const ruleTexts = (rule: string): Pick<ReportedFinding, 'rule' | 'says'> => {
  const says = ruleSentence(rule)
  return { rule, ...(says !== undefined && { says }) }
}

/** Returns a finding of a recording as a finding, with the exchange that it contradicts. */
export const recordedFinding = (finding: Finding, times = 1): ReportedFinding => ({
  kind: finding.kind,
  ...ruleTexts(finding.rule),
  statements: finding.statements,
  assumptions: finding.assumptions,
  requests: [finding.since, finding.between, finding.exchange]
    .filter((exchange) => exchange !== undefined)
    .map(reportedRequest),
  expected: redactor.text(finding.expected),
  got: redactor.text(finding.got),
  ...(times > 1 && { times }),
})

/**
 * Hides secrets and people in sentences about a recording, whose values all may be personal.
 */
const redactor = new ReportRedactor({ own: new Set(), secrets: new Set(), headers: new Set(), agency: '' })

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
