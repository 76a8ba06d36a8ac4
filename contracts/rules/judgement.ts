import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { type Finding, type FindingDetails, findingOf } from './finding.ts'
import { type HistoryExchange, isDone, isRemoved } from './recorded-exchange.ts'

import { judgeRuleOf, RULES, type RuleId, type RuleNeed } from './rule-table.ts'

/** How complete a history is. */
export interface Completeness {
  /** True when no other client writes to the publications that the history creates. */
  readonly isAlone: boolean
  /** Vendor name in the media types; undefined when it is not known. */
  readonly vendor?: string
  /** Literals of an active, a suspended and an archived publication, where they are known. */
  readonly stateWords?: readonly string[]
  /**
   * True when requests are sent to be judged, so that a refusal without a visible reason counts. A recording
   * may lack the reason.
   */
  readonly isDeliberate: boolean
  /** Header of conditional writes, if the user names it: the description does not (PUB-34). */
  readonly preconditionHeader?: string
  /** Administrator of an agency that the app may not use. */
  readonly strangerAgency?: string
}

/** Returns the first need of rules that a history does not meet; undefined when it meets all. */
export const unmetNeed = (
  { isDeliberate, isAlone }: Completeness,
  needs: readonly RuleNeed[],
): RuleNeed | undefined =>
  needs.find((need) => (need === 'deliberate' && !isDeliberate) || (need === 'sole-writer' && !isAlone))

/** Whether an exchange, and what is known besides it, has what rules need. */
const MEETS: Readonly<Record<RuleNeed, (judgement: Judgement) => boolean>> = {
  deliberate: ({ completeness }) => completeness.isDeliberate,
  'sole-writer': ({ completeness, subject }) => completeness.isAlone && subject?.isCreated !== false,
  answer: ({ exchange }) => exchange.isWhole && exchange.method !== 'HEAD',
  success: ({ exchange }) => isDone(exchange),
  read: ({ exchange }) => exchange.method === 'GET',
  quiet: ({ isQuiet }) => isQuiet,
}

/** An option of an assumption that responses show. */
export interface ObservedOption {
  readonly id: AssumptionId
  readonly option: string
  readonly exchange: HistoryExchange
}

/** Collects the judgements of rules on one exchange. */
export class Judgement {
  readonly findings: Finding[] = []
  readonly observed: ObservedOption[] = []
  /** Rules that had something to judge in the exchange. */
  readonly exercised = new Set<RuleId>()
  /** The publication that is judged; others may write to one that the history did not create. */
  subject: { readonly isCreated: boolean } | undefined
  /** Whether the response lacks the described form. */
  isMisshapen = false
  readonly exchange: HistoryExchange
  readonly completeness: Completeness
  /** Whether no other request that could affect it was in flight. */
  readonly isQuiet: boolean

  constructor(exchange: HistoryExchange, completeness: Completeness, isQuiet: boolean) {
    this.exchange = exchange
    this.completeness = completeness
    this.isQuiet = isQuiet
  }

  /**
   * Reports a finding, unless the rule lacks what it needs, or compares values that were removed from the
   * recording.
   */
  report(details: FindingDetails): void {
    if (this.exercise(details.rule) && !isRemoved([details.got, details.expected]))
      this.findings.push(findingOf(this.exchange, details))
  }

  /** Reports a finding unless a condition holds. */
  expect(holds: boolean, details: FindingDetails): boolean {
    this.exercise(details.rule)
    if (!holds) this.report(details)
    return holds
  }

  /** Returns whether the exchange has all that rules need. */
  meets(needs: readonly RuleNeed[]): boolean {
    return needs.every((need) => MEETS[need](this))
  }

  /** Returns whether a rule has what it needs. */
  can(id: RuleId): boolean {
    return this.meets(RULES[id].needs)
  }

  /**
   * Records that a rule has something to judge, whether the exchange breaks it or not; returns whether it may
   * judge.
   */
  exercise(rule: string): boolean {
    const id = judgeRuleOf(rule)
    if (id === undefined) return true
    if (!this.can(id)) return false
    this.exercised.add(id)
    return true
  }

  /** Copies the judgement of another exchange with the same response. */
  take({ findings, observed, exercised }: Judgement): void {
    const { exchange } = this
    this.findings.push(...findings.map((finding) => ({ ...finding, exchange })))
    this.observed.push(...observed.map((one) => ({ ...one, exchange })))
    for (const id of exercised) this.exercised.add(id)
  }

  /** The entity tag under which a write was sent, if any. */
  get precondition(): string | undefined {
    return this.exchange.headers[this.completeness.preconditionHeader?.toLowerCase() ?? 'if-match']
  }

  /** Records the option that a response shows. */
  observe(id: AssumptionId, option: string): void {
    this.observed.push({ id, option, exchange: this.exchange })
  }
}
