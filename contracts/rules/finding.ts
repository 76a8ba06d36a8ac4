import type { HistoryExchange } from './recorded-exchange.ts'

/**
 * The kind of rule that a response breaks. `unknown-option`: it breaks no statement, but matches no option of
 * an assumption.
 */
export type FindingKind = 'violation' | 'unknown-option' | 'race'

/** A response that no conforming service could have given. */
export interface Finding {
  /** Name of the rule, such as `publication/write-is-read`, with what it concerned. */
  readonly rule: string
  readonly kind: FindingKind
  readonly statements: readonly string[]
  readonly assumptions: readonly string[]
  /** The nearest allowed response. */
  readonly expected: string
  readonly got: string
  readonly exchange: HistoryExchange
  /** Earlier exchange that the response contradicts. */
  readonly since?: HistoryExchange | undefined
  /** A third exchange that is needed for the contradiction. */
  readonly between?: HistoryExchange | undefined
}

/** The judgement of a rule on a response. */
export interface FindingDetails {
  readonly rule: string
  /** Ids of statements and of assumptions. */
  readonly because: readonly string[]
  readonly expected: string
  readonly got: unknown
  readonly since?: HistoryExchange | undefined
  readonly between?: HistoryExchange | undefined
}

const MAX_SHOWN = 240

/** Returns a value as a report shows it. */
const shownValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}

/** Returns what a rule says about an exchange as a finding. */
export const findingOf = (exchange: HistoryExchange, details: FindingDetails): Finding => {
  const { rule, because, expected, got, since, between } = details
  const statements = because.filter((id) => !id.includes('/'))
  return {
    rule,
    kind: statements.length > 0 ? 'violation' : 'unknown-option',
    statements,
    assumptions: because.filter((id) => id.includes('/')),
    expected,
    got: shownValue(got),
    exchange,
    ...(since && { since }),
    ...(between && { between }),
  }
}
