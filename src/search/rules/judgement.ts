import type { AssumptionId } from '../../assumptions/profile.ts'
import { type Accusation, type Breach, breachOf } from '../history/finding.ts'
import { type HistoryExchange, isRemoved } from '../history/recorded-exchange.ts'

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

/** An option of an assumption that answers show. */
export interface ObservedOption {
  readonly id: AssumptionId
  readonly option: string
  readonly exchange: HistoryExchange
}

/** Collects the judgements of rules on one exchange. */
export class AnswerJudgement {
  readonly breaches: Breach[] = []
  readonly observed: ObservedOption[] = []
  readonly exchange: HistoryExchange
  readonly completeness: Completeness

  constructor(exchange: HistoryExchange, completeness: Completeness) {
    this.exchange = exchange
    this.completeness = completeness
  }

  /** Accuses the answer, unless the breach concerns data that was removed from the recording. */
  accuse(accusation: Accusation): void {
    if (!isRemoved(accusation.got)) this.breaches.push(breachOf(this.exchange, accusation))
  }

  /** Accuses the answer unless a condition holds. */
  expect(holds: boolean, accusation: Accusation): boolean {
    if (!holds) this.accuse(accusation)
    return holds
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
