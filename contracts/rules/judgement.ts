import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { type Finding, type FindingDetails, findingOf } from './finding.ts'
import { type HistoryExchange, isRemoved } from './recorded-exchange.ts'

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
  readonly isProbe: boolean
  /** Header of conditional writes, if the user names it: the description does not (PUB-34). */
  readonly preconditionHeader?: string
  /** Administrator of an agency that the app may not use. */
  readonly strangerAgency?: string
}

/** Returns whether a history has what rules may need. */
export const hasNeed = ({ isProbe, isAlone }: Completeness, need: RuleNeed): boolean =>
  need === 'deliberate' ? isProbe : isAlone

/** An option of an assumption that answers show. */
export interface ObservedOption {
  readonly id: AssumptionId
  readonly option: string
  readonly exchange: HistoryExchange
}

/** Collects the judgements of rules on one exchange. */
export class AnswerJudgement {
  readonly findings: Finding[] = []
  readonly observed: ObservedOption[] = []
  /** Rules that had something to judge in the exchange. */
  readonly exercised = new Set<RuleId>()
  readonly exchange: HistoryExchange
  readonly completeness: Completeness

  constructor(exchange: HistoryExchange, completeness: Completeness) {
    this.exchange = exchange
    this.completeness = completeness
  }

  /** Accuses the answer, unless the rule lacks what it needs, or data were removed from the recording. */
  accuse(details: FindingDetails): void {
    if (this.exercise(details.rule) && !isRemoved(details.got))
      this.findings.push(findingOf(this.exchange, details))
  }

  /** Accuses the answer unless a condition holds. */
  expect(holds: boolean, details: FindingDetails): boolean {
    this.exercise(details.rule)
    if (!holds) this.accuse(details)
    return holds
  }

  /** Returns whether the history has what a rule needs. */
  can(id: RuleId): boolean {
    return RULES[id].needs.every((need) => hasNeed(this.completeness, need))
  }

  /**
   * Notes that a rule has something to judge, whether the exchange breaks it or not; returns whether it may
   * judge.
   */
  exercise(rule: string): boolean {
    const id = judgeRuleOf(rule)
    if (id === undefined) return true
    if (!this.can(id)) return false
    this.exercised.add(id)
    return true
  }

  /** The entity tag under which a write was sent, if any. */
  get precondition(): string | undefined {
    return this.exchange.headers[this.completeness.preconditionHeader?.toLowerCase() ?? 'if-match']
  }

  /** Notes the option that an answer shows. */
  observe(id: AssumptionId, option: string): void {
    this.observed.push({ id, option, exchange: this.exchange })
  }
}
